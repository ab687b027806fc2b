# SPDX-License-Identifier: Apache-2.0
# The user's project: copied beside the sources as CMakeLists.txt.
cmake_minimum_required(VERSION 3.16)
project(user LANGUAGES C CXX)
find_package(tenon REQUIRED)
add_executable(program program.cpp)
target_link_libraries(program PRIVATE tenon::nvinfer tenon::nvonnxparser tenon::nvinfer_plugin ${CMAKE_DL_LIBS})
add_library(fake SHARED fake.c)
add_executable(hijacked program.cpp) # the other library stands first
target_link_options(hijacked PRIVATE -Wl,--no-as-needed)
target_link_libraries(hijacked PRIVATE fake tenon::nvinfer ${CMAKE_DL_LIBS})
