# SPDX-License-Identifier: Apache-2.0
# The libraries that Tenon links. What they are for, their versions and licences: cmake/deps.json.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
find_path(PROTOZERO_INCLUDE protozero/pbf_reader.hpp REQUIRED)
find_path(CLI11_INCLUDE CLI/CLI.hpp REQUIRED)

if(NOT TENON_DNNL)
  if(DEFINED ENV{TENON_CACHE})
    set(TENON_DNNL "$ENV{TENON_CACHE}/onednn")
  else()
    set(TENON_DNNL "$ENV{HOME}/.cache/tenon/onednn")
  endif()
endif()
find_library(DNNL_LIBRARY NAMES libdnnl.so.3 dnnl PATHS "${TENON_DNNL}/lib" NO_DEFAULT_PATH REQUIRED)
find_path(DNNL_INCLUDE dnnl.hpp PATHS "${TENON_DNNL}/include" NO_DEFAULT_PATH REQUIRED)
add_library(dnnl SHARED IMPORTED GLOBAL)
# gomp: the OpenMP runtime that oneDNN uses; Tenon tells it to stay on one thread.
set_target_properties(dnnl PROPERTIES IMPORTED_LOCATION "${DNNL_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${DNNL_INCLUDE}"
                      INTERFACE_LINK_LIBRARIES gomp)
