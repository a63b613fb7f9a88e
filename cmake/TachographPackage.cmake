# Packages: installer/package.sh makes a DEB and a TGZ of the release build.
# What the program looks for at run time beside its libraries is in installer/packages.txt; the libraries themselves are
# read off the binary.
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
