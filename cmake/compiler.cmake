# SPDX-License-Identifier: Apache-2.0
# Compiler flags for every target: warnings as errors, sanitizers, ccache where it is present.
add_library(tenon_flags INTERFACE)
target_compile_options(tenon_flags INTERFACE -Wall -Wextra -Wpedantic -Wno-missing-field-initializers -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports both for correct code in its own headers once it inlines.
  target_compile_options(tenon_flags INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(tenon_flags INTERFACE -Wno-unused-lambda-capture) # it counts no use in a branch that a type leaves out
  if(TENON_SANITIZE STREQUAL "address")
    target_compile_options(tenon_flags INTERFACE -fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/sanitize.txt)
  endif()
endif()
if(TENON_WERROR)
  target_compile_options(tenon_flags INTERFACE -Werror)
endif()
if(TENON_SANITIZE STREQUAL "address")
  # The code of the tests and of the command goes without the checks for undefined behaviour: they look for faults of the
  # engine, and the compiler takes half as long. libFuzzer counts what the fuzz targets go through.
  target_compile_options(tenon_flags INTERFACE -fsanitize=address -fno-omit-frame-pointer
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:TENON_TESTS_ONLY>>>:-fsanitize=undefined;-fno-sanitize-recover=undefined>
    $<$<AND:$<BOOL:${TENON_FUZZ}>,$<BOOL:$<TARGET_PROPERTY:TENON_FUZZED>>>:-fsanitize=fuzzer-no-link>)
  target_link_options(tenon_flags INTERFACE -fsanitize=address,undefined)
elseif(TENON_SANITIZE STREQUAL "thread")
  target_compile_options(tenon_flags INTERFACE -fsanitize=thread)
  target_link_options(tenon_flags INTERFACE -fsanitize=thread)
endif()
if(TENON_SANITIZE)
  target_compile_definitions(tenon_flags INTERFACE TENON_ONE_VECTOR_SET TENON_SANITIZED)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(tenon_flags INTERFACE -Wno-maybe-uninitialized) # with sanitizers g++ 12 reports it in its own headers
  endif()
endif()
# Tests spend their time in the engine: the compiler need not spend its own on them.
target_compile_options(tenon_flags INTERFACE $<$<AND:$<CONFIG:Release>,$<BOOL:$<TARGET_PROPERTY:TENON_TESTS_ONLY>>>:-O0>)
find_program(TENON_CCACHE ccache)
if(TENON_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TENON_CCACHE})
endif()
