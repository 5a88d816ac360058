/* Where other people find this program in this state. */
#ifndef RB_VIEWER_PLATFORM_ADDRESS_H
#define RB_VIEWER_PLATFORM_ADDRESS_H

#include <stddef.h>

/* Of a link ("?scene=…") the text to be sent: a page's own address with the link behind it, which the
   page's address then is; where there is no page, the link itself. Returns address. */
const char *rb_address_of(const char *link, char *address, size_t size);

#endif
