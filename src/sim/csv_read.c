/* Tables of numbers that others have made: measured data above all. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "sim/csv.h"

enum { COLUMNS_MAX = 512, NAME_MAX_BYTES = 120 };
#define BYTES_MAX (64L << 20)

/* The text being read. */
typedef struct reader {
    const char *at, *end;
    const char *path;
    int line;
    char separator;
    bool any;                              /* columns of text and columns without a name are accepted */
    double (*number_of)(const char *word); /* NULL: words stand for no numbers */
    rb_csv_table *table;
    size_t room; /* rows that values has room for */
    rb_error *err;
} reader;

/* A field without its quotes and the blanks around it. */
typedef struct field {
    char text[NAME_MAX_BYTES + 1];
    bool cut;  /* it was longer */
    bool open; /* its quote was never closed */
} field;

static bool at_line_end(const reader *r) {
    return r->at == r->end || *r->at == '\n' || *r->at == '\r';
}

static void next_line(reader *r) {
    while (!at_line_end(r)) {
        r->at++;
    }
    if (r->at < r->end && *r->at == '\r') {
        r->at++;
    }
    if (r->at < r->end && *r->at == '\n') {
        r->at++;
    }
    r->line++;
}

/* Empty lines and those that begin with '#'. */
static void skip_comments(reader *r) {
    while (r->at < r->end) {
        const char *c = r->at;
        while (c < r->end && (*c == ' ' || *c == '\t')) {
            c++;
        }
        if (c < r->end && *c != '\n' && *c != '\r' && *r->at != '#') {
            return;
        }
        next_line(r);
    }
}

static void add_char(field *f, size_t *length, char c) {
    if (*length < NAME_MAX_BYTES) {
        f->text[(*length)++] = c;
    } else {
        f->cut = true;
    }
}

/* Reads up to the separator or the end of the line; true if a separator followed. */
static bool read_field(reader *r, field *f) {
    size_t length = 0;
    bool quoted = false;
    f->cut = false;
    while (r->at < r->end && (*r->at == ' ' || (*r->at == '\t' && r->separator != '\t'))) {
        r->at++;
    }
    for (; quoted || (!at_line_end(r) && *r->at != r->separator); r->at++) {
        if (r->at == r->end || *r->at == '\n') {
            break;
        }
        if (*r->at == '"' && quoted && r->at + 1 < r->end && r->at[1] == '"') {
            add_char(f, &length, *r->at++);
        } else if (*r->at == '"') {
            quoted = !quoted;
        } else {
            add_char(f, &length, *r->at);
        }
    }
    while (length > 0 && (f->text[length - 1] == ' ' || f->text[length - 1] == '\t')) {
        length--;
    }
    f->text[length] = '\0';
    f->open = quoted;
    bool more = r->at < r->end && *r->at == r->separator;
    r->at += more;
    return more;
}

/* The first of tab, semicolon and comma that the line contains; a comma if it contains none. */
static char separator_of(const reader *r) {
    static const char signs[] = "\t;,";
    size_t length = 0;
    while (r->at + length < r->end && r->at[length] != '\n' && r->at[length] != '\r') {
        length++;
    }
    for (const char *sign = signs; *sign != '\0'; sign++) {
        if (memchr(r->at, *sign, length) != NULL) {
            return *sign;
        }
    }
    return ',';
}

static rb_status no_memory(const reader *r) {
    rb_fail(r->err, RB_ERR_MEMORY, "%s: out of memory", r->path);
    return RB_ERR_MEMORY;
}

