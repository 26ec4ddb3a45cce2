// replay.c - a fuzz target as a plain program: plays the files named on the command line through it, without
// libFuzzer. What a fuzzer once found stands in seeds/ and is played this way by ctest.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint8_t *read_whole(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    if (!file) return NULL;
    size_t capacity = 4096, count;
    uint8_t *data = malloc(capacity);
    *size = 0;
    while (data && (count = fread(data + *size, 1, capacity - *size, file)) > 0) {
        *size += count;
        if (*size < capacity) continue;
        uint8_t *more = realloc(data, capacity *= 2);
        if (!more) free(data);
        data = more;
    }
    fclose(file);
    return data;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        size_t size = 0;
        uint8_t *data = read_whole(argv[i], &size);
        if (!data) {
            fprintf(stderr, "cannot read %s\n", argv[i]);
            return 1;
        }
        fprintf(stderr, "%s\n", argv[i]); // before it is played: a character that crashes is the last one named
        LLVMFuzzerTestOneInput(data, size);
        free(data);
    }
    printf("%d inputs\n", argc - 1);
    return argc > 1 ? 0 : 1;
}
