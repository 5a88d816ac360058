/* Checksums of bytes: not against ill will, but against what was torn or mixed up. */
#ifndef RB_BASE_CHECKSUM_H
#define RB_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 as PNG and zip have it, continued from `crc` (0 to begin with). */
uint32_t rb_crc32(uint32_t crc, const void *data, size_t size);

/* FNV-1a, continued from `hash` (RB_FNV_BEGIN to begin with). */
#define RB_FNV_BEGIN UINT64_C(14695981039346656037)
uint64_t rb_fnv(uint64_t hash, const void *data, size_t size);

#endif
