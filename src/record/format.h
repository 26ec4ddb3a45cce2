// format.h - recordings as bytes, version 3: what write.c writes and read.c reads.
//
// All numbers are little-endian; floats and doubles go by their bits. `number` below is 7 bits a byte, the lowest first, the top bit set on
// all but the last; `text` is its length as a number and its bytes, no zeros. A recording is 8 bytes of magic and then chunks:
//
//   4 bytes  tag
//   u32      bytes of the payload
//   u64      FNV-1a over the chunk's number (u32, from 0), the tag, the length and the payload
//   payload
//
// So any byte that is changed, and any chunk left out or moved, is noticed, and the chunk in which it was is known.
//
//   HEAD  u32 version; text name, level; u64 level hash; u32 tick rate as a float; byte: 1 with queries; number of ticks;
//         number of modes, text each: the name of mode 0, 1, ...;
//         number of movesets, each: u64 hash, number of fields, each: text name, byte: 1 for an integer, u32: it, or the float
//         number of curves, each: number kind, number of points, each: u32 x and y as floats;
//         number of sensors, each: u32 channels, a, b and radius as floats
//         number of modes of the game's own, text each: the name of mode LOPE_MODE_GAME, and so on
//   TICK  once a second: number of the first tick, number of ticks, then the ticks
//   DONE  number of chunks before it; u64 bytes before it
//
// A tick is
//   number   flags: LOPE_TICK_...
//   number   moveset
//   number   dt, bits that differ from the tick before
//   fields   input, from the tick before
//   fields   state before, from the state after the tick before: with LOPE_TICK_APART
//   fields   state after, from the state before
//   fields   terms, from zeros
//   events   number, then fields each, from zeros; with LOPE_TICK_CUT number of events, queries, shapes that were dropped
//   bodies   number, then each: fields, from the body of that id in the tick before; 1 with a volume, 0 without, and its fields, from that body's; number of shapes, then fields each, from the shape in
//            the same place of that body
//   queries  number, then fields each, from the query before
//
// The first tick of a TICK chunk has nothing before it: all is told from zeros. So a chunk can be read without those before it.
// How fields are told says fields.h. Version 2 has the fields of a state that were there before pages, and no others. A field that is added gets a new version. (`firm` and `falls` of a body came to version 2 later: recordings without
// it are the same bytes.)
#ifndef LOPE_RECORD_FORMAT_H
#define LOPE_RECORD_FORMAT_H

#define LOPE_RECORD_VERSION 3u
#define LOPE_RECORD_OLDEST 2u           // version that is read
#define LOPE_RECORD_MAGIC "\x89lopeREC" // 8 bytes
#define LOPE_RECORD_MAGIC_BYTES 8
#define LOPE_CHUNK_BYTES 16 // before the payload

#define LOPE_TICK_APART 1u // the state was set by somebody else before this tick
#define LOPE_TICK_CUT 2u   // something was dropped

#endif
