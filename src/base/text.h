/* Numbers, lists and values of parameters as text, independent of the host program's locale. A program may
   have called setlocale(LC_ALL, "de_DE.UTF-8"); files, options, messages and links still have a decimal
   point. All functions are thread-safe: they switch the locale of the calling thread only, for the time of
   the call. */
#ifndef RB_BASE_TEXT_H
#define RB_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "rattleback/base.h"
#include "rattleback/param.h"

/* strtod with a decimal point. */
double rb_number_read(const char *text, char **end);

/* Reads exactly `count` numbers, separated by this character and any white space; false if the text is
   anything else. */
bool rb_numbers_read(const char *text, char separator, double *values, int count);

#define RB_NUMBER_SIZE 32 /* bytes of a number as text */

/* Writes the fewest digits, 15 to 17, that read back as the same bits. */
void rb_number_write(double value, char text[RB_NUMBER_SIZE]);

/* snprintf, vsnprintf and fprintf with a decimal point. */
int rb_format(char *text, size_t size, const char *format, ...) RB_PRINTF(3, 4);
int rb_format_list(char *text, size_t size, const char *format, va_list args) RB_PRINTF(3, 0);
int rb_print(FILE *out, const char *format, ...) RB_PRINTF(2, 3);

/* Use around calls of other libraries that read or write numbers: selects the "C" locale for this thread
   and returns what rb_locale_end needs to restore the previous one. */
typedef struct rb_locale {
    void *former; /* NULL: nothing to restore */
} rb_locale;
rb_locale rb_locale_begin(void);
void rb_locale_end(rb_locale locale);

/* Lists of items in one text: "mu,a,b_r". */

/* Copies the next item to `item` and moves *rest behind it and its separator. An item that is too long is
   cut. Returns false at the end of the text. "a,,b" has an empty item; a separator at the end adds none. */
bool rb_list_next(const char **rest, char separator, char *item, size_t size);

/* Writes a value as rb_param_parse reads it: a choice by its name, a switch as true or false, a number
   with the fewest digits that give the same bits. */
void rb_param_write(const rb_param *row, double value, char *text, size_t size);

#endif
