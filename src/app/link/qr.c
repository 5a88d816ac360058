#include "app/link/qr.h"

#include <stdlib.h>
#include <string.h>

enum { VERSIONS = 40, BYTES_MAX = 3706 /* of version 40, with error correction */ };

/* Level L, by version from 1: error correction bytes per block, number of blocks. */
static const unsigned char check_bytes[VERSIONS + 1] = {
    0,  7,  10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
    28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30};
static const unsigned char block_count[VERSIONS + 1] = {
    0, 1, 1, 1,  1,  1,  2,  2,  2,  2,  4,  4,  4,  4,  4,  6,  6,  6,  6,  7, 8,
    8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25};

/* The code while it is made. */
typedef struct draft {
    int version;
    rb_qr *qr;
    bool fixed[RB_QR_SIZE_MAX][RB_QR_SIZE_MAX]; /* finder, timing, format: carries no data */
    unsigned char bytes[BYTES_MAX];             /* data, then data and error correction interleaved */
} draft;

/* ---------------------------------------------------------------- sizes */

static int alignment_count(int version) {
    return version == 1 ? 0 : version / 7 + 2;
}

/* Bytes that fit, with error correction. */
static int total_bytes(int version) {
    int count = alignment_count(version), side = 4 * version + 17;
    int fixed = 3 * 64 + 2 * (side - 16) + 31; /* finders with separators, timing, format and dark module */
    if (count > 0) {
        fixed += 25 * (count * count - 3) - 10 * (count - 2); /* those on the timing lines share 5 modules */
    }
    fixed += version >= 7 ? 36 : 0;
    return (side * side - fixed) / 8;
}

static int data_bytes(int version) {
    return total_bytes(version) - check_bytes[version] * block_count[version];
}

static int length_bits(int version) {
    return version < 10 ? 8 : 16;
}

/* ---------------------------------------------------------------- data and error correction */

static void put_bits(draft *d, int *used, unsigned value, int count) {
    for (int i = count - 1; i >= 0; i--, (*used)++) {
        d->bytes[*used / 8] |= (unsigned char)(((value >> i) & 1u) << (7 - *used % 8));
    }
}

static void put_text(draft *d, const char *text, size_t length) {
    int used = 0, room = 8 * data_bytes(d->version);
    put_bits(d, &used, 4, 4); /* byte mode */
    put_bits(d, &used, (unsigned)length, length_bits(d->version));
    for (size_t i = 0; i < length; i++) {
        put_bits(d, &used, (unsigned char)text[i], 8);
    }
    used = used + 4 < room ? used + 4 : room; /* terminator */
    used = (used + 7) / 8 * 8;
    for (unsigned pad = 0xec; used < room; pad ^= 0xec ^ 0x11) {
        put_bits(d, &used, pad, 8);
    }
}

/* Product in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
static unsigned multiply(unsigned a, unsigned b) {
    unsigned product = 0;
    for (int i = 7; i >= 0; i--) {
        product = (product << 1) ^ ((product >> 7) * 0x11d);
        product ^= ((b >> i) & 1u) * a;
    }
    return product;
}

/* The remainder of the data by the generator polynomial of this degree (Reed–Solomon). */
static void add_check(const unsigned char *data, int length, int degree, unsigned char *check) {
    unsigned char generator[32] = {0};
    unsigned root = 1;
    generator[degree - 1] = 1;
    for (int i = 0; i < degree; i++, root = multiply(root, 2)) {
        for (int k = 0; k < degree; k++) {
            unsigned next = k + 1 < degree ? generator[k + 1] : 0;
            generator[k] = (unsigned char)(multiply(generator[k], root) ^ next);
        }
    }
    memset(check, 0, (size_t)degree);
    for (int i = 0; i < length; i++) {
        unsigned factor = data[i] ^ check[0];
        memmove(check, check + 1, (size_t)degree - 1);
        check[degree - 1] = 0;
        for (int k = 0; k < degree; k++) {
            check[k] ^= (unsigned char)multiply(generator[k], factor);
        }
    }
}

/* Splits the data into blocks, adds their error correction, and takes a byte of each block in turn. The
   last blocks are a byte longer. */
