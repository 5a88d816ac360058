#include "base/system.h"
#include "cli/output.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Tags of the format. */
enum { DIMENSION = 0x0A, VARIABLE = 0x0B, ATTRIBUTE = 0x0C, CHAR = 2, DOUBLE = 6 };

static void put_bytes(FILE *out, uint64_t value, int count) {
    for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
        fputc((int)(value >> shift & 0xFF), out);
    }
}

static void put_int(FILE *out, long long value) {
    put_bytes(out, (uint64_t)value, 4);
}

static void put_double(FILE *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_bytes(out, bits, 8);
}

/* Its length, then the text, padded to a multiple of four bytes. */
static void put_text(FILE *out, const char *text) {
    size_t length = strlen(text);
    put_int(out, (long long)length);
    fwrite(text, 1, length, out);
    for (; length % 4 != 0; length++) {
        fputc(0, out);
    }
}

static void put_attribute(FILE *out, const char *name, const char *text) {
    put_text(out, name);
    put_int(out, CHAR);
    put_text(out, text);
}

static long long length_of(const rb_netcdf *file, const rb_netcdf_variable *variable) {
    long long length = 1;
    for (int k = 0; k < variable->dimension_count; k++) {
        length *= file->dimensions[variable->first + k].length;
    }
    return length;
}

/* `begin`: offset of the first variable's data. */
static void put_head(FILE *out, const rb_netcdf *file, long long begin) {
    fwrite("CDF\x02", 1, 4, out);
    put_int(out, 0); /* no records */
    put_int(out, DIMENSION);
    put_int(out, file->dimension_count);
    for (int i = 0; i < file->dimension_count; i++) {
        put_text(out, file->dimensions[i].name);
        put_int(out, file->dimensions[i].length);
    }
    put_int(out, ATTRIBUTE);
    put_int(out, 3);
    put_attribute(out, "title", file->title);
    put_attribute(out, "history", file->history);
    put_attribute(out, "source", file->source);
    put_int(out, VARIABLE);
    put_int(out, file->variable_count);
    for (int i = 0; i < file->variable_count; i++) {
        const rb_netcdf_variable *v = &file->variables[i];
        long long size = 8 * length_of(file, v);
        put_text(out, v->name);
        put_int(out, v->dimension_count);
        for (int k = 0; k < v->dimension_count; k++) {
            put_int(out, v->first + k);
        }
        put_int(out, ATTRIBUTE);
        put_int(out, 2);
        put_attribute(out, "units", v->units[0] != '\0' ? v->units : "1");
        put_attribute(out, "long_name", v->long_name);
        put_int(out, DOUBLE);
        put_int(out, size);
        put_bytes(out, (uint64_t)begin, 8);
        begin += size;
    }
}

bool rb_netcdf_write(FILE *out, const rb_netcdf *file) {
    rb_text_stream head;
    if (!rb_text_open(&head)) {
        return false;
    }
    put_head(head.stream, file, 0);
    if (!rb_text_close(&head)) {
        return false;
    }
    free(head.text);
    put_head(out, file, (long long)head.size);
    for (int i = 0; i < file->variable_count; i++) {
        const rb_netcdf_variable *v = &file->variables[i];
        long long length = length_of(file, v);
        for (long long k = 0; k < length; k++) {
            put_double(out, v->value(file->context, i, k));
        }
    }
    return true;
}