static char *copy_of(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

static rb_status add_name(reader *r, const field *f) {
    rb_csv_table *t = r->table;
    char *end = NULL;
    rb_number_read(f->text, &end);
    if (f->open) {
        return rb_fail(r->err, RB_ERR_INPUT, "%s:%d: column %d: the quote is not closed", r->path, r->line,
                       t->columns + 1);
    }
    bool unnamed = f->text[0] == '\0';
    if (unnamed ? !r->any : *end == '\0') {
        return rb_fail(r->err, RB_ERR_INPUT, "%s:%d: column %d: expected the column's name, got \"%s\"",
                       r->path, r->line, t->columns + 1, f->text);
    }
    if (t->columns == COLUMNS_MAX) {
        rb_fail(r->err, RB_ERR_INPUT, "%s:%d: expected at most %d columns", r->path, r->line, COLUMNS_MAX);
        return RB_ERR_INPUT;
    }
    if (!unnamed && rb_csv_column(t, f->text) >= 0) {
        return rb_fail(r->err, RB_ERR_INPUT, "%s:%d: column %d: duplicate column \"%s\"", r->path, r->line,
                       t->columns + 1, f->text);
    }
    t->names[t->columns] = copy_of(f->text);
    if (t->names[t->columns] == NULL) {
        return no_memory(r);
    }
    t->columns++;
    return RB_OK;
}

static rb_status read_names(reader *r) {
    skip_comments(r);
    if (r->at == r->end) {
        return rb_fail(r->err, RB_ERR_INPUT, "%s: expected a line with the names of columns, got nothing",
                       r->path);
    }
    r->separator = separator_of(r);
    r->table->names = calloc(COLUMNS_MAX, sizeof *r->table->names);
    r->table->wrong = calloc(COLUMNS_MAX, sizeof *r->table->wrong);
    if (r->table->names == NULL || r->table->wrong == NULL) {
        return no_memory(r);
    }
    field f = {.cut = false};
    for (bool more = true; more;) {
        more = read_field(r, &f);
        rb_status status = add_name(r, &f);
        if (status != RB_OK) {
            return status;
        }
    }
    next_line(r);
    return RB_OK;
}

static bool is_nothing(const char *text) {
    return text[0] == '\0' || (strlen(text) == 3 && tolower(text[0]) == 'n' && tolower(text[1]) == 'a' &&
                               tolower(text[2]) == 'n');
}

/* Between semicolons and tabs a number may have a decimal comma. */
static rb_status read_number(const reader *r, field *f, int column, double *out, rb_error *err) {
    char *end = NULL, *comma = r->separator == ',' ? NULL : strchr(f->text, ',');
    if (comma != NULL) {
        *comma = '.';
    }
    *out = NAN;
    if (f->open) {
        return rb_fail(err, RB_ERR_INPUT, "%s:%d: column %d (%s): the quote is not closed", r->path, r->line,
                       column + 1, r->table->names[column]);
    }
    if (is_nothing(f->text)) {
        return RB_OK;
    }
    double value = rb_number_read(f->text, &end);
    if (*end != '\0' && r->number_of != NULL && isfinite(r->number_of(f->text))) {
        *out = r->number_of(f->text);
        return RB_OK;
    }
    if (f->cut || end == f->text || *end != '\0' || !isfinite(value)) {
        return rb_fail(err, RB_ERR_INPUT, "%s:%d: column %d (%s): expected a number or nothing, got \"%s\"",
                       r->path, r->line, column + 1, r->table->names[column], f->text);
    }
    *out = value;
    return RB_OK;
}

/* Notes the first field of a column that is not a number. */
static rb_status note_wrong(reader *r, int column, const rb_error *reason) {
    char **wrong = &r->table->wrong[column];
    return *wrong != NULL || (*wrong = copy_of(reason->text)) != NULL ? RB_OK : no_memory(r);
}

static rb_status make_room(reader *r) {
    rb_csv_table *t = r->table;
    if ((size_t)t->rows == r->room) {
        size_t room = r->room > 0 ? 2 * r->room : 64;
        double *grown = realloc(t->values, room * (size_t)t->columns * sizeof *grown);
        if (grown == NULL) {
            return no_memory(r);
        }
        t->values = grown;
        r->room = room;
    }
    return RB_OK;
}

static rb_status read_row(reader *r) {
    rb_csv_table *t = r->table;
    rb_status status = make_room(r);
    double *row = t->values + (size_t)t->rows * (size_t)t->columns;
    int column = 0;
    for (bool more = true; more && status == RB_OK; column++) {
        field f = {.cut = false};
        more = read_field(r, &f);
        if (column >= t->columns) {
            return rb_fail(r->err, RB_ERR_INPUT, "%s:%d: expected %d fields, got more", r->path, r->line,
                           t->columns);
        }
        rb_error reason;
        status = read_number(r, &f, column, &row[column], r->any ? &reason : r->err);
        if (status == RB_ERR_INPUT && r->any) {
            status = note_wrong(r, column, &reason);
        }
    }
    for (; status == RB_OK && column < t->columns; column++) {
        row[column] = NAN;
    }
    t->rows += status == RB_OK;
    next_line(r);
    return status;
}

/* How a table is read. */
typedef struct reading {
    bool any;
    double (*number_of)(const char *word);
} reading;

static rb_status read_text(const char *text, size_t size, const char *path, reading how, rb_csv_table *table,
                           rb_error *err) {
    *table = (rb_csv_table){0};
    if (size > 0 && memchr(text, '\0', size) != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected text, got a zero byte", path);
    }
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) { /* as some programs begin UTF-8 */
        text += 3;
        size -= 3;
    }
    reader r = {.at = text,
                .end = text + size,
                .path = path,
                .line = 1,
                .any = how.any,
                .number_of = how.number_of,
                .table = table,
                .err = err};
    rb_status status = read_names(&r);
    skip_comments(&r);
    while (status == RB_OK && r.at < r.end) {
        status = read_row(&r);
        skip_comments(&r);
    }
    return status;
}

