// line.c - writes words and fixed-point numbers into a line, byte by byte. See line.h.
#include "record/line.h"

#define LARGEST 1e12     // beyond it "?" is written
#define MOST_DECIMALS 6u // behind the point

// Appends a character, or only counts it when the buffer is full.
static void put(lope_line *line, char c)
{
    if (line->length + 1 < line->size) {
        line->text[line->length] = c;
        line->text[line->length + 1] = 0;
    }
    line->length++;
}

void lope_line_put(lope_line *line, const char *words)
{
    for (; *words != 0; words++) put(line, *words);
}

void lope_line_name(lope_line *line, const char *name)
{
    for (; *name != 0; name++) put(line, (unsigned char)*name < 32 ? '?' : *name);
}

// Appends a whole number with at least `least` digits.
static void put_digits(lope_line *line, uint64_t number, unsigned least)
{
    char digits[20];
    unsigned count = 0;
    do {
        digits[count++] = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number > 0 || count < least);
    while (count > 0) put(line, digits[--count]);
}

void lope_line_whole(lope_line *line, uint64_t number) { put_digits(line, number, 1); }

// Appends a number. cut: without zeros at its end.
static void put_number(lope_line *line, double number, unsigned decimals, bool cut)
{
    if (decimals > MOST_DECIMALS) decimals = MOST_DECIMALS;
    if (!(number > -LARGEST && number < LARGEST)) {
        put(line, '?');
        return;
    }
    double size = number < 0 ? -number : number;
    uint64_t power = 1, whole = (uint64_t)size;
    for (unsigned i = 0; i < decimals; i++) power *= 10;
    // The part behind the point is exact. It is rounded once by the product, and once to a whole number.
    uint64_t rest = (uint64_t)((size - (double)whole) * (double)power + 0.5);
    if (rest == power) {
        whole++;
        rest = 0;
    }
    if (number < 0 && (whole > 0 || rest > 0)) put(line, '-');
    put_digits(line, whole, 1);
    for (; cut && decimals > 0 && rest % 10 == 0; decimals--) rest /= 10;
    if (decimals == 0) return;
    put(line, '.');
    put_digits(line, rest, decimals);
}

void lope_line_number(lope_line *line, double number, unsigned decimals) { put_number(line, number, decimals, false); }
void lope_line_short(lope_line *line, double number, unsigned decimals) { put_number(line, number, decimals, true); }
