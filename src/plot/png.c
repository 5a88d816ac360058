/* PNG (ISO/IEC 15948) of charts: flat areas whose rows repeat. Every row is filtered against the one
   above it, which leaves runs of zeros; deflate (RFC 1951) then needs runs and the fixed code only. */
#include "plot/canvas_formats.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/file.h"

/* Bits into bytes, lowest first. */
typedef struct packer {
    unsigned char *bytes;
    size_t used;
    uint32_t bits;
    int count;
} packer;

static void put(packer *p, uint32_t value, int count) {
    p->bits |= value << p->count;
    p->count += count;
    while (p->count >= 8) {
        p->bytes[p->used++] = (unsigned char)p->bits;
        p->bits >>= 8;
        p->count -= 8;
    }
}

/* Codes of the fixed table go in highest bit first. */
static void put_code(packer *p, uint32_t code, int count) {
    uint32_t turned = 0;
    for (int i = 0; i < count; i++) {
        turned |= ((code >> i) & 1U) << (count - 1 - i);
    }
    put(p, turned, count);
}

/* A byte, the end (256), or a length (257 to 285). */
static void put_symbol(packer *p, uint32_t symbol) {
    if (symbol < 144) {
        put_code(p, 0x30 + symbol, 8);
    } else if (symbol < 256) {
        put_code(p, 0x190 + symbol - 144, 9);
    } else if (symbol < 280) {
        put_code(p, symbol - 256, 7);
    } else {
        put_code(p, 0xC0 + symbol - 280, 8);
    }
}

/* The byte before, `length` (3 to 258) times again: distance 1. */
static void put_run(packer *p, int length) {
    static const int base[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                               31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const int extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    int i = (int)(sizeof base / sizeof base[0]) - 1;
    while (base[i] > length) {
        i--;
    }
    put_symbol(p, (uint32_t)(257 + i));
    put(p, (uint32_t)(length - base[i]), extra[i]);
    put_code(p, 0, 5);
}

static void deflate(packer *p, const unsigned char *data, size_t size) {
    put(p, 1, 1); /* the last block, */
    put(p, 1, 2); /* with the fixed code */
    for (size_t i = 0; i < size;) {
        size_t run = 0;
        while (i > 0 && i + run < size && run < 258 && data[i + run] == data[i - 1]) {
            run++;
        }
        if (run >= 3) {
            put_run(p, (int)run);
            i += run;
        } else {
            put_symbol(p, data[i++]);
        }
    }
    put_symbol(p, 256);
    put(p, 0, 7); /* up to a whole byte */
}

static void store_32(unsigned char *at, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        at[i] = (unsigned char)(value >> (24 - 8 * i));
    }
}

static uint32_t adler(const unsigned char *data, size_t size) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return (b << 16) | a;
}

static void write_part(FILE *out, const char *name, const unsigned char *data, size_t size) {
    unsigned char word[4];
    store_32(word, (uint32_t)size);
    fwrite(word, 1, 4, out);
    fwrite(name, 1, 4, out);
    fwrite(data, 1, size, out);
    store_32(word, rb_crc32(rb_crc32(0, name, 4), data, size));
    fwrite(word, 1, 4, out);
}

/* Rows less the row above, each behind the number of that filter. */
static void filter_up(unsigned char *out, const unsigned char *rgb, size_t row, int height) {
    for (int y = 0; y < height; y++) {
        const unsigned char *line = rgb + (size_t)y * row;
        *out++ = 2;
        for (size_t i = 0; i < row; i++) {
            *out++ = (unsigned char)(line[i] - (y > 0 ? line[i - row] : 0));
        }
    }
}

bool rb_png_write(FILE *out, int width, int height, const unsigned char *rgb) {
    size_t row = 3 * (size_t)width, size = (row + 1) * (size_t)height;
    unsigned char *rows = calloc(1, size);
    packer p = {.bytes = malloc(size + size / 8 + 64)};
    if (rows == NULL || p.bytes == NULL) {
        free(rows);
        free(p.bytes);
        return false;
    }
    filter_up(rows, rgb, row, height);
    p.bytes[p.used++] = 0x78; /* zlib, RFC 1950 */
    p.bytes[p.used++] = 0x01;
    deflate(&p, rows, size);
    store_32(p.bytes + p.used, adler(rows, size));
    p.used += 4;
    unsigned char head[13] = {[8] = 8, [9] = 2}; /* 8 bits a channel, colours */
    store_32(head, (uint32_t)width);
    store_32(head + 4, (uint32_t)height);
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, out);
    write_part(out, "IHDR", head, sizeof head);
    write_part(out, "IDAT", p.bytes, p.used);
    write_part(out, "IEND", head, 0);
    free(rows);
    free(p.bytes);
    return true;
}
