#include "base/table.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"

enum { LINE_MAX_BYTES = 65536 };

typedef struct reader {
    FILE *file;
    rb_table *table;
    rb_error *err;
    char *line; /* LINE_MAX_BYTES */
    long number;
    char separator;
    int capacity; /* rows */
} reader;

/* Cuts a field out of the line and moves on behind its separator; NULL: the line has ended. Quotes
   around it go, doubled ones within them become one. */
static char *next_field(char **rest, char separator) {
    char *field = *rest;
    if (field == NULL) {
        return NULL;
    }
    char *from = field, *to = field;
    bool quoted = false;
    for (; *from != '\0' && (quoted || *from != separator); from++) {
        if (*from == '"' && quoted && from[1] == '"') {
            *to++ = *from++;
        } else if (*from == '"') {
            quoted = !quoted;
        } else {
            *to++ = *from;
        }
    }
    *rest = *from == '\0' ? NULL : from + 1;
    while (to > field && isspace((unsigned char)to[-1])) {
        to--;
    }
    *to = '\0';
    return field + strspn(field, " \t");
}

/* The next line with anything in it, without its end; false: there is none, or it cannot be read. */
static bool next_line(reader *r, rb_status *status) {
    while (fgets(r->line, LINE_MAX_BYTES, r->file) != NULL) {
        r->number++;
        size_t length = strlen(r->line);
        if (length == LINE_MAX_BYTES - 1 && r->line[length - 1] != '\n') {
            *status = rb_fail(r->err, RB_ERR_INPUT, "%s: line %ld: expected at most %d bytes, got more",
                              r->table->path, r->number, LINE_MAX_BYTES - 2);
            return false;
        }
        r->line[strcspn(r->line, "\r\n")] = '\0';
        if (r->number == 1 && strncmp(r->line, "\xef\xbb\xbf", 3) == 0) { /* a mark of UTF-8 */
            memmove(r->line, r->line + 3, strlen(r->line + 3) + 1);
        }
        const char *text = r->line + strspn(r->line, " \t");
        if (*text != '\0' && *text != '#') {
            return true;
        }
    }
    if (ferror(r->file)) {
        *status = rb_fail(r->err, RB_ERR_IO, "%s: cannot be read: %s", r->table->path, strerror(errno));
    }
    return false;
}

/* Whichever of them the names are separated by. */
static char separator_of(const char *line) {
    static const char signs[] = "\t;,";
    for (const char *sign = signs; *sign != '\0'; sign++) {
        if (strchr(line, *sign) != NULL) {
            return *sign;
        }
    }
    return ',';
}

static rb_status read_names(reader *r) {
    rb_table *table = r->table;
    rb_status status = RB_OK;
    if (!next_line(r, &status)) {
        return status != RB_OK ? status
                               : rb_fail(r->err, RB_ERR_INPUT,
                                         "%s: expected a row with the names of columns, got an "
                                         "empty file",
                                         table->path);
    }
    r->separator = separator_of(r->line);
    char *rest = r->line;
    for (char *name = next_field(&rest, r->separator); name != NULL; name = next_field(&rest, r->separator)) {
        char *end = NULL;
        rb_number_read(name, &end);
        if (table->column_count == RB_TABLE_COLUMNS) {
            return rb_fail(r->err, RB_ERR_INPUT, "%s: line %ld: expected at most %d columns", table->path,
                           r->number, RB_TABLE_COLUMNS);
        }
        if (end != name && *end == '\0') {
            return rb_fail(r->err, RB_ERR_INPUT,
                           "%s: line %ld, column %d: expected the name of a column, got %.20s", table->path,
                           r->number, table->column_count + 1, name);
        }
        snprintf(table->columns[table->column_count++].name, RB_TABLE_NAME, "%s", name);
    }
    return RB_OK;
}

/* False: it is no number. An empty field is one that is not known. */
static bool read_number(char *field, char separator, double *value) {
    *value = NAN;
    if (*field == '\0') {
        return true;
    }
    char *comma = separator == ',' ? NULL : strchr(field, ',');
    if (comma != NULL) {
        *comma = '.';
    }
    char *end = NULL;
    *value = rb_number_read(field, &end);
    return *end == '\0';
}

