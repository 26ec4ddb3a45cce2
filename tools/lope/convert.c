// convert.c - `lope convert MESH OUT.lmesh`.
//
// Read next: scene/mesh.h for the format.
#include "lope.h"

#include <string.h>

int tool_convert(int count, char **arguments)
{
    bool quiet = false;
    tool_units_wish wish = {0};
    lope_scene_units units;
    const tool_option list[] = {{.name = "--quiet", .help = "prints nothing", .flag = &quiet}, TOOL_UNITS_OPTIONS(wish), {0}};
    static const char *const usage = "lope convert MESH OUT.lmesh [options]";
    lope_scene_fault fault = {0};
    const char *files[2] = {NULL, NULL};
    if (!tool_parse(count, arguments, list, files, 2, 2, usage, &fault)) return tool_report(&fault);
    size_t length = strlen(files[1]);
    if (length < 6 || strcmp(files[1] + length - 6, ".lmesh") != 0) {
        lope_scene_fail(&fault, LOPE_SCENE_BAD_INPUT, "lope: found %.200s as the output, expected a name that ends in .lmesh",
                        files[1]);
        return tool_report(&fault);
    }
    lope_scene_mesh mesh;
    if (!tool_units_read(&wish, &units, &fault) || !lope_scene_mesh_read_units(&mesh, files[0], &units, &fault))
        return tool_report(&fault);
    if (lope_scene_mesh_write(&mesh, files[1], &fault) && !quiet) {
        printf("%s: %u triangles, %u points, %u object%s, %u material%s\n", files[1], (unsigned)mesh.triangle_count,
               (unsigned)mesh.point_count, (unsigned)mesh.object_count, mesh.object_count == 1 ? "" : "s",
               (unsigned)mesh.material_count, mesh.material_count == 1 ? "" : "s");
    }
    lope_scene_mesh_free(&mesh);
    return fault.status != 0 ? tool_report(&fault) : 0;
}
