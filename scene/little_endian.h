// little_endian.h - numbers of binary mesh files: the lowest byte stands first.
#ifndef LOPE_SCENE_LITTLE_ENDIAN_H
#define LOPE_SCENE_LITTLE_ENDIAN_H

#include <stdint.h>

// Returns the number in 2 bytes.
static inline uint32_t lope_scene_u16_at(const unsigned char *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }
// Returns the number in 4 bytes.
static inline uint32_t lope_scene_u32_at(const unsigned char *at)
{
    return lope_scene_u16_at(at) | lope_scene_u16_at(at + 2) << 16;
}

#endif
