#include "viewer/platform/address.h"

#include <stdio.h>
#include <stdlib.h>

#include "viewer/platform/web/web.h"

const char *rb_address_of(const char *link, char *address, size_t size) {
    char *text = rb_js_address(link);
    snprintf(address, size, "%s", text != NULL ? text : link);
    free(text);
    return address;
}