static void interleave(draft *d) {
    unsigned char data[BYTES_MAX], check[25][30];
    int blocks = block_count[d->version], degree = check_bytes[d->version];
    int count = data_bytes(d->version), shorter = count / blocks, longer = count % blocks, used = 0;
    memcpy(data, d->bytes, (size_t)count);
    for (int i = 0, at = 0; i < blocks; i++) {
        int length = shorter + (i >= blocks - longer);
        add_check(data + at, length, degree, check[i]);
        at += length;
    }
    for (int k = 0; k <= shorter; k++) {
        for (int i = 0; i < blocks; i++) {
            int before = i - (blocks - longer); /* longer blocks before this one */
            if (k < shorter || before >= 0) {
                d->bytes[used++] = data[i * shorter + (before > 0 ? before : 0) + k];
            }
        }
    }
    for (int k = 0; k < degree; k++) {
        for (int i = 0; i < blocks; i++) {
            d->bytes[used++] = check[i][k];
        }
    }
}

/* ---------------------------------------------------------------- fixed patterns */

static void fix(draft *d, int row, int column, bool dark) {
    if (row >= 0 && row < d->qr->size && column >= 0 && column < d->qr->size) {
        d->qr->dark[row][column] = dark;
        d->fixed[row][column] = true;
    }
}

/* Squares around a centre: radius 4 for a finder with its light border, 2 for an alignment pattern. */
static void put_squares(draft *d, int row, int column, int radius) {
    for (int y = -radius; y <= radius; y++) {
        for (int x = -radius; x <= radius; x++) {
            int ring = abs(x) > abs(y) ? abs(x) : abs(y);
            fix(d, row + y, column + x, radius == 4 ? ring != 2 && ring != 4 : ring != 1);
        }
    }
}

static void put_alignment(draft *d) {
    int count = alignment_count(d->version), at[7] = {6}, last = d->qr->size - 7;
    int step = d->version == 32 ? 26 : count > 1 ? (4 * d->version + 2 * count + 1) / (2 * count - 2) * 2 : 0;
    for (int i = count - 1, place = last; i >= 1; i--, place -= step) {
        at[i] = place;
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++) {
            bool finder = (i == 0 && k == 0) || (i == 0 && k == count - 1) || (i == count - 1 && k == 0);
            if (!finder) {
                put_squares(d, at[i], at[k], 2);
            }
        }
    }
}

/* The value followed by its remainder of `degree` bits. */
static unsigned with_remainder(unsigned value, unsigned divisor, int degree) {
    unsigned rest = value;
    for (int i = 0; i < degree; i++) {
        rest = (rest << 1) ^ ((rest >> (degree - 1)) * divisor);
    }
    return value << degree | rest;
}

/* Level and mask, twice. */
static void put_format(draft *d, int mask) {
    unsigned bits = with_remainder(1u << 3 | (unsigned)mask, 0x537, 10) ^ 0x5412;
    int size = d->qr->size;
    for (int i = 0; i < 15; i++) {
        bool dark = (bits >> i) & 1u;
        fix(d, i < 6 ? i : i < 8 ? i + 1 : 8, i < 8 ? 8 : i == 8 ? 7 : 14 - i, dark);
        fix(d, i < 8 ? 8 : size - 15 + i, i < 8 ? size - 1 - i : 8, dark);
    }
    fix(d, size - 8, 8, true);
}

static void put_version(draft *d) {
    unsigned bits = with_remainder((unsigned)d->version, 0x1f25, 12);
    for (int i = 0; d->version >= 7 && i < 18; i++) {
        bool dark = (bits >> i) & 1u;
        int far = d->qr->size - 11 + i % 3;
        fix(d, i / 3, far, dark);
        fix(d, far, i / 3, dark);
    }
}

static void put_patterns(draft *d) {
    int size = d->qr->size;
    for (int i = 0; i < size; i++) {
        fix(d, 6, i, i % 2 == 0);
        fix(d, i, 6, i % 2 == 0);
    }
    put_squares(d, 3, 3, 4);
    put_squares(d, 3, size - 4, 4);
    put_squares(d, size - 4, 3, 4);
    put_alignment(d);
    put_format(d, 0);
    put_version(d);
}

