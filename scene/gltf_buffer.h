// gltf_buffer.h - the bytes of a glTF file's buffers: in its text, in files beside it, or in the GLB's own
// chunk.
//
// Read next: gltf_buffer.c; gltf_accessor.c, which reads numbers out of them.
#ifndef LOPE_SCENE_GLTF_BUFFER_H
#define LOPE_SCENE_GLTF_BUFFER_H

#include "gltf_json.h"

// Fills `bytes` with a buffer view's bytes, and `stride` with its byteStride (0: none). Returns false on a
// fault.
bool lope_gltf_view(lope_gltf *g, uint32_t view, lope_gltf_bytes *bytes, size_t *stride);

#endif
