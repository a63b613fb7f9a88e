#!/bin/sh
# usage: install-packages.sh SECTION...
# Installs the packages of these sections of packages.txt that are not installed yet. Says one line and does nothing
# when none is missing. Needs root or sudo only when there is something to install.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
list=$here/packages.txt

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

[ $# -gt 0 ] || fail "usage: install-packages.sh SECTION... (sections: $(awk '$1 ~ /^[a-z]/ {print $1}' "$list" | sort -u | paste -sd ' '))"

wanted=
for section in "$@"; do
    found=$(awk -v section="$section" '$1 == section {print $2}' "$list")
    [ -n "$found" ] || fail "installer/packages.txt has no section \"$section\"."
    wanted="$wanted $found"
done

command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    fail "This script installs Debian packages and found no apt-get. On another system install the counterparts of the packages in installer/packages.txt, then: cmake --workflow --preset test"

missing=
for package in $wanted; do
    # "installed" is the last of three words; an unknown package prints nothing here.
    case $(dpkg-query -W -f='${Status}\n' "$package" 2>/dev/null || true) in
    *" installed"*) ;;
    *) missing="$missing $package" ;;
    esac
done

if [ -z "$missing" ]; then
    echo "Packages: all installed."
    exit 0
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
    by_hand="Run this as root, then start again: apt-get install$missing"
    command -v sudo >/dev/null || fail "Packages are missing and there is no sudo. $by_hand"
    # Without a terminal sudo must not wait for a password that nobody can type.
    if [ ! -t 0 ] && ! sudo -n true 2>/dev/null; then
        fail "Packages are missing and sudo asks for a password, but there is no terminal to type it. $by_hand"
    fi
    as_root=sudo
fi

echo "Packages: installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1
}
# The package lists may be absent or old: ask for new ones, but let the installation decide, since a mirror that is of
# no importance here may be down.
apt update || true
if ! apt install --no-install-recommends $missing; then
    cat "$log" >&2
    fail "apt-get could not install the packages; its messages are above. Check the network and /etc/apt/sources.list, then start again."
fi
echo "Packages: done."
