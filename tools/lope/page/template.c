// template.c - the pages' templates, out of the bytes that the build has put into this program.
#include "page_private.h"

#include <string.h>
#include <zlib.h>

bool page_template_text(const unsigned char *zipped, size_t size, page_bytes *text)
{
    unsigned char part[16384];
    z_stream stream = {0};
    if (inflateInit2(&stream, 15 + 16) != Z_OK) return false;
    stream.next_in = (unsigned char *)(uintptr_t)zipped; // zlib's interface knows no const
    stream.avail_in = (uInt)size;
    int result = Z_OK;
    while (result == Z_OK) {
        stream.next_out = part;
        stream.avail_out = sizeof part;
        result = inflate(&stream, Z_NO_FLUSH);
        page_bytes_add(text, part, sizeof part - stream.avail_out);
    }
    inflateEnd(&stream);
    return result == Z_STREAM_END && !text->failed;
}
