#include "base/list.h"

#include <string.h>

bool rb_list_next(const char **rest, char *item, size_t size) {
    const char *at = *rest;
    if (*at == '\0') {
        return false;
    }
    size_t length = strcspn(at, ","), kept = length < size ? length : size - 1;
    memcpy(item, at, kept);
    item[kept] = '\0';
    *rest = at + length + (at[length] == ',');
    return true;
}
