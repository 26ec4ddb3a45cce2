# Run by the target lope_page: makes OUTPUT, a C source with the gzipped templates of the replay page and the spectator page.
#
# VIEWER/play is another page (scripts/play_page.sh). The repository carries the built templates, VIEWER/built. Where VIEWER's other files are those that it was built from, nothing
# else is needed. Where they have been changed, the template is made anew by NODE and NPM in BUILD, once for each change; when
# that cannot be done, OUTPUT holds an empty template. `./run page` puts a new one into the repository.

file(GLOB_RECURSE files RELATIVE "${VIEWER}" "${VIEWER}/*")
list(FILTER files EXCLUDE REGEX "^(node_modules|dist|built|play)/")
list(SORT files)
set(hashes "")
foreach(file IN LISTS files)
    file(SHA256 "${VIEWER}/${file}" hash)
    string(APPEND hashes "${file} ${hash}\n")
endforeach()

# What OUTPUT was made from the last time.
set(stamp "${BUILD}/viewer.txt")
set(now "${NODE}\n${hashes}")
if(EXISTS "${stamp}" AND EXISTS "${OUTPUT}")
    file(READ "${stamp}" before)
    if(before STREQUAL now)
        return()
    endif()
endif()

string(CONCAT head "#include <stddef.h>\nextern const unsigned char page_template[], spectate_template[];\n"
                   "extern const size_t page_template_size, spectate_template_size;\n")

function(write_empty reason)
    if(reason)
        message("lope: no replay page: ${reason}")
    endif()
    if(EXISTS "${stamp}")
        file(REMOVE "${stamp}")
    endif()
    file(WRITE "${OUTPUT}.new" "${head}")
    foreach(name page spectate)
        file(APPEND "${OUTPUT}.new" "const unsigned char ${name}_template[1] = {0};\nconst size_t ${name}_template_size = 0;\n")
    endforeach()
    file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
endfunction()

# Writes the built templates as C arrays.
function(write_built)
    file(WRITE "${OUTPUT}.new" "${head}")
    foreach(name page spectate)
        file(READ "${VIEWER}/built/${name}.html.gz" digits HEX)
        string(LENGTH "${digits}" size)
        math(EXPR size "${size} / 2")
        string(REGEX REPLACE "(................................)" "\\1\n" digits "${digits}")
        string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${digits}")
        file(APPEND "${OUTPUT}.new" "const unsigned char ${name}_template[] = {\n${bytes}};\n"
                                    "const size_t ${name}_template_size = ${size};\n")
    endforeach()
    file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
    file(WRITE "${stamp}" "${now}")
endfunction()

set(built "")
if(EXISTS "${VIEWER}/built/sources.txt")
    file(READ "${VIEWER}/built/sources.txt" built)
endif()
file(MAKE_DIRECTORY "${BUILD}/viewer")
if(built STREQUAL hashes)
    write_built()
    return()
endif()
if(NOT NODE OR NOT NPM)
    write_empty("viewer/ is not what viewer/built was made from, and making it anew needs node and npm")
    return()
endif()

# A copy, so that nothing is ever written into the sources; node_modules stay from one time to the next.
file(GLOB old "${BUILD}/viewer/*")
list(FILTER old EXCLUDE REGEX "/node_modules$")
if(old)
    file(REMOVE_RECURSE ${old})
endif()
foreach(file IN LISTS files)
    get_filename_component(folder "${file}" DIRECTORY)
    file(COPY "${VIEWER}/${file}" DESTINATION "${BUILD}/viewer/${folder}")
endforeach()

file(SHA256 "${VIEWER}/package-lock.json" lock)
set(lock_stamp "${BUILD}/viewer/node_modules/.lope-lock")
set(installed "")
if(EXISTS "${lock_stamp}")
    file(READ "${lock_stamp}" installed)
endif()
if(NOT installed STREQUAL lock)
    # The packages that are bundled run no scripts of their own while they are installed; esbuild works without its own.
    execute_process(COMMAND "${NPM}" ci --ignore-scripts --no-audit --no-fund --loglevel=error WORKING_DIRECTORY "${BUILD}/viewer"
                    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        write_empty("npm ci failed:\n${output}")
        return()
    endif()
    file(WRITE "${lock_stamp}" "${lock}")
endif()
execute_process(COMMAND "${NODE}" build.mjs --c "${OUTPUT}.new" WORKING_DIRECTORY "${BUILD}/viewer"
                RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT result EQUAL 0)
    write_empty("node build.mjs failed:\n${output}")
    return()
endif()
file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
file(WRITE "${stamp}" "${now}")
