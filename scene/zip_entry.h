// zip_entry.h - the beginning of a file within a zip archive.
//
// Read next: zip_entry.c, inflate.h, mesh_3mf.c.
#ifndef LOPE_SCENE_ZIP_ENTRY_H
#define LOPE_SCENE_ZIP_ENTRY_H

#include <stddef.h>

// Writes the first bytes, `room` at most, of the entry of that name: letters of either case are the same. zip:
// the archive, of `size` bytes. Returns the bytes written; 0 where there is no such entry, or it cannot be read.
size_t lope_scene_zip_begin(const unsigned char *zip, size_t size, const char *name, unsigned char *to, size_t room);

#endif
