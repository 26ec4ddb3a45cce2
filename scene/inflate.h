// inflate.h - unpacks what zip archives hold: the deflate format of RFC 1951.
//
// zlib is not asked for: the programs that read meshes do without it. Read next: zip_entry.h.
#ifndef LOPE_SCENE_INFLATE_H
#define LOPE_SCENE_INFLATE_H

#include <stddef.h>

// Unpacks `size` bytes into `to`, which has room for `room` bytes, and stops when that is full. Returns the
// bytes written: at a fault in the data those before it.
size_t lope_scene_inflate(const unsigned char *from, size_t size, unsigned char *to, size_t room);

#endif
