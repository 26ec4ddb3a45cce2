// gltf_buffer.c - loads buffers when they are first asked for, and cuts views out of them.
//
// A uri is base64 data or a path relative to the glTF file. No more is read of a file than its buffer's
// byteLength, and only of a regular file: a device or a pipe would have no end. Read next: gltf_accessor.c.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "gltf_buffer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#if !defined(S_ISREG)
#define S_ISREG(mode) (((mode)&S_IFMT) == S_IFREG)
#endif

#define LONGEST_PATH 4096

static int sextet(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// Decodes base64 up to its padding. Returns false when something else stands in it.
static bool decode_base64(const char *text, unsigned char *bytes, size_t *size)
{
    uint32_t bits = 0, count = 0;
    *size = 0;
    for (; *text != 0 && *text != '='; text++) {
        int value = sextet(*text);
        if (value < 0) return false;
        bits = bits << 6 | (uint32_t)value;
        if (++count % 4 != 1) bytes[(*size)++] = (unsigned char)(bits >> (count % 4 == 0 ? 0 : 8 - 2 * (count % 4)) & 255u);
    }
    while (*text == '=') text++;
    return *text == 0;
}

static bool load_data(const lope_gltf *g, lope_gltf_item buffer, const char *uri, lope_gltf_bytes *bytes)
{
    const char *data = strstr(uri, ";base64,");
    if (data == NULL) return lope_gltf_fail(g, buffer, "uri", "data without ;base64, in it, expected base64");
    data += 8;
    bytes->owned = malloc(strlen(data) / 4 * 3 + 4);
    if (bytes->owned == NULL) return lope_scene_fail(g->fault, LOPE_SCENE_OWN_FAULT, "%.250s: out of memory", g->file);
    if (!decode_base64(data, bytes->owned, &bytes->size))
        return lope_gltf_fail(g, buffer, "uri", "a character in its base64 that is none, expected letters, digits, + and /");
    return true;
}

static int hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Joins the glTF file's folder and a uri. Escapes of the uri such as %20 are decoded.
static bool path_of(const lope_gltf *g, lope_gltf_item buffer, const char *uri, char path[LONGEST_PATH])
{
    size_t length = 0;
    for (size_t i = 0; g->file[i] != 0; i++) {
        if (g->file[i] == '/' || g->file[i] == '\\') length = i + 1;
    }
    if (strstr(uri, "://") != NULL || uri[0] == '/' || uri[0] == '\\' || uri[0] == 0)
        return lope_gltf_fail(g, buffer, "uri", "found \"%.60s\", expected a file beside the glTF file, or base64 data", uri);
    if (length + strlen(uri) >= LONGEST_PATH) return lope_gltf_fail(g, buffer, "uri", "its path is too long");
    memcpy(path, g->file, length);
    for (; *uri != 0; uri++) {
        int value = *uri == '%' && hex(uri[1]) >= 0 && hex(uri[2]) >= 0 ? 16 * hex(uri[1]) + hex(uri[2]) : -1;
        path[length++] = value > 0 ? (char)value : *uri;
        if (value > 0) uri += 2;
    }
    path[length] = 0;
    return true;
}

static bool load_file(const lope_gltf *g, lope_gltf_item buffer, const char *uri, size_t wanted, lope_gltf_bytes *bytes)
{
    char path[LONGEST_PATH];
    struct stat about;
    if (!path_of(g, buffer, uri, path)) return false;
    FILE *stream = stat(path, &about) == 0 && S_ISREG(about.st_mode) ? fopen(path, "rb") : NULL;
    if (stream == NULL)
        return lope_gltf_fail(g, buffer, "uri", "%.200s cannot be read, expected that file beside the glTF file", path);
    if (about.st_size >= 0 && (uint64_t)about.st_size < wanted) wanted = (size_t)about.st_size;
    bytes->owned = malloc(wanted + 1);
    if (bytes->owned != NULL) bytes->size = fread(bytes->owned, 1, wanted, stream);
    fclose(stream);
    return bytes->owned != NULL || lope_scene_fail(g->fault, LOPE_SCENE_OWN_FAULT, "%.250s: out of memory", g->file);
}

static bool load(lope_gltf *g, uint32_t index, lope_gltf_bytes *bytes)
{
    lope_gltf_item buffer = lope_gltf_at(&g->buffers, index);
    const char *uri = lope_gltf_text(g, buffer, "uri");
    uint64_t wanted = 0;
    if (!lope_gltf_integer(g, buffer, "byteLength", 1, INT32_MAX, &wanted)) return false;
    if (wanted == 0) return lope_gltf_fail(g, buffer, "byteLength", "is missing, expected the buffer's size");
    bool good = true;
    if (uri != NULL) {
        good =
            strncmp(uri, "data:", 5) == 0 ? load_data(g, buffer, uri, bytes) : load_file(g, buffer, uri, (size_t)wanted, bytes);
        bytes->at = bytes->owned;
    } else if (index == 0 && g->chunk != NULL) {
        bytes->at = g->chunk;
        bytes->size = g->chunk_size;
    } else {
        bool packed = lope_gltf_extension(g, buffer, "EXT_meshopt_compression").json != NULL;
        good = lope_gltf_fail(g, buffer, NULL, "%s",
                              packed ? "EXT_meshopt_compression: export without compression"
                                     : "no uri and no binary chunk, expected its bytes; export the file again as .glb");
    }
    if (good && bytes->size < wanted) {
        return lope_gltf_fail(g, buffer, NULL, "%llu of its %llu bytes are there, so the file was cut off; export it again",
                              (unsigned long long)bytes->size, (unsigned long long)wanted);
    }
    if (good) bytes->size = (size_t)wanted;
    return good;
}

bool lope_gltf_view(lope_gltf *g, uint32_t index, lope_gltf_bytes *bytes, size_t *stride)
{
    lope_gltf_item view = lope_gltf_at(&g->views, index);
    uint32_t buffer = LOPE_GLTF_NONE;
    uint64_t offset = 0, length = 0, step = 0;
    if (!lope_gltf_index(g, view, "buffer", &g->buffers, &buffer) ||
        !lope_gltf_integer(g, view, "byteOffset", 0, INT32_MAX, &offset) ||
        !lope_gltf_integer(g, view, "byteLength", 1, INT32_MAX, &length) ||
        !lope_gltf_integer(g, view, "byteStride", 0, 252, &step))
        return false;
    if (buffer == LOPE_GLTF_NONE) return lope_gltf_fail(g, view, "buffer", "is missing, expected the number of a buffer");
    lope_gltf_bytes *whole = &g->buffer_bytes[buffer];
    if (whole->at == NULL && !load(g, buffer, whole)) return false;
    if (offset + length > whole->size) {
        return lope_gltf_fail(g, view, NULL, "ends at byte %llu, past the %llu of its buffer; export the file again",
                              (unsigned long long)(offset + length), (unsigned long long)whole->size);
    }
    *bytes = (lope_gltf_bytes){.at = whole->at + offset, .size = (size_t)length};
    *stride = (size_t)step;
    return true;
}
