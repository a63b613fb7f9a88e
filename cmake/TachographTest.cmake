# tachograph_test(NAME [LABELS label...] [SOURCES file...] [LIBS target...])
# A Qt Test program NAME from NAME.cpp (plus SOURCES), run off-screen with a runtime directory of its own.
# Builds with the target tachograph_LABEL_tests of each of its labels: a sanitizer build makes those instead of everything.
# TACHOGRAPH_SHARED_DATA points tests at the sample recordings where they exist; such tests say so where they don't.
function(tachograph_test name)
    cmake_parse_arguments(arg "" "" "LABELS;SOURCES;LIBS" ${ARGN})
    add_executable(${name} ${name}.cpp ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE tachograph_options tachograph_testsupport Qt6::Test ${arg_LIBS})
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
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