static rb_status make_room(reader *r) {
    rb_table *table = r->table;
    if (table->row_count < r->capacity) {
        return RB_OK;
    }
    if (table->row_count == RB_TABLE_ROWS) {
        return rb_fail(r->err, RB_ERR_INPUT, "%s: line %ld: expected at most %d rows, got more", table->path,
                       r->number, RB_TABLE_ROWS);
    }
    int capacity = r->capacity > 0 ? 2 * r->capacity : 1024;
    capacity = capacity < RB_TABLE_ROWS ? capacity : RB_TABLE_ROWS;
    size_t width = (size_t)table->column_count * sizeof(double);
    double *values = realloc(table->values, (size_t)capacity * width);
    table->values = values != NULL ? values : table->values;
    long *lines = realloc(table->lines, (size_t)capacity * sizeof *lines);
    table->lines = lines != NULL ? lines : table->lines;
    if (values == NULL || lines == NULL) {
        return rb_fail(r->err, RB_ERR_MEMORY, "%s: out of memory", table->path);
    }
    r->capacity = capacity;
    return RB_OK;
}

static rb_status read_row(reader *r) {
    rb_table *table = r->table;
    rb_status status = make_room(r);
    if (status != RB_OK) {
        return status;
    }
    double *row = table->values + (size_t)table->row_count * (size_t)table->column_count;
    char *rest = r->line;
    int count = 0;
    for (char *field = next_field(&rest, r->separator); field != NULL;
         field = next_field(&rest, r->separator)) {
        double value = NAN;
        if (count < table->column_count && !read_number(field, r->separator, &value)) {
            rb_table_column *column = &table->columns[count];
            if (column->wrong_line == 0) {
                column->wrong_line = r->number;
                snprintf(column->wrong, sizeof column->wrong, "%.30s", field);
            }
            value = NAN;
        }
        if (count < table->column_count) {
            row[count] = value;
        }
        count++;
    }
    if (count > table->column_count) {
        return rb_fail(r->err, RB_ERR_INPUT, "%s: line %ld: expected %d fields, got %d", table->path,
                       r->number, table->column_count, count);
    }
    for (; count < table->column_count; count++) {
        row[count] = NAN;
    }
    table->lines[table->row_count++] = r->number;
    return RB_OK;
}

static rb_status read_all(reader *r) {
    rb_status status = read_names(r);
    while (status == RB_OK && next_line(r, &status)) {
        status = read_row(r);
    }
    if (status == RB_OK && r->table->row_count == 0) {
        status =
            rb_fail(r->err, RB_ERR_INPUT, "%s: expected rows of numbers below the names", r->table->path);
    }
    return status;
}

rb_status rb_table_read(const char *path, rb_table *table, rb_error *err) {
    memset(table, 0, sizeof *table);
    snprintf(table->path, sizeof table->path, "%s", path);
    reader r = {.table = table, .err = err, .line = malloc(LINE_MAX_BYTES)};
    if (r.line == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    r.file = rb_file_open(path, err);
    rb_status status = r.file != NULL ? read_all(&r) : RB_ERR_IO;
    if (r.file != NULL) {
        fclose(r.file);
    }
    free(r.line);
    if (status != RB_OK) {
        rb_table_free(table);
    }
    return status;
}

void rb_table_free(rb_table *table) {
    free(table->values);
    free(table->lines);
    memset(table, 0, sizeof *table);
}

int rb_table_find(const rb_table *table, const char *name) {
    for (int i = 0; i < table->column_count; i++) {
        if (strcmp(table->columns[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

rb_status rb_table_need(const rb_table *table, const char *name, int *column, rb_error *err) {
    *column = rb_table_find(table, name);
    if (*column < 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a column named %s, got none", table->path, name);
    }
    const rb_table_column *found = &table->columns[*column];
    if (found->wrong_line != 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: line %ld, column %d (%s): expected a number, got \"%s\"",
                       table->path, found->wrong_line, *column + 1, name, found->wrong);
    }
    return RB_OK;
}

double rb_table_value(const rb_table *table, int row, int column) {
    return table->values[(size_t)row * (size_t)table->column_count + (size_t)column];
}
