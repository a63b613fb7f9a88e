#!/bin/sh
# Installs what is missing, builds Tachograph with its tests and runs them, off-screen. Exit status 0 only when all pass.
# Works from any folder; a second run only builds what changed.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)

"$root/installer/install-packages.sh" build runtime
cd "$root"
exec cmake --workflow --preset test
