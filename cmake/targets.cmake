# How lope's own targets are made: flags, sources, folders. Used by CMakeLists.txt, cmake/tools.cmake and tests/.

if(LOPE_SANITIZE)
    list(JOIN LOPE_SANITIZE "," lope_sanitizers)
    set(lope_sanitize_flags "-fsanitize=${lope_sanitizers}" -fno-omit-frame-pointer -g1)
    if("undefined" IN_LIST LOPE_SANITIZE)
        # A finding ends the program, so that a test fails; float-to-int casts out of range differ between machines.
        list(APPEND lope_sanitize_flags -fsanitize=float-cast-overflow -fno-sanitize-recover=all)
    endif()
endif()

# ON leaves the choice to src/base/simd_config.h, which knows the compiler.
set(lope_simd_off "")
if(NOT LOPE_SIMD)
    set(lope_simd_off LOPE_SIMD=0)
endif()

# gcc's own vectoriser does not keep to C's arithmetic: with FMA about it fuses products and sums whatever -ffp-contract says
# (vfmsubadd was seen with -march=native), and at -O2 it drops the rounding of (double)(float)x (seen in 12.2: cvtpd2ps and no
# way back). It is left out; what matters most is written as vectors anyway.
set(lope_vectoriser_off "")
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set(lope_vectoriser_off -fno-tree-vectorize)
endif()
# For wasm, clang's vectorisers make vectors of loaded numbers, and LLVM lets these loads pass later stores
# (scripts/golden/load_splat.c).
if(CMAKE_C_COMPILER_ID MATCHES "Clang" AND "${CMAKE_C_COMPILER_TARGET} ${CMAKE_SYSTEM_PROCESSOR}" MATCHES "wasm" OR EMSCRIPTEN)
    set(lope_vectoriser_off -fno-vectorize -fno-slp-vectorize)
endif()

# Warnings and sanitizers: private, never passed on to those who use lope.
function(lope_own_target target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion $<$<BOOL:${LOPE_WERROR}>:-Werror>)
    elseif(MSVC)
        target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${LOPE_WERROR}>:/WX>)
    endif()
    if(LOPE_SANITIZE)
        target_compile_options(${target} PRIVATE ${lope_sanitize_flags})
        target_link_options(${target} PRIVATE ${lope_sanitize_flags})
    endif()
endfunction()

# Headers, definitions and flags of the library's own code.
function(lope_library_code target)
    target_compile_features(${target} PUBLIC c_std_17)
    target_include_directories(${target}
        PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>"
        PRIVATE "${PROJECT_SOURCE_DIR}/src")
    target_compile_definitions(${target} PRIVATE LOPE_BUILDING ${lope_simd_off})
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        # Public, because headers hold inline arithmetic: fusing a * b + c would change bits from machine to machine.
        # gcc for s390x works out floats in doubles when it is told -std=c17, unless it is told otherwise.
        target_compile_options(${target} PUBLIC -ffp-contract=off $<$<COMPILE_LANG_AND_ID:C,GNU>:-fexcess-precision=fast>
                               $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fexcess-precision=fast>
                               PRIVATE -fno-math-errno ${lope_vectoriser_off})
    elseif(MSVC)
        target_compile_options(${target} PUBLIC /fp:precise)
    endif()
    set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endfunction()

# lope_unite(TARGET SOURCE...): the sources of a folder are compiled as one, which halves the time that a compiler takes. So names of
# static functions and of macros are unique within a folder. Abilities stay apart: each has its own `fields`, `run` and `passed`.
# What asks the system for more than C has stays apart too, as its macros must stand before all headers.
function(lope_unite target)
    if(NOT LOPE_UNITE)
        return()
    endif()
    foreach(source IN LISTS ARGN)
        get_filename_component(folder "${source}" DIRECTORY)
        file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}/src" "${folder}")
        if(source MATCHES "\\.c$" AND NOT folder STREQUAL "ability" AND NOT source MATCHES "/(base/memory|world/threads)\\.c$")
            string(REPLACE "/" "_" group "${folder}")
            set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}")
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# lope_add_library(NAME [STATIC]): the library from src/<room>/ and src/<room>/<folder>/.
function(lope_add_library name)
    file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/*/*.c" "${PROJECT_SOURCE_DIR}/src/*/*/*.c")
    file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/lope/*.h")
    if(NOT sources)
        message(FATAL_ERROR "lope: no sources under ${PROJECT_SOURCE_DIR}/src")
    endif()
    add_library(${name} ${ARGN} ${sources} ${headers})
    lope_own_target(${name})
    lope_library_code(${name})
    lope_unite(${name} ${sources})
    if(LOPE_COVERAGE)
        target_compile_options(${name} PRIVATE --coverage)
        target_link_options(${name} PUBLIC --coverage)
    endif()
    if(UNIX)
        target_link_libraries(${name} PUBLIC m)
    endif()
    set_target_properties(${name} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    get_target_property(type ${name} TYPE)
    if(type STREQUAL "SHARED_LIBRARY")
        target_compile_definitions(${name} PUBLIC LOPE_SHARED)
    endif()
endfunction()

# lope_find(NAME VARIABLE PKG_CONFIG_MODULE CMAKE_PACKAGE CMAKE_TARGETS DEBIAN_PACKAGE WHAT_FOR)
# Sets VARIABLE to a target to link, or to nothing after one line that says what is missing.
function(lope_find name variable module package targets debian what_for)
    set(found "")
    find_package(PkgConfig QUIET)
    if(PKG_CONFIG_FOUND)
        pkg_check_modules(LOPE_${variable} QUIET IMPORTED_TARGET GLOBAL ${module})
        if(LOPE_${variable}_FOUND)
            set(found PkgConfig::LOPE_${variable})
        endif()
    endif()
    if(NOT found AND package)
        find_package(${package} CONFIG QUIET)
        foreach(target IN LISTS targets)
            if(NOT found AND TARGET ${target})
                set(found ${target})
            endif()
        endforeach()
        # Older packages set variables only.
        string(TOUPPER "${package}" upper)
        if(NOT found AND ${upper}_LIBRARIES)
            set(found ${${upper}_LIBRARIES})
        endif()
    endif()
    if(NOT found)
        message(STATUS "lope: ${name} not found, so without ${what_for} (Debian: apt-get install ${debian})")
    endif()
    set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# Whether a list of sources, or a header of the same name beside one of them, includes scene headers.
function(lope_uses_scene result)
    set(uses OFF)
    foreach(source IN LISTS ARGN)
        string(REGEX REPLACE "\\.(c|cpp)$" ".h" header "${source}")
        foreach(file IN ITEMS "${source}" "${header}")
            if(EXISTS "${file}")
                file(STRINGS "${file}" lines REGEX "^#include [\"<]scene/")
                if(lines)
                    set(uses ON)
                endif()
            endif()
        endforeach()
    endforeach()
    set(${result} ${uses} PARENT_SCOPE)
endfunction()
