// gltf_extensions.c - which extensions are read, which have no say in geometry, and what to do about others.
//
// glTF forbids to load a file that requires an unknown extension (glTF 2.0, 3.12). What is only used may be
// passed over. Read next: gltf_read.c.
#include "gltf_extensions.h"

#include <cjson/cJSON.h>

#include <string.h>

// Read here, or about looks, light and animation alone. A name that ends with _ stands for all that begin so.
static const char *const harmless[] = {"KHR_mesh_quantization",
                                       "EXT_mesh_gpu_instancing",
                                       "KHR_materials_",
                                       "EXT_materials_",
                                       "KHR_texture_",
                                       "EXT_texture_",
                                       "MSFT_texture_",
                                       "KHR_lights_",
                                       "EXT_lights_",
                                       "KHR_animation_pointer",
                                       "KHR_xmp_json_ld",
                                       "KHR_xmp",
                                       "KHR_techniques_webgl",
                                       "EXT_mesh_features",
                                       "EXT_structural_metadata",
                                       "EXT_instance_features",
                                       "EXT_feature_metadata",
                                       "MSFT_packing_",
                                       "VRMC_materials_mtoon",
                                       "MSFT_lod",
                                       "CESIUM_primitive_",
                                       "EXT_mesh_manifold",
                                       "KHR_audio_emitter",
                                       NULL};

static const struct {
    const char *name, *remedy;
} remedies[] = {
    {"KHR_draco_mesh_compression",
     "export without compression (Blender: untick Compression; or gltf-transform copy IN OUT, which unpacks it)"},
    {"EXT_meshopt_compression",
     "export without compression (gltf-transform copy IN OUT unpacks it; gltfpack without -c and -cc)"},
    {"KHR_meshopt_compression", "export without compression (gltf-transform copy IN OUT unpacks it)"},
    {"CESIUM_RTC", "export with positions around the level's own origin"},
    {NULL, NULL},
};

static bool is_harmless(const char *name)
{
    for (const char *const *known = harmless; *known != NULL; known++) {
        size_t length = strlen(*known);
        if (strcmp(name, *known) == 0 || ((*known)[length - 1] == '_' && strncmp(name, *known, length) == 0)) return true;
    }
    return false;
}

bool lope_gltf_refuse_extension(const lope_gltf *g, const char *name)
{
    const char *remedy = "export the level without it, or convert it to .obj";
    for (size_t i = 0; remedies[i].name != NULL; i++) {
        if (strcmp(remedies[i].name, name) == 0) remedy = remedies[i].remedy;
    }
    return lope_scene_fail(g->fault, LOPE_SCENE_BAD_INPUT, "%.250s: needs the extension %.80s, which is not read: %s", g->file,
                           name, remedy);
}

bool lope_gltf_check_extensions(lope_gltf *g)
{
    lope_gltf_item root = {.json = g->root};
    const cJSON *required = lope_gltf_member(g, root, "extensionsRequired").json;
    if (required == NULL) return true;
    if (!cJSON_IsArray(required))
        return lope_gltf_fail(g, root, "extensionsRequired", "found another kind of value, expected a list of names");
    for (const cJSON *name = required->child; name != NULL; name = name->next) {
        if (!cJSON_IsString(name))
            return lope_gltf_fail(g, root, "extensionsRequired", "found another kind of value, expected a name");
        if (!is_harmless(name->valuestring)) return lope_gltf_refuse_extension(g, name->valuestring);
    }
    return true;
}
