/* Checksums of bytes, against truncated or corrupted files. Not cryptographic. */
#ifndef RB_BASE_CHECKSUM_H
#define RB_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 as in PNG and zip, continued from `crc` (0 at first). */
uint32_t rb_crc32(uint32_t crc, const void *data, size_t size);

/* FNV-1a, continued from `hash` (RB_FNV_BEGIN at first). */
#define RB_FNV_BEGIN UINT64_C(14695981039346656037)
uint64_t rb_fnv(uint64_t hash, const void *data, size_t size);

#endif
