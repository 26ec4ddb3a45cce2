// format.h - recordings as bytes, version 4: what write.c writes and read.c reads.
//
// All numbers are little-endian; floats and doubles go by their bits. Two kinds of item have a length that
// varies:
//
//   number  7 bits a byte, the lowest first; the top bit is set on all bytes but the last
//   text    its length as a number, then its bytes, none of which is zero
//
// A recording is 8 bytes of magic, and then chunks:
//
//   4 bytes  tag
//   u32      bytes of the payload
//   u64      FNV-1a over the chunk's number (u32, from 0), the tag, the length and the payload
//   payload
//
// So a byte that was changed, and a chunk that was left out or moved, are found, with the chunk they are in.
//
//   HEAD  u32 version
//         text name, text level, u64 level hash, u32 tick rate as a float
//         byte: 1 with queries
//         number of ticks
//         number of modes, then a text each: the name of mode 0, 1, ...
//         number of movesets, then each:
//           u64 hash
//           number of fields, each: text name, byte: 1 for an integer, u32: the integer, or the float's bits
//           number of curves, each: number kind, number of points, each: u32 x and y as floats
//           number of sensors, each: u32 channels, a, b and radius as floats
//           number of modes of the game's own, text each: the name of mode LOPE_MODE_GAME, and so on
//           in version 4: number of abilities, text each: the name of ability 0, and so on
//   TICK  once a second: number of the first tick, number of ticks, then the ticks
//   DONE  number of chunks before it, u64 bytes before it
//
// A tick is
//
//   number   flags: LOPE_TICK_...
//   number   moveset
//   number   dt: the bits that differ from the tick before
//   fields   input, from the tick before
//   fields   with LOPE_TICK_APART: state before, from the state after the tick before
//   fields   state after, from the state before
//   fields   terms, from zeros
//   events   number, then fields each, from zeros
//   numbers  with LOPE_TICK_CUT: events, queries and shapes that were dropped
//   bodies   number, then each:
//              number id; fields, from the body of that id in the tick before
//              number: 1 with a volume, 0 without; its fields, from the volume of that body
//              number of shapes, then fields each, from the shape in the same place of that body
//   queries  number, then fields each, from the query before
//
// fields.h says how fields are written. The first tick of a TICK chunk has nothing before it: all is written
// as the change from zeros. So a chunk can be read without those before it.
//
// Versions: a field that is added gets a new version. Version 2 has the fields of a state from before there
// were pages, and no others. The body's `firm` and `falls` came to version 2 later: recordings without them
// are the same bytes. Version 3 has no names of abilities. A recording without abilities is still written as
// version 3, so it is the same bytes as before.
#ifndef LOPE_RECORD_FORMAT_H
#define LOPE_RECORD_FORMAT_H

#define LOPE_RECORD_VERSION 4u
#define LOPE_RECORD_WITHOUT_ABILITIES 3u // version that is written when no moveset has abilities
#define LOPE_RECORD_OLDEST 2u            // version that is read
#define LOPE_RECORD_MAGIC "\x89lopeREC"  // 8 bytes
#define LOPE_RECORD_MAGIC_BYTES 8
#define LOPE_CHUNK_BYTES 16 // before the payload

#define LOPE_TICK_APART 1u // the state before the tick is written too: the game set it, or the chunk begins
#define LOPE_TICK_CUT 2u   // events, queries or shapes were dropped

#endif
