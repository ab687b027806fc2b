# SPDX-License-Identifier: Apache-2.0
# cmake --install: what is ours under PREFIX/{bin,include,lib}; headers and libraries with TensorRT's names only under
# PREFIX/{include,lib}/tenon/trt, so that they never shadow another's; oneDNN as a private library in PREFIX/lib/tenon.
# Every path inside is relative: the tree can be moved, and needs no LD_LIBRARY_PATH.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(trt_headers ${CMAKE_INSTALL_INCLUDEDIR}/tenon/trt)
set(trt_libraries ${CMAKE_INSTALL_LIBDIR}/tenon/trt)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tenon)
file(RELATIVE_PATH to_libraries /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})

# Each needs the first one itself; in the others it finds what plugin libraries were linked to (src/plugin/library.cpp).
set_target_properties(tenon_library PROPERTIES EXPORT_NAME tenon INSTALL_RPATH "$ORIGIN/tenon;$ORIGIN/tenon/trt"
  BUILD_RPATH "$<TARGET_FILE_DIR:tenon_nvinfer>")
set_target_properties(tenon PROPERTIES
  INSTALL_RPATH "$ORIGIN/${to_libraries}/tenon;$ORIGIN/${to_libraries};$ORIGIN/${to_libraries}/tenon/trt"
  BUILD_RPATH "$<TARGET_FILE_DIR:tenon_library>;$<TARGET_FILE_DIR:tenon_nvinfer>")
target_include_directories(tenon_library INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}> $<INSTALL_INTERFACE:${trt_headers}>)
install(TARGETS tenon_library EXPORT tenon LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS tenon RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${DNNL_LIBRARY} DESTINATION ${CMAKE_INSTALL_LIBDIR}/tenon)

foreach(name nvinfer nvinfer_plugin nvonnxparser)
  # For programs that were linked before: the run-time name. For compiling and linking: a link to libtenon itself.
  set_target_properties(tenon_${name} PROPERTIES INSTALL_RPATH "$ORIGIN/../..")
  install(TARGETS tenon_${name} LIBRARY DESTINATION ${trt_libraries} NAMELINK_SKIP)
  install(CODE "file(CREATE_LINK ../../libtenon.so.${PROJECT_VERSION_MAJOR} \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${trt_libraries}/lib${name}.so\" SYMBOLIC)")
  add_library(tenon_link_${name} INTERFACE)
  target_link_libraries(tenon_link_${name} INTERFACE tenon_library)
  set_target_properties(tenon_link_${name} PROPERTIES EXPORT_NAME ${name})
  add_library(tenon::${name} ALIAS tenon_link_${name})
  install(TARGETS tenon_link_${name} EXPORT tenon)
endforeach()

# What was linked to such a link needs libtenon by its run-time name: one folder is enough for LD_LIBRARY_PATH or a run path.
install(CODE "file(CREATE_LINK ../../libtenon.so.${PROJECT_VERSION_MAJOR} \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${trt_libraries}/libtenon.so.${PROJECT_VERSION_MAJOR}\" SYMBOLIC)")

# A linker that follows such a link looks for oneDNN beside it, not beside libtenon.
get_filename_component(dnnl_name ${DNNL_LIBRARY} NAME)
install(CODE "
  set(beside \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${trt_libraries}/tenon\")
  file(MAKE_DIRECTORY \"\${beside}\")
  file(CREATE_LINK ../../${dnnl_name} \"\${beside}/${dnnl_name}\" SYMBOLIC)")

file(GLOB own CONFIGURE_DEPENDS include/tenon/*.h)
install(FILES ${own} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tenon)
install(FILES ${own} DESTINATION ${trt_headers}/tenon) # for plugins that are compiled with -I of that folder alone
install(DIRECTORY include/ DESTINATION ${trt_headers} FILES_MATCHING PATTERN "*.h" PATTERN "legacy" EXCLUDE REGEX "/include/tenon/[^/]+[.]h$" EXCLUDE)
install(DIRECTORY include/legacy/ DESTINATION ${trt_headers} FILES_MATCHING PATTERN "*.h")
install(EXPORT tenon NAMESPACE tenon:: FILE tenonTargets.cmake DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tenonConfigVersion.cmake VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES cmake/tenonConfig.cmake cmake/plugin.cmake ${PROJECT_BINARY_DIR}/tenonConfigVersion.cmake DESTINATION ${package})
install(FILES LICENSE NOTICE THIRD_PARTY.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tenon)
get_filename_component(dnnl_root ${DNNL_LIBRARY} DIRECTORY)
install(DIRECTORY ${dnnl_root}/../share/doc/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tenon OPTIONAL)
