# SPDX-License-Identifier: Apache-2.0
# find_package(tenon): tenon::tenon (the library and its own headers), and under TensorRT's names tenon::nvinfer,
# tenon::nvinfer_plugin and tenon::nvonnxparser, which all link libtenon and add the headers that are named after
# TensorRT's. Everything lies relative to this file. tenon_add_plugin() makes plugin libraries.
include(${CMAKE_CURRENT_LIST_DIR}/tenonTargets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/plugin.cmake)
