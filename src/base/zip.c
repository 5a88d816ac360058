/* Zip archives (APPNOTE 6.3: stored and deflated members, no encryption, no zip64) and deflate (RFC 1951). */
#include "base/zip.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* ---------------------------------------------------------------- deflate */

typedef struct bit_reader {
    const unsigned char *data;
    size_t size, at;
    uint32_t buffer;
    int count;   /* bits in the buffer */
    bool failed; /* read past the end */
} bit_reader;

static unsigned take_bits(bit_reader *r, int count) {
    while (r->count < count) {
        r->failed |= r->at >= r->size;
        r->buffer |= (uint32_t)(r->failed ? 0 : r->data[r->at++]) << r->count;
        r->count += 8;
    }
    unsigned bits = r->buffer & ((1u << count) - 1);
    r->buffer >>= count;
    r->count -= count;
    return bits;
}

enum { CODE_BITS = 15, SYMBOLS = 288, DISTANCES = 30, LENGTH_CODES = 19 };

/* A canonical Huffman code: how many symbols have each length, and the symbols in the order of their codes.
 */
typedef struct huffman {
    uint16_t count[CODE_BITS + 1];
    uint16_t symbol[SYMBOLS];
} huffman;

/* Returns false for lengths that assign more codes than there are. */
static bool make_code(huffman *h, const unsigned char *lengths, int n) {
    uint16_t offset[CODE_BITS + 2] = {0};
    memset(h, 0, sizeof *h);
    for (int i = 0; i < n; i++) {
        h->count[lengths[i]]++;
    }
    h->count[0] = 0;
    int left = 1;
    for (int b = 1; b <= CODE_BITS; b++) {
        left = 2 * left - h->count[b];
        if (left < 0) {
            return false;
        }
        offset[b + 1] = (uint16_t)(offset[b] + h->count[b]);
    }
    for (int i = 0; i < n; i++) {
        if (lengths[i] != 0) {
            h->symbol[offset[lengths[i]]++] = (uint16_t)i;
        }
    }
    return true;
}

