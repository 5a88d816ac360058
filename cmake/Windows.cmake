# Windows programs: resources (UTF-8, high resolution, version), which every executable lists as a source.
enable_language(RC)
set(packaging ${PROJECT_SOURCE_DIR}/packaging)
set(RB_RESOURCES ${PROJECT_BINARY_DIR}/rattleback.rc)
configure_file(${packaging}/windows/rattleback.rc.in ${RB_RESOURCES} @ONLY)
set_source_files_properties(${RB_RESOURCES} PROPERTIES OBJECT_DEPENDS ${packaging}/windows/rattleback.manifest)
