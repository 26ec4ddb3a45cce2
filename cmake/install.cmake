# Install rules: headers, library, CMake package, pkg-config file, licence; and the lope program where it was built.
include(CMakePackageConfigHelpers)

set(lope_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/lope")

install(TARGETS lope EXPORT lope-targets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/lope" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
install(EXPORT lope-targets NAMESPACE lope:: DESTINATION "${lope_cmake_dir}")
configure_package_config_file(cmake/lope-config.cmake.in "${PROJECT_BINARY_DIR}/lope-config.cmake"
                              INSTALL_DESTINATION "${lope_cmake_dir}")
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/lope-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/lope-config.cmake" "${PROJECT_BINARY_DIR}/lope-config-version.cmake"
        DESTINATION "${lope_cmake_dir}")

# pkg-config finds the prefix from where the file lies, so an installed tree can be moved.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(lope_pc_prefix "${CMAKE_INSTALL_PREFIX}")
    set(lope_pc_libdir "${CMAKE_INSTALL_FULL_LIBDIR}")
    set(lope_pc_includedir "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
    file(RELATIVE_PATH lope_pc_up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
    string(REGEX REPLACE "/$" "" lope_pc_up "${lope_pc_up}")
    set(lope_pc_prefix "\${pcfiledir}/${lope_pc_up}")
    set(lope_pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
    set(lope_pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(lope_pc_cflags "-ffp-contract=off")
set(lope_pc_libs "-L\${libdir} -llope")
if(lope_type STREQUAL "SHARED_LIBRARY")
    string(APPEND lope_pc_cflags " -DLOPE_SHARED")
    set(lope_pc_libs_private "-lm")
else()
    string(APPEND lope_pc_libs " -lm")
    set(lope_pc_libs_private "")
endif()
configure_file(cmake/lope.pc.in "${PROJECT_BINARY_DIR}/lope.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/lope.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/lope")

if(TARGET lope_tool)
    install(TARGETS lope_tool RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
