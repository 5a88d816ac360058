/* Differences between the definitions of two studies. */
#ifndef RB_ANALYSIS_DEFINITIONS_H
#define RB_ANALYSIS_DEFINITIONS_H

#include <stddef.h>

/* The first differences of two definitions in JSON, `found` and `wanted`, in words: "axes[0].count: 20, here
   10".
   "" where one of them is not JSON, or nothing differs. */
void rb_definitions_differ(const char *found, const char *wanted, char *text, size_t size);

#endif
