#include "app/language/catalogue.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/language/language.h"

/* ---------------------------------------------------------------- the table */

/* FNV-1a. */
static uint32_t hash_of(const char *text) {
    uint32_t hash = 2166136261U;
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * 16777619U;
    }
    return hash;
}

/* The entry with this key, or the free one where it belongs. */
static rb_catalogue_entry *place_of(const rb_catalogue *catalogue, const char *key) {
    size_t at = hash_of(key) & (catalogue->size - 1);
    while (catalogue->entries[at].key != NULL && strcmp(catalogue->entries[at].key, key) != 0) {
        at = (at + 1) & (catalogue->size - 1);
    }
    return &catalogue->entries[at];
}

static bool grow(rb_catalogue *catalogue) {
    rb_catalogue larger = {.size = catalogue->size > 0 ? 2 * catalogue->size : 256,
                           .count = catalogue->count,
                           .shortened = catalogue->shortened};
    larger.entries = calloc(larger.size, sizeof larger.entries[0]);
    if (larger.entries == NULL) {
        return false;
    }
    for (size_t i = 0; i < catalogue->size; i++) {
        if (catalogue->entries[i].key != NULL) {
            *place_of(&larger, catalogue->entries[i].key) = catalogue->entries[i];
        }
    }
    free(catalogue->entries);
    *catalogue = larger;
    return true;
}

char *const *rb_catalogue_find(const rb_catalogue *catalogue, const char *key, const char *many) {
    if (catalogue->size == 0) {
        return NULL;
    }
    char hash[16];
    snprintf(hash, sizeof hash, "=%08x", (unsigned)hash_of(key));
    const rb_catalogue_entry *entry = place_of(catalogue, catalogue->shortened ? hash : key);
    if (entry->key == NULL) {
        return NULL;
    }
    for (int i = 0; catalogue->shortened && i < RB_PLURALS_MAX && entry->forms[i] != NULL; i++) {
        if (!rb_same_placeholders(i > 0 ? many : key, entry->forms[i])) {
            return NULL; /* another text with the same hash */
        }
    }
    return entry->forms;
}

static char *copy_of(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

/* The entry of a key, new if needed; NULL if memory is exhausted. */
static rb_catalogue_entry *entry_for(rb_catalogue *catalogue, const char *key) {
    if (4 * (catalogue->count + 1) > 3 * catalogue->size && !grow(catalogue)) {
        return NULL;
    }
    rb_catalogue_entry *entry = place_of(catalogue, key);
    if (entry->key == NULL && (entry->key = copy_of(key)) != NULL) {
        catalogue->count++;
    }
    return entry->key != NULL ? entry : NULL;
}

char *const *rb_catalogue_add(rb_catalogue *catalogue, const char *key, const char *text) {
    rb_catalogue_entry *entry = entry_for(catalogue, key);
    if (entry == NULL || (entry->forms[0] == NULL && (entry->forms[0] = copy_of(text)) == NULL)) {
        return NULL;
    }
    return entry->forms;
}

void rb_catalogue_free(rb_catalogue *catalogue) {
    for (size_t i = 0; i < catalogue->size; i++) {
        free(catalogue->entries[i].key);
        for (int form = 0; form < RB_PLURALS_MAX; form++) {
            free(catalogue->entries[i].forms[form]);
        }
    }
    free(catalogue->entries);
    *catalogue = (rb_catalogue){0};
}

/* ---------------------------------------------------------------- placeholders */

/* The next conversion of printf from *at on: its length modifiers and letter, with '*' for a width or a
   precision that is an argument. Flags and numbers do not matter. false: there is none. */
static bool next_placeholder(const char **at, char type[8]) {
    while ((*at = strchr(*at, '%')) != NULL) {
        const char *c = *at + 1;
        size_t used = 0;
        bool ends = strchr(",;:)", *c) != NULL || (*c == '.' && !isalnum((unsigned char)c[1]) && c[1] != '*');
        if (*c == ' ' || *c == '%' || ends) { /* a percent sign; strchr also finds the end of the text */
            *at = c + (*c == '%');
            continue;
        }
        for (; strchr("-+#0123456789.*hlLzjt", *c) != NULL && *c != '\0'; c++) {
            if (strchr("*hlLzjt", *c) != NULL && used < 6) {
                type[used++] = *c;
            }
        }
        type[used++] = *c;
        type[used] = '\0';
        *at = c + (*c != '\0');
        return true;
    }
    return false;
}

bool rb_same_placeholders(const char *a, const char *b) {
    char x[8] = "", y[8] = "";
    for (;;) {
        bool more = next_placeholder(&a, x);
        if (more != next_placeholder(&b, y)) {
            return false;
        }
        if (!more || strcmp(x, y) != 0) {
            return !more;
        }
    }
}

/* ---------------------------------------------------------------- reading */

enum { TEXT_MAX = 4096 };

/* Which text a quoted line continues. */
typedef enum po_field {
    PO_NONE,
    PO_KEY,
    PO_PLURAL_KEY,
    PO_FORM,
    PO_FIELDS = PO_FORM + RB_PLURALS_MAX
} po_field;

typedef struct po_reader {
    const char *where;
    int line, plural_count;
    int *problems;
    rb_catalogue *catalogue;
    po_field field;
    bool has_plural, fuzzy;
    char texts[PO_FIELDS][TEXT_MAX];
} po_reader;

static rb_status refuse(const po_reader *po, const char *expected, rb_error *err) {
    return rb_fail(err, RB_ERR_INPUT, "%s:%d: expected %s", po->where, po->line, expected);
}

/* Appends "…" with its escapes. */
static rb_status add_quoted(po_reader *po, const char *at, rb_error *err) {
    char *out = po->texts[po->field];
    size_t used = strlen(out);
    if (po->field == PO_NONE || *at++ != '"') {
        return refuse(po, "a text in quotes after msgid or msgstr", err);
    }
    for (; *at != '"'; at++) {
        char c = *at;
        if (c == '\\') {
            c = *++at;
            c = (char)(c == 'n' ? '\n' : c == 't' ? '\t' : c);
        }
        if (*at == '\0' || *at == '\n' || used + 1 >= TEXT_MAX) {
            return refuse(po, "closing quotes within 4096 bytes", err);
        }
        out[used++] = c;
    }
    out[used] = '\0';
    return RB_OK;
}

/* Puts the finished entry into the catalogue. */
static rb_status end_entry(po_reader *po, rb_error *err) {
    const char *key = po->texts[PO_KEY];
    int forms = po->has_plural ? po->plural_count : 1;
    bool complete = key[0] != '\0' && !po->fuzzy; /* the entry without a key is the file's header */
    bool shortened = key[0] == '=' && strspn(key + 1, "0123456789abcdef") == 8 && key[9] == '\0';
    po->catalogue->shortened = po->catalogue->shortened || shortened;
    for (int i = 0; complete && i < forms; i++) {
        const char *form = po->texts[PO_FORM + i];
        complete = form[0] != '\0';
        if (complete && !shortened &&
            !rb_same_placeholders(po->has_plural && i > 0 ? po->texts[PO_PLURAL_KEY] : key, form)) {
            (*po->problems)++;
            complete = false;
        }
    }
    for (int i = 0; complete && i < forms; i++) {
        rb_catalogue_entry *entry = entry_for(po->catalogue, key);
        if (entry == NULL ||
            (entry->forms[i] == NULL && (entry->forms[i] = copy_of(po->texts[PO_FORM + i])) == NULL)) {
            return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", po->where);
        }
    }
    for (int i = 0; i < PO_FIELDS; i++) {
        po->texts[i][0] = '\0';
    }
    po->field = PO_NONE;
    po->has_plural = po->fuzzy = false;
    return RB_OK;
}

static rb_status read_line(po_reader *po, const char *line, rb_error *err) {
    static const struct {
        const char *word;
        po_field field;
    } words[] = {{"msgid_plural ", PO_PLURAL_KEY}, {"msgid ", PO_KEY},          {"msgstr ", PO_FORM},
                 {"msgstr[0] ", PO_FORM},          {"msgstr[1] ", PO_FORM + 1}, {"msgstr[2] ", PO_FORM + 2}};
    if (line[0] == '#') {
        size_t length = strcspn(line, "\n");
        const char *fuzzy = line[1] == ',' ? strstr(line, "fuzzy") : NULL;
        rb_status status = po->field >= PO_FORM ? end_entry(po, err) : RB_OK;
        po->fuzzy = po->fuzzy || (fuzzy != NULL && fuzzy < line + length);
        return status;
    }
    if (line[0] == '\n' || line[0] == '\0' || line[0] == '\r') {
        return RB_OK;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i].word);
        if (strncmp(line, words[i].word, length) == 0) {
            rb_status status = words[i].field == PO_KEY && po->field != PO_NONE ? end_entry(po, err) : RB_OK;
            po->field = words[i].field;
            po->has_plural = po->has_plural || po->field == PO_PLURAL_KEY;
            return status == RB_OK ? add_quoted(po, line + length, err) : status;
        }
    }
    return add_quoted(po, line, err);
}