rb_status rb_csv_read_text(const char *text, size_t size, const char *path, rb_csv_table *table,
                           rb_error *err) {
    return read_text(text, size, path, (reading){false, NULL}, table, err);
}

static rb_status read_file(const char *path, reading how, rb_csv_table *table, rb_error *err) {
    *table = (rb_csv_table){0};
    FILE *file = rb_file_open(path, err);
    if (file == NULL) {
        return RB_ERR_IO;
    }
    rb_status status = RB_OK;
    char *text = NULL;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size < 0 || fseek(file, 0, SEEK_SET) != 0) {
        status = rb_fail(err, RB_ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
    } else if (size > BYTES_MAX) {
        status = rb_fail(err, RB_ERR_INPUT, "%s: expected at most %ld MiB, got %ld", path, BYTES_MAX >> 20,
                         size >> 20);
    } else if ((text = malloc((size_t)size + 1)) == NULL) {
        status = rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    } else {
        size_t got = fread(text, 1, (size_t)size, file);
        status = ferror(file) ? rb_fail(err, RB_ERR_IO, "%s: cannot be read: %s", path, strerror(errno))
                              : read_text(text, got, path, how, table, err);
    }
    free(text);
    fclose(file);
    return status;
}

rb_status rb_csv_read(const char *path, rb_csv_table *table, rb_error *err) {
    return read_file(path, (reading){false, NULL}, table, err);
}

rb_status rb_csv_read_any(const char *path, rb_csv_table *table, rb_error *err) {
    return read_file(path, (reading){true, NULL}, table, err);
}

rb_status rb_csv_read_words(const char *path, double (*number_of)(const char *word), rb_csv_table *table,
                            rb_error *err) {
    return read_file(path, (reading){false, number_of}, table, err);
}

void rb_csv_table_free(rb_csv_table *table) {
    for (int i = 0; i < table->columns; i++) {
        free(table->names[i]);
        free(table->wrong[i]);
    }
    free(table->names);
    free(table->wrong);
    free(table->values);
    *table = (rb_csv_table){0};
}

int rb_csv_column(const rb_csv_table *table, const char *name) {
    for (int i = 0; i < table->columns; i++) {
        if (table->names[i] != NULL && strcmp(table->names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

rb_status rb_csv_need(const rb_csv_table *table, const char *path, const char *name, int *column,
                      rb_error *err) {
    *column = rb_csv_column(table, name);
    if (*column < 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a column \"%s\", got none", path, name);
    }
    return table->wrong[*column] == NULL ? RB_OK : rb_fail(err, RB_ERR_INPUT, "%s", table->wrong[*column]);
}
