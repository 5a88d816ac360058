#include "base/list.h"

#include <string.h>

bool rb_list_next(const char **rest, char separator, char *item, size_t size) {
    const char *at = *rest;
    if (*at == '\0') {
        return false;
    }
    const char *end = strchr(at, separator);
    size_t length = end != NULL ? (size_t)(end - at) : strlen(at), kept = length < size ? length : size - 1;
    memcpy(item, at, kept);
    item[kept] = '\0';
    *rest = at + length + (end != NULL);
    return true;
}
