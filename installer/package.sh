#!/bin/sh
# Installs what is missing, builds the release and makes its packages: build/packages/tachograph_*.deb and *.tar.gz.
# The same commit gives the same bytes: times in the packages are the commit's.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)

"$root/installer/install-packages.sh" build runtime package
cd "$root"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
umask 022
cmake --preset release -DCMAKE_INSTALL_PREFIX=/usr
cmake --build --preset release --target tachograph tachograph_icons tachograph_manpage tachograph_manual tachograph_changelog
rm -rf build/packages
(cd build/release && cpack)
rm -rf build/packages/_CPack_Packages
sha256sum build/packages/*
