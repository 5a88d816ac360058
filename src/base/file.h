/* Files: written completely or not at all, and read without blocking. */
#ifndef RB_BASE_FILE_H
#define RB_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "rattleback/status.h"

/* Opens a regular file for reading. Pipes, devices and folders are rejected, because reading them could
   block or never end. */
FILE *rb_file_open(const char *path, rb_error *err);

/* Reads a whole regular file of at most `most` bytes, a multiple of 1 MiB, and appends a zero byte. *out is
   freed by the caller; NULL on failure. what: "a scene", for messages. */
rb_status rb_file_read(const char *path, const char *what, size_t most, char **out, size_t *size,
                       rb_error *err);

/* Reads a line of any length with its newline into *line, which grows (*room bytes; free it). False at the
   end of the file, and on failure. */
bool rb_file_line(FILE *in, char **line, size_t *room);

/* A file being written. It is written under a temporary name in the same folder, and renamed when it is
   complete and on the disk. The mode of a replaced file is kept. Links at the path are followed and kept.
   Other targets (a device, a pipe, the program's standard output) are written in place. */
typedef struct rb_file rb_file;

/* Starts a file. */
rb_status rb_file_create(const char *path, rb_file **out, rb_error *err);
/* Returns the stream to write to. */
FILE *rb_file_stream(const rb_file *file);
/* Completes or discards the file, and frees it (NULL is allowed for rb_file_discard). When commit fails,
   an existing file at the path is unchanged. */
rb_status rb_file_commit(rb_file *file, rb_error *err);
/* Discards the file and its temporary data. */
void rb_file_discard(rb_file *file);

/* Creates, writes and commits a file. */
rb_status rb_file_write(const char *path, const void *data, size_t size, rb_error *err);

/* Returns the path of `name` in the folder of `path`, or `name` if it is absolute; to be freed by the caller;
   NULL when out of memory. */
char *rb_file_sibling(const char *path, const char *name);

/* Do two paths name the same file, existing or not? False for devices: two outputs may go to /dev/null. */
bool rb_file_same(const char *a, const char *b);

/* Checksums of bytes, against truncated or corrupted files. Not cryptographic. */

/* CRC-32 as in PNG and zip, continued from `crc` (0 at first). */
uint32_t rb_crc32(uint32_t crc, const void *data, size_t size);

/* FNV-1a, continued from `hash` (RB_FNV_BEGIN at first). */
#define RB_FNV_BEGIN UINT64_C(14695981039346656037)
uint64_t rb_fnv(uint64_t hash, const void *data, size_t size);

#endif
