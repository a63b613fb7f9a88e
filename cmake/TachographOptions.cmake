# Language level, warnings and sanitizers for every target of the project.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set_property(GLOBAL PROPERTY USE_FOLDERS ON)

set(TACHOGRAPH_SANITIZE "" CACHE STRING "Sanitizers to build with: empty, 'address,undefined,fuzzer-no-link' or 'thread'")

# Where several sources are compiled as one file, a name of one shadows a local name of another.
set(TACHOGRAPH_SHADOWING -Wshadow)
if(TACHOGRAPH_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(TACHOGRAPH_SHADOWING -Wshadow=local)
elseif(TACHOGRAPH_UNITY)
    set(TACHOGRAPH_SHADOWING -Wno-shadow)
endif()

add_library(tachograph_options INTERFACE)
target_compile_options(tachograph_options INTERFACE
    -Wall -Wextra -Wpedantic ${TACHOGRAPH_SHADOWING} -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual $<$<NOT:$<CONFIG:Release>>:-Werror>)
# Warnings are errors where developers and checks build. Not in a release: what g++ suspects when it optimises fully depends
# on what it inlines, and a false alarm must not keep anybody from installing.
# g++ 12 and 13 see overlapping copies in std::string's operator+ when they optimise fully: GCC bug 105651, a false alarm.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
    target_compile_options(tachograph_options INTERFACE $<$<CONFIG:Release>:-Wno-restrict>)
endif()
if(TACHOGRAPH_SANITIZE)
    target_compile_options(tachograph_options INTERFACE
        -fsanitize=${TACHOGRAPH_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(tachograph_options INTERFACE -fsanitize=${TACHOGRAPH_SANITIZE})
    # Tests ask for it: all is several times slower, and figures of memory mean nothing.
    target_compile_definitions(tachograph_options INTERFACE TACHOGRAPH_UNDER_SANITIZER)
endif()

# The same source makes the same program in whatever folder it is built.
target_compile_options(tachograph_options INTERFACE
    $<$<CONFIG:Release>:-ffile-prefix-map=${PROJECT_SOURCE_DIR}=. -ffile-prefix-map=${PROJECT_BINARY_DIR}=.>)

find_program(TACHOGRAPH_CCACHE ccache)
if(TACHOGRAPH_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${TACHOGRAPH_CCACHE}")
endif()

# Some 170 programs are linked; lld takes a quarter of the time of the linker that Debian sets up. A release keeps Debian's.
find_program(TACHOGRAPH_LLD ld.lld)
if(TACHOGRAPH_LLD)
    add_link_options($<$<NOT:$<CONFIG:Release>>:-fuse-ld=lld>)
endif()