/* Two columns at a time from the right, up and down in turn. */
static void put_bytes(draft *d) {
    int size = d->qr->size, bit = 0, all = 8 * total_bytes(d->version);
    for (int right = size - 1; right >= 1; right -= 2) {
        right -= right == 6; /* the timing column */
        bool up = ((right + 1) & 2) == 0;
        for (int i = 0; i < 2 * size; i++) {
            int row = up ? size - 1 - i / 2 : i / 2, column = right - i % 2;
            if (!d->fixed[row][column] && bit < all) {
                d->qr->dark[row][column] = (d->bytes[bit / 8] >> (7 - bit % 8)) & 1;
                bit++;
            }
        }
    }
}

/* ---------------------------------------------------------------- masks */

static bool masked(int mask, int y, int x) {
    switch (mask) {
    case 0: return (x + y) % 2 == 0;
    case 1: return y % 2 == 0;
    case 2: return x % 3 == 0;
    case 3: return (x + y) % 3 == 0;
    case 4: return (x / 3 + y / 2) % 2 == 0;
    case 5: return x * y % 2 + x * y % 3 == 0;
    case 6: return (x * y % 2 + x * y % 3) % 2 == 0;
    default: return ((x + y) % 2 + x * y % 3) % 2 == 0;
    }
}

static void flip(draft *d, int mask) {
    for (int y = 0; y < d->qr->size; y++) {
        for (int x = 0; x < d->qr->size; x++) {
            d->qr->dark[y][x] ^= !d->fixed[y][x] && masked(mask, y, x);
        }
    }
    put_format(d, mask);
}

/* Of one row or column: long runs of one colour, and what looks like a finder. */
static int line_penalty(const rb_qr *qr, int line, bool across) {
    int penalty = 0, length = 0;
    unsigned recent = 0; /* the last eleven modules */
    bool before = false;
    for (int i = 0; i < qr->size; i++) {
        bool dark = across ? qr->dark[line][i] : qr->dark[i][line];
        length = i > 0 && dark == before ? length + 1 : 1;
        penalty += length == 5 ? 3 : length > 5;
        recent = (recent << 1 | dark) & 0x7ff;
        penalty += i >= 10 && (recent == 0x5d0 || recent == 0x05d) ? 40 : 0;
        before = dark;
    }
    return penalty;
}

static int penalty(const rb_qr *qr) {
    int sum = 0, dark = 0;
    for (int y = 0; y < qr->size; y++) {
        sum += line_penalty(qr, y, true) + line_penalty(qr, y, false);
        for (int x = 0; x < qr->size; x++) {
            dark += qr->dark[y][x];
            if (y > 0 && x > 0) {
                int square =
                    qr->dark[y][x] + qr->dark[y - 1][x] + qr->dark[y][x - 1] + qr->dark[y - 1][x - 1];
                sum += square == 0 || square == 4 ? 3 : 0;
            }
        }
    }
    int away = abs(20 * dark - 10 * qr->size * qr->size) / (qr->size * qr->size); /* in twentieths of half */
    return sum + 10 * away;
}

static void choose_mask(draft *d) {
    int best = 0, least = -1;
    for (int mask = 0; mask < 8; mask++) {
        flip(d, mask);
        int now = penalty(d->qr);
        if (least < 0 || now < least) {
            least = now;
            best = mask;
        }
        flip(d, mask); /* back */
    }
    flip(d, best);
}

bool rb_qr_encode(const char *text, rb_qr *qr) {
    size_t length = strlen(text);
    draft d = {.version = 1, .qr = qr};
    memset(qr, 0, sizeof *qr);
    while (d.version <= VERSIONS &&
           4 + length_bits(d.version) + 8 * (int)length > 8 * data_bytes(d.version)) {
        d.version++;
    }
    if (length > RB_QR_TEXT_MAX || d.version > VERSIONS) {
        return false;
    }
    qr->size = 4 * d.version + 17;
    put_text(&d, text, length);
    interleave(&d);
    put_patterns(&d);
    put_bytes(&d);
    choose_mask(&d);
    return true;
}
