#!/usr/bin/python3
"""usage: unitygroups.py SOURCE...

Prints which of these sources can be compiled as one file that includes them: a line "GROUP SOURCE" for each that shares
a group. Most of the time of a compilation goes into the headers of Qt and the library; a group reads them once.

A source never shares a group with one that says a name of its unnamed namespaces, be it to define it or to use another of
that name.
"""
import re
import sys

SOURCES_TOGETHER = 16


NOT_NAMES = re.compile(r'//.*|"(?:\\.|[^"\\])*"')
WORD = re.compile(r"\b[A-Za-z_]\w*\b")
DEFINED = re.compile(r"(?<![\w:.>])(\w+)\b(?=\s*[({=;\[])")


def names_in(path):
    """The names that a source defines in its unnamed namespaces (and a few words more), and all words that it says."""
    defined, said, inside = set(), set(), False
    with open(path, encoding="utf-8") as source:
        for line in source:
            said.update(WORD.findall(NOT_NAMES.sub("", line)))
            if line.startswith("namespace {"):
                inside = True
            elif line.startswith("}  // namespace\n") or line.startswith("} // namespace\n"):
                inside = False
            elif line.startswith("using ") or (inside and line[0].isalpha()):
                defined.update(DEFINED.findall(line))
    return defined, said


def together(items, path, kind=lambda item: None, most=SOURCES_TOGETHER):
    """Lists of items, each to be compiled as one file, all of one kind. path(item) is the source of an item."""
    heaps = []
    for item in items:
        (defined, said), how = names_in(path(item)), kind(item)
        for heap in heaps:
            if (heap["kind"] == how and len(heap["items"]) < most
                    and not heap["defined"] & said and not heap["said"] & defined):
                heap["items"].append(item)
                heap["defined"] |= defined
                heap["said"] |= said
                break
        else:
            heaps.append({"items": [item], "defined": set(defined), "said": set(said), "kind": how})
    return [heap["items"] for heap in heaps]


def main(sources):
    for number, group in enumerate(together(sorted(sources), lambda source: source)):
        if len(group) > 1:
            for source in group:
                print("group%d %s" % (number, source))


if __name__ == "__main__":
    main(sys.argv[1:])
