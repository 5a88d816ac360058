/* Texts in the language of the reader. The English text in the code is the key: rb_tr("Restart (R)") returns
   the translation of the current language, or the key itself where there is none, and always in English.

   A catalogue is a gettext file, assets/languages/LANGUAGE.po, so that translators can use their usual
   programs. It is read by a reader of our own, because gettext's run time exists neither on Windows nor in a
   browser, and because it would not refuse a translation whose placeholders differ from the key's: such a
   translation would crash the program, and is skipped here. tests/lint/languages.py checks the catalogues.

   Only people's texts are translated: nothing in a file, a link, an action line, JSON or the output of rbsim.
   A shortened catalogue has the hashes of the texts as keys, "=1a2b3c4d" (FNV-1a, 32 bits): it is smaller to
   download. The placeholders of its texts are compared when they are looked up.

   One thread, the one with the window, uses all of this. Texts are valid until rb_languages_free. */
#ifndef RB_APP_LANGUAGE_LANGUAGE_H
#define RB_APP_LANGUAGE_LANGUAGE_H

#include <rattleback/status.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __GNUC__
#define RB_FORMAT_ARG(index) __attribute__((format_arg(index)))
#else
#define RB_FORMAT_ARG(index)
#endif

/* Marks a text of a table that rb_tr gets later, so that it is found for the catalogues. */
#define RB_N(text) text

typedef struct rb_language {
    const char *code;           /* "de"; name of the catalogue and in links */
    const char *name;           /* in the language itself: "Deutsch" */
    int (*plural)(long number); /* which form a number takes, from 0 */
    int plural_count;
} rb_language;

/* English is the first; the last, "pseudo", has accents and texts 40 % longer, to test the layout. */
int rb_language_count(void);
const rb_language *rb_language_at(int index);
const rb_language *rb_language_now(void);

/* Reads the catalogue the first time. On failure nothing changes. */
rb_status rb_language_use(const char *code, rb_error *err);
/* The language of a locale such as "de_AT.UTF-8" or "pl-PL"; English if there is no other. */
const rb_language *rb_language_of_locale(const char *locale);
/* By LC_ALL, LC_MESSAGES and LANG, which a browser's page sets to the browser's language. */
const rb_language *rb_language_of_system(void);
/* Changes with the language, and when the catalogue of the current one arrives. */
unsigned rb_language_version(void);
/* Where catalogues are no files beside the program, as in a browser: `fetch` returns the text of a catalogue,
   to be freed, or NULL if it comes later through rb_language_read. Until then the texts are English. */
void rb_language_fetch_with(char *(*fetch)(const char *code));
/* Frees all catalogues; English again. */
void rb_languages_free(void);

const char *rb_tr(const char *text) RB_FORMAT_ARG(1);
/* The form for a number: rb_trn("%d run", "%d runs", count). */
const char *rb_trn(const char *one, const char *many, long number) RB_FORMAT_ARG(1) RB_FORMAT_ARG(2);

/* Do both texts have the same placeholders of printf, by type and order? "% " is a percent sign. */
bool rb_same_placeholders(const char *a, const char *b);
/* Writes the text with accents, in brackets, 40 % longer; keeps placeholders and line breaks. */
void rb_pseudo_text(const char *text, char *out, size_t size);

/* Reads a catalogue's text into language `code`, for tests; where: for messages. problems: number of
   translations that were skipped because of their placeholders. */
rb_status rb_language_read(const char *code, const char *text, const char *where, int *problems,
                           rb_error *err);

#endif
