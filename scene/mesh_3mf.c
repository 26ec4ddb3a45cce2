// mesh_3mf.c - see mesh_3mf.h.
//
// A 3MF file is a zip archive of XML. "_rels/.rels" names the file of the model, and the first element of that
// is <model unit="...">. Only the beginnings of both are unpacked. Read next: zip_entry.h.
#include "mesh_3mf.h"

#include "mesh_data.h"
#include "read_file.h"
#include "zip_entry.h"

#include <stdlib.h>
#include <string.h>

#define BEGINNING 0x10000u // bytes
#define PATH_MOST 512u
#define USUAL_MODEL "3D/3dmodel.model"

static const struct unit {
    const char *name;
    double metres;
} units[] = {{"micron", 1e-6}, {"millimeter", 1e-3}, {"centimeter", 1e-2}, {"inch", 0.0254}, {"foot", 0.3048}, {"meter", 1.0}};

bool lope_scene_3mf_is_named(const char *file)
{
    const size_t length = strlen(file);
    const char *end = length > 4 ? file + length - 4 : "";
    return end[0] == '.' && end[1] == '3' && (end[2] | 32) == 'm' && (end[3] | 32) == 'f';
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Returns the next element's name in XML, behind its '<'; NULL: there is none. Passes over comments and the like.
static const char *next_element(const char *text)
{
    while ((text = strchr(text, '<')) != NULL) {
        if (strncmp(text, "<!--", 4) == 0) {
            text = strstr(text, "-->");
            if (text == NULL) return NULL;
        } else if (text[1] != '?' && text[1] != '!' && text[1] != '/') {
            return text + 1;
        } else {
            text++;
        }
    }
    return NULL;
}

// Reads an attribute of an element, which begins at its name. Returns false where it has none of that name, or
// one too long for the room.
static bool attribute(const char *element, const char *name, char *value, size_t room)
{
    const char *at = element + strcspn(element, " \t\r\n>");
    for (;;) {
        while (is_blank(*at)) at++;
        const size_t length = strcspn(at, " \t\r\n=>");
        const char *is = at + length;
        while (is_blank(*is)) is++;
        if (length == 0 || *is++ != '=') return false;
        while (is_blank(*is)) is++;
        const char *end = *is == '"' || *is == '\'' ? strchr(is + 1, *is) : NULL;
        if (end == NULL) return false;
        const size_t long_ = (size_t)(end - is) - 1;
        if (length == strlen(name) && strncmp(at, name, length) == 0) {
            if (long_ >= room) return false;
            memcpy(value, is + 1, long_);
            value[long_] = 0;
            return true;
        }
        at = end + 1;
    }
}

// Reads the beginning of an entry as text, a zero behind it. Returns false where there is none.
static bool read_entry(const char *zip, size_t size, const char *name, char *text)
{
    const size_t length = lope_scene_zip_begin((const unsigned char *)zip, size, name, (unsigned char *)text, BEGINNING - 1);
    text[length] = 0;
    return length > 0;
}

// Writes the name of the archive's file of the model.
static void find_model(const char *zip, size_t size, char *text, char path[PATH_MOST])
{
    static const char kind[] = "/3dmodel";
    char type[PATH_MOST], target[PATH_MOST];
    strcpy(path, USUAL_MODEL);
    if (!read_entry(zip, size, "_rels/.rels", text)) return;
    for (const char *e = next_element(text); e != NULL; e = next_element(e)) {
        if (!attribute(e, "Type", type, sizeof type) || !attribute(e, "Target", target, sizeof target)) continue;
        const size_t length = strlen(type), end = sizeof kind - 1;
        if (length < end || strcmp(type + length - end, kind) != 0) continue;
        strcpy(path, target[0] == '/' ? target + 1 : target);
        return;
    }
}

static double unit_of(const char *file, const char *model, lope_scene_fault *fault)
{
    char name[64];
    const char *element = next_element(model);
    if (element == NULL) {
        lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                        "%s: its model begins with no element, expected <model unit=\"...\">; export it again, or as .glb", file);
        return 0.0;
    }
    if (!attribute(element, "unit", name, sizeof name)) strcpy(name, "millimeter");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i].name, name) == 0) return units[i].metres;
    lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                    "%s: the unit of its model is \"%.60s\", expected micron, millimeter, centimeter, inch, foot or meter", file,
                    name);
    return 0.0;
}

double lope_scene_3mf_metres(const char *file, lope_scene_fault *fault)
{
    size_t size = 0;
    double metres = 0.0;
    char path[PATH_MOST];
    char *zip = lope_scene_read_file(file, LOPE_SCENE_LARGEST_MESH, "a 3MF file", &size, fault), *text = malloc(BEGINNING);
    if (zip == NULL || text == NULL) {
        if (zip != NULL) lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", file);
    } else {
        find_model(zip, size, text, path);
        if (read_entry(zip, size, path, text))
            metres = unit_of(file, text, fault);
        else
            lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                            "%s: %.200s is not in the archive or cannot be unpacked; export it again, or as .glb", file, path);
    }
    free(text);
    free(zip);
    return metres;
}
