# SPDX-License-Identifier: Apache-2.0
# Test programs and fuzz targets.
# tenon_test(NAME [LOW | MODELS] LINK libraries...)  builds test_NAME from test/NAME/*.cpp; ctest runs each of its cases.
#   LOW: it exercises `kernel` to `runtime` with threads, so it also runs under TSAN. MODELS: it needs real models; ASAN leaves it out.
#   Its files share translation units, so names in their unnamed namespaces differ.
# tenon_fuzz(NAME LINK libraries...)  builds fuzz_NAME from NAME.cpp of the calling folder; only the fuzz preset does.
add_custom_target(low_tests)
add_custom_target(fuzz_targets)

function(tenon_test name)
  if(NOT TENON_TESTS)
    return()
  endif()
  find_package(GTest REQUIRED)
  include(GoogleTest)
  cmake_parse_arguments(A "LOW;MODELS" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/test/${name}/*.cpp)
  add_executable(test_${name} ${sources})
  target_link_libraries(test_${name} PRIVATE ${A_LINK} GTest::gtest_main tenon_flags)
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  set_target_properties(test_${name} PROPERTIES TENON_TESTS_ONLY ON UNITY_BUILD ${TENON_UNITY} UNITY_BUILD_BATCH_SIZE 6)
  target_compile_definitions(test_${name} PRIVATE TENON_TEST_DATA="${PROJECT_SOURCE_DIR}/test/data")
  set(label all)
  if(A_LOW)
    set(label low)
    add_dependencies(low_tests test_${name})
  elseif(A_MODELS)
    set(label models)
  endif()
  gtest_discover_tests(test_${name} DISCOVERY_MODE PRE_TEST TEST_PREFIX ${name}. PROPERTIES LABELS ${label} TIMEOUT 300)
endfunction()

function(tenon_fuzz name)
  if(NOT TENON_FUZZ)
    return()
  endif()
  cmake_parse_arguments(A "" "" "LINK" ${ARGN})
  add_executable(fuzz_${name} ${name}.cpp)
  target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(fuzz_${name} PRIVATE ${A_LINK} tenon_flags)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzz_targets fuzz_${name})
  set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
endfunction()
