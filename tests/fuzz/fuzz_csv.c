/* The bytes are a table of numbers. Messages name the file; an accepted table is unchanged after writing
   and reading. */
#include <math.h>
#include <rattleback/rattleback.h>

#include "fuzz.h"
#include "sim/csv.h"

/* The table as text, to be freed. */
static char *written(const rb_csv_table *table, size_t *size) {
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (out == NULL) {
        abort();
    }
    rb_csv csv = {.out = out, .digits = 17};
    for (int c = 0; c < table->columns; c++) {
        rb_csv_text(&csv, table->names[c]);
    }
    rb_csv_end_row(&csv);
    for (int r = 0; r < table->rows; r++) {
        for (int c = 0; c < table->columns; c++) {
            rb_csv_number(&csv, rb_csv_value(table, r, c));
        }
        rb_csv_end_row(&csv);
    }
    fclose(out);
    return text;
}

static void check_same(const rb_csv_table *a, const rb_csv_table *b) {
    fuzz_require(a->columns == b->columns && a->rows == b->rows, "%d x %d became %d x %d", a->rows,
                 a->columns, b->rows, b->columns);
    for (int c = 0; c < a->columns; c++) {
        fuzz_require(strcmp(a->names[c], b->names[c]) == 0, "\"%s\" became \"%s\"", a->names[c], b->names[c]);
        for (int r = 0; r < a->rows; r++) {
            double x = rb_csv_value(a, r, c), y = rb_csv_value(b, r, c);
            fuzz_require(x == y || (isnan(x) && isnan(y)), "%.17g became %.17g", x, y);
        }
    }
}

/* A name that begins like a comment, or a single empty field, would be skipped; the line of names
   determines the separator. */
static bool can_be_written(const rb_csv_table *table) {
    for (int c = 0; c < table->columns; c++) {
        if (strpbrk(table->names[c], ";\t") != NULL) {
            return false;
        }
    }
    return table->columns > 1 && table->names[0][0] != '#' && table->names[0][0] != '\0';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *exact = malloc(size > 0 ? size : 1); /* no terminating zero: reading past the end is detected */
    if (exact == NULL) {
        abort();
    }
    memcpy(exact, data, size);
    rb_csv_table table = {0}, again = {0};
    rb_error err = {""};
    if (rb_csv_read_text(exact, size, "fuzz", &table, &err) != RB_OK) {
        fuzz_require(strstr(err.text, "fuzz") != NULL, "\"%s\" names no file", err.text);
    } else {
        fuzz_require(table.columns > 0 && table.rows >= 0, "%d columns", table.columns);
        for (int c = 0; c < table.columns; c++) {
            int found = rb_csv_column(&table, table.names[c]);
            fuzz_require(found >= 0 && found <= c, "column %d is found at %d", c, found);
        }
        if (can_be_written(&table)) {
            size_t length = 0;
            char *text = written(&table, &length);
            fuzz_require(rb_csv_read_text(text, length, "again", &again, &err) == RB_OK, "%s", err.text);
            check_same(&table, &again);
            free(text);
        }
    }
    rb_csv_table_free(&again);
    rb_csv_table_free(&table);
    free(exact);
    return 0;
}