/* Returns the next symbol; -1 for a code that does not exist. */
static int take_symbol(bit_reader *r, const huffman *h) {
    int code = 0, first = 0, index = 0;
    for (int b = 1; b <= CODE_BITS; b++) {
        code |= (int)take_bits(r, 1);
        int count = h->count[b];
        if (code - first < count) {
            return r->failed ? -1 : h->symbol[index + code - first];
        }
        index += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    return -1;
}

typedef struct inflater {
    bit_reader in;
    unsigned char *out;
    size_t used, size;
} inflater;

static bool copy_match(inflater *z, int symbol, const huffman *distances) {
    static const uint16_t base[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const unsigned char extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                          2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    int k = symbol - 257;
    if (k >= (int)sizeof extra) {
        return false;
    }
    size_t length = base[k] + take_bits(&z->in, extra[k]);
    int d = take_symbol(&z->in, distances);
    if (d < 0 || d >= DISTANCES) {
        return false;
    }
    int more = d < 4 ? 0 : d / 2 - 1;
    size_t distance = (size_t)(d < 4 ? d + 1 : ((2 + d % 2) << more) + 1) + take_bits(&z->in, more);
    if (distance > z->used || length > z->size - z->used) {
        return false;
    }
    for (size_t i = 0; i < length; i++, z->used++) {
        z->out[z->used] = z->out[z->used - distance];
    }
    return true;
}

static bool inflate_coded(inflater *z, const huffman *literals, const huffman *distances) {
    for (;;) {
        int symbol = take_symbol(&z->in, literals);
        if (symbol == 256) {
            return true;
        }
        if (symbol < 0 || (symbol < 256 && z->used == z->size)) {
            return false;
        }
        if (symbol < 256) {
            z->out[z->used++] = (unsigned char)symbol;
        } else if (!copy_match(z, symbol, distances)) {
            return false;
        }
    }
}

static bool inflate_stored(inflater *z) {
    bit_reader *in = &z->in;
    in->at -= (size_t)(in->count / 8); /* whole bytes that were read ahead */
    in->buffer = 0, in->count = 0;
    if (in->failed || in->size - in->at < 4) {
        return false;
    }
    size_t length = in->data[in->at] | (size_t)in->data[in->at + 1] << 8;
    size_t check = in->data[in->at + 2] | (size_t)in->data[in->at + 3] << 8;
    in->at += 4;
    if ((length ^ check) != 0xffff || length > in->size - in->at || length > z->size - z->used) {
        return false;
    }
    memcpy(z->out + z->used, in->data + in->at, length);
    in->at += length, z->used += length;
    return true;
}

static bool inflate_fixed(inflater *z) {
    unsigned char lengths[SYMBOLS];
    huffman literals, distances;
    for (int i = 0; i < SYMBOLS; i++) {
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    }
    make_code(&literals, lengths, SYMBOLS);
    memset(lengths, 5, DISTANCES);
    make_code(&distances, lengths, DISTANCES);
    return inflate_coded(z, &literals, &distances);
}

static bool inflate_dynamic(inflater *z) {
    static const unsigned char order[LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    unsigned char lengths[SYMBOLS + 32] = {0}, of_lengths[LENGTH_CODES] = {0};
    huffman literals, distances;
    int literal_count = (int)take_bits(&z->in, 5) + 257, distance_count = (int)take_bits(&z->in, 5) + 1;
    int coded = (int)take_bits(&z->in, 4) + 4, total = literal_count + distance_count;
    for (int i = 0; i < coded; i++) {
        of_lengths[order[i]] = (unsigned char)take_bits(&z->in, 3);
    }
    if (literal_count > SYMBOLS || distance_count > DISTANCES ||
        !make_code(&literals, of_lengths, LENGTH_CODES)) {
        return false;
    }
    for (int i = 0; i < total;) {
        int symbol = take_symbol(&z->in, &literals), repeat = 1;
        unsigned char value = (unsigned char)symbol;
        if (symbol < 0 || (symbol == 16 && i == 0)) {
            return false;
        }
        if (symbol == 16) {
            value = lengths[i - 1];
            repeat = 3 + (int)take_bits(&z->in, 2);
        } else if (symbol > 16) {
            value = 0;
            repeat = symbol == 17 ? 3 + (int)take_bits(&z->in, 3) : 11 + (int)take_bits(&z->in, 7);
        }
        if (repeat > total - i) {
            return false;
        }
        memset(lengths + i, value, (size_t)repeat);
        i += repeat;
    }
    return make_code(&literals, lengths, literal_count) &&
           make_code(&distances, lengths + literal_count, distance_count) &&
           inflate_coded(z, &literals, &distances);
}

bool rb_inflate(const unsigned char *data, size_t size, unsigned char *out, size_t out_size) {
    inflater z = {.in = {.data = data, .size = size}, .size = out_size};
    z.out = out;
    for (bool last = false; !last;) {
        last = take_bits(&z.in, 1) != 0;
        unsigned type = take_bits(&z.in, 2);
        bool ok = !z.in.failed && type != 3 &&
                  (type == 0   ? inflate_stored(&z)
                   : type == 1 ? inflate_fixed(&z)
                               : inflate_dynamic(&z));
        if (!ok) {
            return false;
        }
    }
    return z.used == out_size && !z.in.failed;
}

/* ---------------------------------------------------------------- archives */

enum { END_SIZE = 22, ENTRY_SIZE = 46, LOCAL_SIZE = 30, STORED = 0, DEFLATED = 8 };
#define MEMBER_MAX ((size_t)256 << 20) /* bytes of an extracted member at most */

static size_t word(const unsigned char *p) {
    return p[0] | (size_t)p[1] << 8;
}

static size_t long_word(const unsigned char *p) {
    return word(p) | word(p + 2) << 16;
}

/* Returns the end of the central directory; NULL without one. A comment may follow it. */
static const unsigned char *find_end(const unsigned char *data, size_t size) {
    for (size_t back = END_SIZE; back <= size && back <= END_SIZE + 0xffff; back++) {
        if (memcmp(data + size - back, "PK\5\6", 4) == 0) {
            return data + size - back;
        }
    }
    return NULL;
}

static bool ends_in(const unsigned char *name, size_t length, const char *suffix) {
    size_t n = strlen(suffix);
    return length >= n && memcmp(name + length - n, suffix, n) == 0;
}

/* Returns the entry of the central directory; NULL if there is none or the directory is damaged. */
static const unsigned char *find_entry(const unsigned char *data, size_t size, const char *suffix) {
    const unsigned char *end = find_end(data, size);
    size_t at = end != NULL ? long_word(end + 16) : size;
    while (at <= size && size - at >= ENTRY_SIZE && memcmp(data + at, "PK\1\2", 4) == 0) {
        const unsigned char *entry = data + at;
        size_t name = word(entry + 28), all = ENTRY_SIZE + name + word(entry + 30) + word(entry + 32);
        if (all > size - at) {
            return NULL;
        }
        if (ends_in(entry + ENTRY_SIZE, name, suffix)) {
            return entry;
        }
        at += all;
    }
    return NULL;
}

static bool unpack(const unsigned char *data, size_t size, const unsigned char *entry, unsigned char *out) {
    size_t packed = long_word(entry + 20), plain = long_word(entry + 24), at = long_word(entry + 42);
    size_t method = word(entry + 10);
    if (at > size || size - at < LOCAL_SIZE || memcmp(data + at, "PK\3\4", 4) != 0) {
        return false;
    }
    size_t head = LOCAL_SIZE + word(data + at + 26) + word(data + at + 28);
    if (head > size - at || packed > size - at - head) {
        return false;
    }
    if (method == STORED && packed == plain) {
        memcpy(out, data + at + head, plain);
    } else if (method != DEFLATED || !rb_inflate(data + at + head, packed, out, plain)) {
        return false;
    }
    return rb_crc32(0, out, plain) == long_word(entry + 16);
}

rb_status rb_zip_extract(const unsigned char *data, size_t size, const char *suffix, const char *where,
                         char **out, rb_error *err) {
    const unsigned char *entry = find_entry(data, size, suffix);
    *out = NULL;
    if (entry == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a zip archive with a member \"*%s\"", where, suffix);
    }
    size_t plain = long_word(entry + 24);
    if (plain > MEMBER_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a member \"*%s\" of at most 256 MiB", where, suffix);
    }
    char *text = malloc(plain + 1);
    if (text == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", where);
    }
    if (!unpack(data, size, entry, (unsigned char *)text)) {
        free(text);
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: member \"*%s\": expected intact data, stored or deflated, without encryption",
                       where, suffix);
    }
    text[plain] = '\0';
    *out = text;
    return RB_OK;
}

