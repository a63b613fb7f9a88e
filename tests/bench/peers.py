#!/usr/bin/python3
"""Whole processes over the recordings of bench_load, side by side with the programs people use instead.

    peers.py TACHOGRAPH DATA [ROUNDS]

TACHOGRAPH is the program, DATA the folder that bench_load filled (long-N.csv, long-N.jsonl). Peers that are not
installed are named and left out: pandas with matplotlib (python3-pandas, python3-matplotlib) and Kst (kst). All take
turns, so that what else the machine does hits all of them; ratios hold, absolute times move.
"""
import glob
import importlib.util
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PANDAS = """
import sys
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas
path, out = sys.argv[1:]
data = pandas.read_csv(path) if path.endswith(".csv") else pandas.read_json(path, lines=True)
figure, lanes = plt.subplots(5, 1, figsize=(16, 10), dpi=100, sharex=True)
names = [name for name in data.columns if name not in ("step", "timestamp", "event")]
for index, name in enumerate(names):
    lanes[index % 5].plot(data["step"], data[name], linewidth=0.7)
figure.savefig(out)
"""


def kst_columns(path):
    with open(path, encoding="utf-8") as table:
        count = len(table.readline().split(","))
    return [word for column in range(2, count + 1) for word in ("-y", str(column))]


def contenders(program, path, folder):
    """Name, command and the reason why it cannot run."""
    out = os.path.join(folder, "picture.png")
    yield "tachograph report", [program, "report", path, "-o", out], None
    missing = [name for name in ("pandas", "matplotlib") if importlib.util.find_spec(name) is None]
    why = "not importable: " + ", ".join(missing) if missing else None
    yield "pandas and matplotlib", [sys.executable, "-c", PANDAS, path, out], why
    kst = shutil.which("kst2") or shutil.which("kst")
    if not path.endswith(".csv"):
        why = "reads no JSON lines"
    else:
        why = None if kst else "not installed"
    command = [kst or "kst2", path, "-x", "1"] + (kst_columns(path) if not why else []) + ["--png", out]
    yield "Kst", command, why


def run(command):
    """Seconds of wall clock, of all processors, and MB at the most; None when it failed."""
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    start = time.monotonic()
    child = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):  # 1: something was found
        return None
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000


def race(program, path, rounds):
    print(f"\n{os.path.basename(path)}, {os.path.getsize(path) / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as folder:
        able = []
        for name, command, why in contenders(program, path, folder):
            if why:
                print(f"  {name}: left out, {why}")
            else:
                able.append((name, command, []))
        for _ in range(rounds):
            for _, command, times in able:
                times.append(run(command))
    first = None
    for name, _, times in able:
        times = [one for one in times if one]
        if not times:
            print(f"  {name}: failed")
            continue
        wall, work, memory = ([one[i] for one in times] for i in range(3))
        first = first or (min(wall), min(work))
        print(f"  {name}: best {min(wall):.2f} s, median {statistics.median(wall):.2f} s, processor {min(work):.2f} s, "
              f"{max(memory):.0f} MB; x{min(wall) / first[0]:.1f} of the first, processor x{min(work) / first[1]:.1f}")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, data = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    paths = sorted(glob.glob(os.path.join(data, "long-*.csv")) + glob.glob(os.path.join(data, "long-*.jsonl")))
    if not paths:
        sys.exit(f"{data}: it holds no long-N.csv or long-N.jsonl. Run bench_load first.")
    for path in paths:
        race(program, path, rounds)


if __name__ == "__main__":
    main()
