/* Lists of items in one text: "mu,a,b_r". */
#ifndef RB_BASE_LIST_H
#define RB_BASE_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* Copies the next item to `item` and moves *rest behind it and its separator. An item that is too long is
   cut. Returns false at the end of the text. "a,,b" has an empty item; a separator at the end adds none. */
bool rb_list_next(const char **rest, char separator, char *item, size_t size);

#endif