/* ---------------------------------------------------------------- writing */

static void put(FILE *out, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) {
        fputc((int)(value >> (8 * i) & 255), out);
    }
}

/* The part that a member's own head and its entry in the directory share: version 2.0, no flags, stored, on
   1 January 1980, checksum, sizes, length of the name, nothing extra. */
static void put_facts(FILE *out, const rb_zip_member *member) {
    put(out, 20, 2);
    put(out, 0, 4);
    put(out, 0, 2);
    put(out, 33, 2);
    put(out, rb_crc32(0, member->data, member->size), 4);
    put(out, (uint32_t)member->size, 4);
    put(out, (uint32_t)member->size, 4);
    put(out, (uint32_t)strlen(member->name), 2);
    put(out, 0, 2);
}

void rb_zip_write(const rb_zip_member *members, int count, FILE *out) {
    uint32_t at = 0, places[8] = {0}, directory = 0;
    for (int i = 0; i < count && i < 8; i++) {
        places[i] = at;
        fputs("PK\x03\x04", out);
        put_facts(out, &members[i]);
        fputs(members[i].name, out);
        fwrite(members[i].data, 1, members[i].size, out);
        at += 30 + (uint32_t)strlen(members[i].name) + (uint32_t)members[i].size;
    }
    for (int i = 0; i < count && i < 8; i++) {
        fputs("PK\x01\x02", out);
        put(out, 20, 2);
        put_facts(out, &members[i]);
        put(out, 0, 2); /* length of a comment */
        put(out, 0, 4); /* number of the disk, attributes inside */
        put(out, 0, 4); /* attributes outside */
        put(out, places[i], 4);
        fputs(members[i].name, out);
        directory += 46 + (uint32_t)strlen(members[i].name);
    }
    fputs("PK\x05\x06", out);
    put(out, 0, 4);
    put(out, (uint32_t)count, 2);
    put(out, (uint32_t)count, 2);
    put(out, directory, 4);
    put(out, at, 4);
    put(out, 0, 2);
}
