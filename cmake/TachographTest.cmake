# tachograph_test_headers([LIBS target...])
# Reads the headers of the library and of Qt Test once for all tests of a folder, and those of Qt's LIBS; call it before them.
# Once for each folder, since Qt Test tells a test its own.
function(tachograph_test_headers)
    cmake_parse_arguments(arg "" "" "LIBS" ${ARGN})
    cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
    set(headers tachograph_${folder}_testheaders)
    add_library(${headers} OBJECT "${PROJECT_SOURCE_DIR}/cmake/testheaders.cpp")
    target_link_libraries(${headers} PRIVATE tachograph_options Qt6::Test ${arg_LIBS})
    target_precompile_headers(${headers} PRIVATE
        <QTest> <algorithm> <cmath> <filesystem> <functional> <map> <optional> <random> <set> <string> <vector>)
    if(Qt6::Widgets IN_LIST arg_LIBS)
        target_precompile_headers(${headers} PRIVATE <QtWidgets>)
    endif()
    set(TACHOGRAPH_TEST_HEADERS ${headers} PARENT_SCOPE)
endfunction()

# tachograph_test(NAME [LABELS label...] [SOURCES file...] [LIBS target...])
# A Qt Test program NAME from NAME.cpp (plus SOURCES), run off-screen with a home and a runtime directory of its own.
# Builds with the target tachograph_LABEL_tests of each of its labels: a sanitizer build makes those instead of everything.
# TACHOGRAPH_SHARED_DATA points tests at the sample recordings where they exist; such tests say so where they don't.
function(tachograph_test name)
    cmake_parse_arguments(arg "" "" "LABELS;SOURCES;LIBS" ${ARGN})
    add_executable(${name} ${name}.cpp ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE tachograph_options tachograph_testhome tachograph_testsupport Qt6::Test ${arg_LIBS})
    set_target_properties(${name} PROPERTIES AUTOMOC OFF AUTOUIC OFF)
    # By moc alone: AUTOMOC starts a program and compiles a file more for each test.
    foreach(source ${name}.cpp ${arg_SOURCES})
        cmake_path(GET source STEM stem)
        file(STRINGS ${source} objects REGEX "Q_OBJECT" LIMIT_COUNT 1)
        set(made "${stem}.moc") # NAME.cpp includes it at its end
        if(source MATCHES "\\.h$")
            set(made "${name}_moc_${stem}.cpp")
        endif()
        if(objects)
            qt_generate_moc(${source} "${CMAKE_CURRENT_BINARY_DIR}/${made}")
            target_sources(${name} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/${made}")
        endif()
    endforeach()
    target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}")
    if(TACHOGRAPH_TEST_HEADERS)
        target_precompile_headers(${name} REUSE_FROM ${TACHOGRAPH_TEST_HEADERS})
    endif()
    foreach(label ${arg_LABELS})
        if(NOT TARGET tachograph_${label}_tests)
            add_custom_target(tachograph_${label}_tests)
        endif()
        add_dependencies(tachograph_${label}_tests ${name})
    endforeach()
    target_compile_definitions(${name} PRIVATE
        TACHOGRAPH_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
        TACHOGRAPH_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
        TACHOGRAPH_SHARED_DATA="${PROJECT_SOURCE_DIR}/../shared/data")
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES
        LABELS "${arg_LABELS}" TIMEOUT 300
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;XDG_RUNTIME_DIR=${CMAKE_BINARY_DIR}/runtime;LC_ALL=C.UTF-8;TZ=UTC;QT_LOGGING_RULES=;TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/cmake/tsan-suppressions.txt")
endfunction()
file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/runtime")
file(CHMOD "${CMAKE_BINARY_DIR}/runtime" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
