#include "app/lesson/glossary.h"

#include <rattleback/rattleback.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "app/language/language.h"
#include "sim/scene_private.h"

static const rb_term words[] = {
#define WORD(word, symbol, also, show, line, text)                                                           \
    {word, symbol, "", "", "Words", text, "", also, show, line},
#include "app/lesson/glossary_words.inc"
#undef WORD
};

enum { WORDS = sizeof words / sizeof words[0], TERMS_MAX = 700 };

/* Built once from the tables, which do not change while the program runs. */
static rb_term terms[TERMS_MAX];
static int term_count;

/* A parameter that several laws share is listed once. */
static bool there_already(const rb_term *term) {
    for (int i = 0; i < term_count; i++) {
        if (strcmp(terms[i].group, term->group) == 0 && strcmp(terms[i].code, term->code) == 0 &&
            strcmp(terms[i].text, term->text) == 0) {
            return true;
        }
    }
    return false;
}

static void add(rb_term term) {
    if (term_count < TERMS_MAX && !there_already(&term)) {
        terms[term_count++] = term;
    }
}

static void add_params(rb_param_table table, const char *section) {
    for (int i = 0; i < table.count; i++) {
        const rb_param *p = &table.rows[i];
        const char *label = rb_glossary_label(section, p->name);
        add((rb_term){label, p->symbol, p->name, p->unit, "Parameters", p->help, p->source, "", "", ""});
    }
}

static void add_bodies(void) {
    for (int i = 0; i < rb_body_kind_count(); i++) {
        const rb_body_kind *kind = rb_body_kind_at(i);
        add((rb_term){kind->name, "", kind->id, "", "Bodies", kind->help, "", "", "", ""});
        for (int k = 0; k < kind->energy_count; k++) {
            const rb_energy_part *part = &kind->energy[k];
            int signal = rb_signal_of(kind, part->signal);
            add((rb_term){part->name, "", part->signal, "J", "Energies",
                          signal >= 0 ? rb_signal_at(signal)->help : part->name, "", "", "", "plot energy"});
        }
        add_params(kind->params, "body");
        add_params(kind->start, "start");
    }
}

static void add_laws(void) {
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        add((rb_term){law->name, "", law->id, "", "Friction laws", law->help, law->source, "", "",
                      "page laws"});
        add_params(law->params, "friction");
    }
    for (int i = 0; i < rb_rolling_law_count(); i++) {
        const rb_rolling_law *law = rb_rolling_law_at(i);
        add((rb_term){law->name, "", law->id, "", "Rolling laws", law->help, law->source, "", "", ""});
        add_params(law->params, "rolling");
    }
    for (int i = 0; i < rb_normal_law_count(); i++) {
        const rb_normal_law *law = rb_normal_law_at(i);
        add((rb_term){law->name, "", law->id, "", "Normal laws", law->help, law->source, "", "", ""});
        add_params(law->params, "normal");
    }
}

static void add_shared_sections(void) {
    static const rb_section shared[] = {RB_SECTION_WORLD, RB_SECTION_CONTACT, RB_SECTION_SOLVER,
                                        RB_SECTION_BASE};
    rb_scene scene = rb_default_scene();
    for (int i = 0; i < 4; i++) {
        add_params(rb_scene_table(&scene, shared[i]), rb_section_name(shared[i]));
    }
}

static void add_numbers(void) {
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *o = rb_outcome_at(i);
        add((rb_term){o->title, o->symbol, o->name, o->unit, "Outcomes", o->help, "", "", "", ""});
    }
    for (int i = 0; i < rb_signal_count(); i++) {
        const rb_signal *s = rb_signal_at(i);
        add((rb_term){s->symbol, s->symbol, s->name, s->unit, "Signals", s->help, "", "", "", ""});
    }
    for (int i = 0; i < rb_variant_count(); i++) {
        const rb_variant *v = rb_variant_at(i);
        add((rb_term){v->name, "", v->id, "", "Comparisons", v->help, "", "", "", ""});
    }
}

static void make(void) {
    if (term_count > 0) {
        return;
    }
    for (int i = 0; i < WORDS; i++) {
        add(words[i]);
    }
    add_shared_sections();
    add_bodies();
    add_laws();
    add_numbers();
}

int rb_glossary_count(void) {
    make();
    return term_count;
}

const rb_term *rb_glossary_at(int index) {
    make();
    return &terms[index];
}

/* ---------------------------------------------------------------- finding */

static bool one_of(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; *at != '\0';) {
        size_t here = strcspn(at, "|");
        if (here == length && strncasecmp(at, word, length) == 0) {
            return true;
        }
        at += here + (at[here] == '|');
    }
    return false;
}

int rb_glossary_find(const char *word) {
    make();
    for (int pass = 0; pass < 4 && word[0] != '\0'; pass++) {
        for (int i = 0; i < term_count; i++) {
            const rb_term *t = &terms[i];
            /* A term from glossary_words.inc takes precedence over a table row of the same name. */
            if (pass == 0   ? i < WORDS && (strcasecmp(t->word, word) == 0 || one_of(t->also, word))
                : pass == 1 ? strcasecmp(t->word, word) == 0
                : pass == 2 ? strcmp(t->code, word) == 0
                            : strcmp(t->symbol, word) == 0) {
                return i;
            }
        }
    }
    return -1;
}

bool rb_glossary_knows(const char *word) {
    return rb_glossary_find(word) >= 0;
}

static bool contains(const char *text, const char *part, size_t length) {
    for (; *text != '\0'; text++) {
        if (strncasecmp(text, part, length) == 0) {
            return true;
        }
    }
    return false;
}

bool rb_glossary_matches(const rb_term *term, const char *search) {
    const char *const texts[] = {term->word, term->symbol, term->code,        term->also,
                                 term->text, term->group,  rb_tr(term->word), rb_tr(term->text)};
    for (const char *at = search; *at != '\0';) {
        size_t length = strcspn(at, " ");
        bool found = length == 0;
        for (int i = 0; !found && i < (int)(sizeof texts / sizeof texts[0]); i++) {
            found = contains(texts[i], at, length);
        }
        if (!found) {
            return false;
        }
        at += length + (at[length] == ' ');
    }
    return true;
}

/* ---------------------------------------------------------------- labels */

static const struct {
    const char *section, *name, *label;
} labels[] = {
#define LABEL(section, name, label) {section, name, label},
#include "app/lesson/glossary_labels.inc"
#undef LABEL
};

const char *rb_glossary_label(const char *section, const char *name) {
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
        bool here = labels[i].section[0] == '\0' || strcmp(labels[i].section, section) == 0;
        if (here && strcmp(labels[i].name, name) == 0) {
            return labels[i].label;
        }
    }
    return name;
}
