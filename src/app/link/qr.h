/* QR codes (ISO/IEC 18004): a link as a square pattern that telephones read. Byte mode, error correction
   level L (7 %), versions 1 to 40, the mask with the lowest penalty.

   Written here rather than taken from a library: the viewer, the web page and posters need 200 lines of it,
   and a library would be one more dependency of each of these builds. tests/app/test_qr.c reads the codes
   with an independent decoder. */
#ifndef RB_APP_LINK_QR_H
#define RB_APP_LINK_QR_H

#include <stdbool.h>

enum { RB_QR_SIZE_MAX = 177, RB_QR_TEXT_MAX = 2953 /* bytes */ };

typedef struct rb_qr {
    int size;                                  /* modules on a side; readers need four light ones around it */
    bool dark[RB_QR_SIZE_MAX][RB_QR_SIZE_MAX]; /* [row][column] */
} rb_qr;

/* False if the text is longer than RB_QR_TEXT_MAX. */
bool rb_qr_encode(const char *text, rb_qr *qr);

#endif
