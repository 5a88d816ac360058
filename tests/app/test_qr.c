/* QR codes are read back by an independent decoder, zbarimg (Debian: zbar-tools). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/link/qr.h"
#include "support.h"

static const char picture[] = "qr.pgm";

/* As a grey picture, four pixels for each module, with a border of four modules. */
static void write_picture(const rb_qr *qr) {
    FILE *out = fopen(picture, "wb");
    assert_non_null(out);
    int side = 4 * (qr->size + 8);
    fprintf(out, "P5\n%d %d\n255\n", side, side);
    for (int i = 0; i < side * side; i++) {
        int row = i / side / 4 - 4, column = i % side / 4 - 4;
        bool inside = row >= 0 && column >= 0 && row < qr->size && column < qr->size;
        fputc(inside && qr->dark[row][column] ? 0 : 255, out);
    }
    assert_int_equal(fclose(out), 0);
}

static void expect_readable(const char *text) {
    static rb_qr qr;
    static char found[RB_QR_TEXT_MAX + 100];
    assert_true(rb_qr_encode(text, &qr));
    write_picture(&qr);
    FILE *in = popen("zbarimg -q --raw qr.pgm 2>/dev/null", "r");
    assert_non_null(in);
    size_t length = fread(found, 1, sizeof found - 1, in);
    assert_int_equal(pclose(in), 0);
    while (length > 0 && found[length - 1] == '\n') {
        length--;
    }
    found[length] = '\0';
    assert_string_equal(found, text);
    remove(picture);
}

/* Lengths at the limits of versions 1, 2, 6, 9, 10, 26 and 40: one and several blocks, blocks of two
   lengths, with and without the version's bits, both widths of the length. */
static void a_decoder_reads_every_kind_of_code(void **state) {
    (void)state;
    static const int lengths[] = {1, 17, 18, 134, 230, 231, 1367, RB_QR_TEXT_MAX};
    static const char link[] = "https://example.org/rattleback/?scene=k11-fig5&set=mu:0.3,omega3:-5&t=2.5";
    char text[RB_QR_TEXT_MAX + 1];
    if (system("command -v zbarimg >/dev/null 2>&1") != 0) {
        skip();
    }
    expect_readable(link);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (int k = 0; k < lengths[i]; k++) {
            text[k] = (char)('!' + (7 * k + k * k / 5) % 90);
        }
        text[lengths[i]] = '\0';
        expect_readable(text);
    }
}

static void longer_text_is_refused(void **state) {
    (void)state;
    static rb_qr qr;
    char text[RB_QR_TEXT_MAX + 2];
    memset(text, 'a', sizeof text - 1);
    text[RB_QR_TEXT_MAX + 1] = '\0';
    assert_false(rb_qr_encode(text, &qr));
    text[RB_QR_TEXT_MAX] = '\0';
    assert_true(rb_qr_encode(text, &qr));
    assert_int_equal(qr.size, RB_QR_SIZE_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_decoder_reads_every_kind_of_code),
        cmocka_unit_test(longer_text_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
