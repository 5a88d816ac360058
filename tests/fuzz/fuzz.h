/* Shared by all harnesses. A harness is a function of bytes, called by libFuzzer with generated input
   (./run fuzz) and by replay.c with stored input. It must return for any bytes; a violated condition ends
   the program. */
#ifndef RB_TESTS_FUZZ_FUZZ_H
#define RB_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A condition; a violation is a finding. */
#define fuzz_require(condition, ...)                                                                         \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s does not hold: ", __FILE__, __LINE__, #condition);                    \
            fprintf(stderr, __VA_ARGS__);                                                                    \
            fputc('\n', stderr);                                                                             \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

/* The bytes as text, to be freed: of exact size, so that reading past its end is detected. */
static inline char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (text == NULL) {
        abort();
    }
    for (size_t i = 0; i < size; i++) {
        text[i] = (char)data[i];
    }
    text[size] = '\0';
    return text;
}

#endif
