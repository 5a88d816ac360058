#include "viewer/platform/address.h"

#include <stdio.h>

/* It goes behind any page's address as well as behind --link. */
const char *rb_address_of(const char *link, char *address, size_t size) {
    snprintf(address, size, "%s", link);
    return address;
}
