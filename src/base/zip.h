/* Zip archives, as in 3MF files: reads one member, writes members without compression. Deflate is decoded
   here: this is all that the library needs of a compression library. */
#ifndef RB_BASE_ZIP_H
#define RB_BASE_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "rattleback/status.h"

/* Extracts the first member with a name that ends in `suffix` as text with a zero byte at its end, to be
   freed by the caller. where: for messages. */
rb_status rb_zip_extract(const unsigned char *data, size_t size, const char *suffix, const char *where,
                         char **out, rb_error *err);

/* A member to write. */
typedef struct rb_zip_member {
    const char *name;
    const void *data;
    size_t size; /* below 4 GiB */
} rb_zip_member;

/* Writes an archive of at most 8 members, stored without compression and without a date: the same members
   give the same bytes. */
void rb_zip_write(const rb_zip_member *members, int count, FILE *out);

/* Decodes a deflate stream (RFC 1951) into exactly out_size bytes; false if it is anything else. */
bool rb_inflate(const unsigned char *data, size_t size, unsigned char *out, size_t out_size);

#endif
