#include "sim/csv.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

static void begin_field(rb_csv *csv) {
    if (csv->begun) {
        fputc(',', csv->out);
    }
    csv->begun = true;
}

/* RFC 4180: a field with a comma, a quote or a line break is quoted, and its quotes are doubled. */
void rb_csv_text(rb_csv *csv, const char *text) {
    begin_field(csv);
    if (strpbrk(text, ",\"\r\n") == NULL && *text != ' ' && *text != '\t') {
        fputs(text, csv->out);
        return;
    }
    fputc('"', csv->out);
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            fputc('"', csv->out);
        }
        fputc(*text, csv->out);
    }
    fputc('"', csv->out);
}

void rb_csv_number(rb_csv *csv, double value) {
    begin_field(csv);
    if (isfinite(value)) {
        rb_print(csv->out, "%.*g", csv->digits, value);
    }
}

void rb_csv_end_row(rb_csv *csv) {
    fputc('\n', csv->out);
    csv->begun = false;
}

void rb_csv_signal_names(rb_csv *csv, const rb_body_kind *body) {
    for (int i = 0; i < rb_signal_count(); i++) {
        if (rb_signal_fits(rb_signal_at(i), body)) {
            rb_csv_text(csv, rb_signal_at(i)->name);
        }
    }
    rb_csv_end_row(csv);
}

void rb_csv_signals(rb_csv *csv, const rb_body_kind *body, const rb_snapshot *snapshot) {
    for (int i = 0; i < rb_signal_count(); i++) {
        if (rb_signal_fits(rb_signal_at(i), body)) {
            rb_csv_number(csv, rb_signal_value(rb_signal_at(i), snapshot));
        }
    }
    rb_csv_end_row(csv);
}