rb_status rb_catalogue_read(rb_catalogue *catalogue, const char *text, const char *where, int plural_count,
                            int *problems, rb_error *err) {
    po_reader *po = calloc(1, sizeof *po);
    if (po == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", where);
    }
    po->where = where;
    po->plural_count = plural_count;
    po->problems = problems;
    po->catalogue = catalogue;
    *problems = 0;
    rb_status status = RB_OK;
    while (status == RB_OK && *text != '\0') {
        po->line++;
        status = read_line(po, text, err);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    if (status == RB_OK) {
        status = end_entry(po, err);
    }
    free(po);
    return status;
}

/* ---------------------------------------------------------------- a language to test with */

void rb_pseudo_text(const char *text, char *out, size_t size) {
    static const char plain[] = "aceilnosuyzACEINOSUZ";
    static const char *const accented[] = {"á", "ć", "é", "í", "ł", "ñ", "ó", "ś", "ú", "ý",
                                           "ż", "Á", "Ć", "É", "Í", "Ñ", "Ó", "Ś", "Ú", "Ż"};
    size_t used = (size_t)snprintf(out, size, "["), letters = 0;
    for (const char *at = text; *at != '\0' && used + 8 < size;) {
        const char *end = at;
        char type[8];
        if (*at == '%' && strchr(" %", at[1]) == NULL && next_placeholder(&end, type)) {
            used += (size_t)snprintf(out + used, size - used, "%.*s", (int)(end - at), at);
            at = end;
            continue;
        }
        const char *found = *at != '%' ? strchr(plain, *at) : NULL;
        used += found != NULL ? (size_t)snprintf(out + used, size - used, "%s", accented[found - plain])
                              : (size_t)snprintf(out + used, size - used, "%c", *at);
        letters += ((unsigned char)*at & 0xC0) != 0x80;
        at++;
    }
    /* Two of the additional letters are the brackets. */
    for (size_t more = 0; more * 10 < letters * 4 && used + 4 < size; more += 2) {
        used += (size_t)snprintf(out + used, size - used, more % 12 == 10 ? " x" : "xx");
    }
    snprintf(out + used, size - used, "]");
}
