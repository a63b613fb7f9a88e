# Packages: installer/package.sh makes a DEB and a TGZ of the release build.
# What the program looks for at run time beside its libraries is in installer/packages.txt; the libraries themselves are
# read off the binary.
include(GNUInstallDirs)

file(STRINGS "${PROJECT_SOURCE_DIR}/installer/packages.txt" lines REGEX "^runtime ")
list(TRANSFORM lines REPLACE "^runtime +" "")
list(JOIN lines ", " TACHOGRAPH_RUNTIME_PACKAGES)

set(CPACK_PACKAGE_NAME tachograph)
set(CPACK_PACKAGE_VENDOR "Tachograph developers")
set(CPACK_PACKAGE_CONTACT "Tachograph developers <dev@tachograph.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
"Opens the log that a training run leaves anyway and shows on linked timelines
how fast the run really went, when it slowed and where the time went; compares
two runs at equal work; exports an annotated picture for the ticket.")

# Debian's own form of a changelog. The date is that of the commit where SOURCE_DATE_EPOCH is set (installer/package.sh).
string(TIMESTAMP TACHOGRAPH_CHANGELOG_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file("${PROJECT_SOURCE_DIR}/cmake/changelog.in" "${PROJECT_BINARY_DIR}/changelog" @ONLY)
add_custom_command(OUTPUT "${PROJECT_BINARY_DIR}/changelog.gz"
    COMMAND gzip -9nkf "${PROJECT_BINARY_DIR}/changelog"
    DEPENDS "${PROJECT_BINARY_DIR}/changelog" VERBATIM)
add_custom_target(tachograph_changelog DEPENDS "${PROJECT_BINARY_DIR}/changelog.gz")
install(FILES "${PROJECT_BINARY_DIR}/changelog.gz" "${PROJECT_SOURCE_DIR}/CHANGELOG.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}" OPTIONAL)

set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_SOURCE_DIR}/build/packages")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${TACHOGRAPH_RUNTIME_PACKAGES}")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF)
include(CPack)
