# The replay page of `lope run --replay`: one HTML template, which becomes a C array of the program. viewer/built holds it, built
# from viewer/ by node and npm. Without zlib the program has no --replay. Where viewer/ has been changed, the template is made
# anew, which takes node, npm and the npm registry; without these the program is built all the same, and --replay says so.

option(LOPE_PAGE "Make the replay page's template anew where viewer/ has been changed (needs node and npm)" ON)

lope_find(zlib lope_zlib zlib "" "" zlib1g-dev "lope run --replay")
if(lope_zlib)
    file(GLOB lope_page_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/lope/page/*.c")
    set(lope_page_template "${PROJECT_BINARY_DIR}/page/page_template.c")
    set(lope_node "")
    set(lope_npm "")
    if(LOPE_PAGE)
        find_program(LOPE_NODE NAMES node nodejs)
        find_program(LOPE_NPM NAMES npm)
        if(LOPE_NODE AND LOPE_NPM)
            set(lope_node "${LOPE_NODE}")
            set(lope_npm "${LOPE_NPM}")
        else()
            unset(LOPE_NODE CACHE)
            unset(LOPE_NPM CACHE)
        endif()
    endif()
    add_custom_target(lope_page
        COMMAND "${CMAKE_COMMAND}" "-DVIEWER=${PROJECT_SOURCE_DIR}/viewer" "-DBUILD=${PROJECT_BINARY_DIR}/page"
                "-DOUTPUT=${lope_page_template}" "-DNODE=${lope_node}" "-DNPM=${lope_npm}"
                -P "${PROJECT_SOURCE_DIR}/cmake/build_page.cmake"
        BYPRODUCTS "${lope_page_template}"
        COMMENT "The replay page's template" VERBATIM)
    add_library(lope_page_writer STATIC ${lope_page_sources} "${lope_page_template}")
    lope_own_target(lope_page_writer)
    add_dependencies(lope_page_writer lope_page)
    target_include_directories(lope_page_writer PUBLIC "${PROJECT_SOURCE_DIR}/tools/lope")
    target_link_libraries(lope_page_writer PUBLIC lope_scene PRIVATE ${lope_zlib})
    target_compile_definitions(lope_tool PRIVATE LOPE_TOOL_PAGE=1)
    target_link_libraries(lope_tool PRIVATE lope_page_writer)
endif()
