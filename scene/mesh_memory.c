// mesh_memory.c - the file system that assimp sees: one file in memory, the rest on the disk (the .mtl of an
// .obj).
//
// Read next: mesh_import.c.
#include "mesh_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// An open file: a stream, or a text and a place in it.
typedef struct handle {
    struct aiFile file;
    FILE *stream; // NULL: in memory
    const char *text;
    size_t size, at;
} handle;

static handle *handle_of(const struct aiFile *file) { return (handle *)(void *)file->UserData; }

// As fread: the number of whole elements.
static size_t read_elements(struct aiFile *file, char *to, size_t size, size_t count)
{
    handle *h = handle_of(file);
    if (h->stream != NULL) return fread(to, size, count, h->stream);
    size_t left = size == 0 ? 0 : (h->size - h->at) / size;
    if (count > left) count = left;
    memcpy(to, h->text + h->at, size * count);
    h->at += size * count;
    return count;
}

static size_t write_nothing(struct aiFile *file, const char *from, size_t size, size_t count)
{
    (void)file;
    (void)from;
    (void)size;
    (void)count;
    return 0;
}

static size_t tell(struct aiFile *file)
{
    handle *h = handle_of(file);
    long at = h->stream == NULL ? 0 : ftell(h->stream);
    return h->stream == NULL ? h->at : at < 0 ? 0 : (size_t)at;
}

static size_t size_of(struct aiFile *file)
{
    handle *h = handle_of(file);
    if (h->stream == NULL) return h->size;
    long at = ftell(h->stream), size = fseek(h->stream, 0, SEEK_END) == 0 ? ftell(h->stream) : -1;
    if (at < 0 || size < 0 || fseek(h->stream, at, SEEK_SET) != 0) return 0;
    return (size_t)size;
}

static enum aiReturn seek(struct aiFile *file, size_t offset, enum aiOrigin origin)
{
    handle *h = handle_of(file);
    size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? tell(file) : size_of(file);
    if (offset > size_of(file) || from + offset > size_of(file)) return aiReturn_FAILURE;
    if (h->stream != NULL) return fseek(h->stream, (long)(from + offset), SEEK_SET) == 0 ? aiReturn_SUCCESS : aiReturn_FAILURE;
    h->at = from + offset;
    return aiReturn_SUCCESS;
}

static void flush(struct aiFile *file) { (void)file; }

static struct aiFile *open_file(struct aiFileIO *io, const char *name, const char *mode)
{
    const lope_scene_memory_file *own = (const lope_scene_memory_file *)(void *)io->UserData;
    handle *h = calloc(1, sizeof *h);
    if (h == NULL) return NULL;
    if (strcmp(name, own->name) == 0) {
        h->text = own->text;
        h->size = own->size;
    } else {
        h->stream = strchr(mode, 'r') != NULL ? fopen(name, "rb") : NULL;
    }
    if (h->text == NULL && h->stream == NULL) {
        free(h);
        return NULL;
    }
    h->file = (struct aiFile){.ReadProc = read_elements,
                              .WriteProc = write_nothing,
                              .TellProc = tell,
                              .FileSizeProc = size_of,
                              .SeekProc = seek,
                              .FlushProc = flush,
                              .UserData = (aiUserData)(void *)h};
    return &h->file;
}

static void close_file(struct aiFileIO *io, struct aiFile *file)
{
    (void)io;
    handle *h = handle_of(file);
    if (h->stream != NULL) fclose(h->stream);
    free(h);
}

struct aiFileIO lope_scene_memory_io(lope_scene_memory_file *file)
{
    struct aiFileIO io = {.OpenProc = open_file, .CloseProc = close_file, .UserData = (aiUserData)(void *)file};
    return io;
}
