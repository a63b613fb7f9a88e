#!/bin/sh
# Installs what is missing, builds Tachograph and opens its bundled case: in a window, or, where there is no display,
# as a report PNG whose path is printed. Works from any folder; a second run only builds what changed.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)

"$root/installer/install-packages.sh" build runtime
(
    cd "$root"
    cmake --preset release
    cmake --build --preset release --target tachograph
)

program=$root/build/release/app/tachograph
echo "Built $program"
exec "$program" demo
