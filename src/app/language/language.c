#include "app/language/language.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/language/catalogue.h"
#include "base/file.h"
#include "base/system.h"
#include "rattleback/library.h"

/* ---------------------------------------------------------------- the languages */

static int plural_one_other(long n) {
    return n != 1;
}

/* 1 bieg, 2 biegi, 5 biegów, 12 biegów, 22 biegi. */
static int plural_polish(long n) {
    long ten = n % 10, hundred = n % 100;
    return n == 1 ? 0 : ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? 1 : 2;
}

static const rb_language languages[] = {
    {"en", "English", plural_one_other, 2},      {"de", "Deutsch", plural_one_other, 2},
    {"es", "Español", plural_one_other, 2},      {"pl", "Polski", plural_polish, 3},
    {"pseudo", "[Pśéúdó]", plural_one_other, 2},
};

enum { language_count = sizeof languages / sizeof languages[0], PSEUDO = language_count - 1 };

static rb_catalogue catalogues[language_count]; /* read when first used */
static bool is_read[language_count];
static int now; /* index of the current language */
static unsigned version;
static char *(*fetch_catalogue)(const char *code); /* NULL: catalogues are files */

int rb_language_count(void) {
    return language_count;
}

const rb_language *rb_language_at(int index) {
    return &languages[index];
}

const rb_language *rb_language_now(void) {
    return &languages[now];
}

static int find(const char *code) {
    for (int i = 0; i < language_count; i++) {
        if (strcmp(languages[i].code, code) == 0) {
            return i;
        }
    }
    return -1;
}

const rb_language *rb_language_of_locale(const char *locale) {
    char code[8];
    snprintf(code, sizeof code, "%.*s", (int)(strcspn(locale, "_-.@") % sizeof code), locale);
    int index = find(code);
    return &languages[index >= 0 && index != PSEUDO ? index : 0];
}

const rb_language *rb_language_of_system(void) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    char locale[64];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (rb_environment(names[i], locale, sizeof locale)) {
            return rb_language_of_locale(locale);
        }
    }
    return &languages[0];
}

/* ---------------------------------------------------------------- use */

rb_status rb_language_read(const char *code, const char *text, const char *where, int *problems,
                           rb_error *err) {
    int index = find(code);
    rb_catalogue read = {0};
    rb_status status = rb_catalogue_read(&read, text, where, languages[index].plural_count, problems, err);
    if (status == RB_OK) {
        rb_catalogue_free(&catalogues[index]);
        catalogues[index] = read;
        is_read[index] = true;
        version++;
    } else {
        rb_catalogue_free(&read);
    }
    return status;
}

unsigned rb_language_version(void) {
    return version;
}

void rb_language_fetch_with(char *(*fetch)(const char *code)) {
    fetch_catalogue = fetch;
}

static rb_status load_fetched(int index, rb_error *err) {
    int problems = 0;
    char *text = fetch_catalogue(languages[index].code);
    rb_status status =
        text != NULL ? rb_language_read(languages[index].code, text, languages[index].code, &problems, err)
                     : RB_OK;
    free(text);
    return status;
}

/* assets/languages, beside the scenes. */
static rb_status load(int index, rb_error *err) {
    enum { most = 4 << 20 };
    char path[2048];
    char *text = NULL;
    size_t size = 0;
    int problems = 0;
    rb_status status = rb_library_find_folder(path, sizeof path - 32, err);
    if (status == RB_OK) {
        char *name = strrchr(path, '/');
        snprintf(name, sizeof path - (size_t)(name - path), "/languages/%s.po", languages[index].code);
        status = rb_file_read(path, "a catalogue of texts", most, &text, &size, err);
    }
    if (status == RB_OK) {
        status = rb_language_read(languages[index].code, text, path, &problems, err);
    }
    free(text);
    return status;
}

rb_status rb_language_use(const char *code, rb_error *err) {
    int index = find(code);
    if (index < 0) {
        return rb_fail(err, RB_ERR_INPUT, "language: expected en, de, es, pl or pseudo, got \"%.20s\"", code);
    }
    if (index > 0 && index != PSEUDO && !is_read[index]) {
        rb_status status = fetch_catalogue != NULL ? load_fetched(index, err) : load(index, err);
        if (status != RB_OK) {
            return status;
        }
    }
    version += now != index;
    now = index;
    return RB_OK;
}

void rb_languages_free(void) {
    for (int i = 0; i < language_count; i++) {
        rb_catalogue_free(&catalogues[i]);
        is_read[i] = false;
    }
    version += now != 0;
    now = 0;
}

/* ---------------------------------------------------------------- texts */

/* Made when it is first asked for. */
static const char *pseudo(const char *text) {
    enum { most = 4096 };
    char *const *made = rb_catalogue_find(&catalogues[PSEUDO], text, text);
    if (made == NULL) {
        char out[most];
        rb_pseudo_text(text, out, sizeof out);
        made = rb_catalogue_add(&catalogues[PSEUDO], text, out);
    }
    return made != NULL ? made[0] : text;
}

const char *rb_tr(const char *text) {
    if (now == 0 || text[0] == '\0') {
        return text;
    }
    if (now == PSEUDO) {
        return pseudo(text);
    }
    char *const *forms = rb_catalogue_find(&catalogues[now], text, text);
    return forms != NULL ? forms[0] : text;
}

const char *rb_trn(const char *one, const char *many, long number) {
    const rb_language *language = &languages[now];
    int form = language->plural(number < 0 ? -number : number);
    if (now == 0 || now == PSEUDO) {
        return rb_tr(form == 0 ? one : many);
    }
    char *const *forms = rb_catalogue_find(&catalogues[now], one, many);
    return forms != NULL && forms[form] != NULL ? forms[form] : form == 0 ? one : many;
}
