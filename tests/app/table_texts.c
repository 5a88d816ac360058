/* Prints the texts of the program's tables, scenes and lessons, one in each line, for
   tests/lint/languages.py: a kind, a space and the text, whose line breaks are \n and whose backslashes are
   doubled. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/lesson/glossary.h"
#include "app/lesson/lesson.h"

static void print(const char *kind, const char *text) {
    if (text[0] == '\0') {
        return;
    }
    printf("%s ", kind);
    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            printf("\\n");
        } else {
            printf(*text == '\\' ? "\\\\" : "%c", *text);
        }
    }
    printf("\n");
}

/* Every row of the tables of parameters, laws, bodies, signals, outcomes and comparisons is a term. */
static void print_terms(void) {
    for (int i = 0; i < rb_glossary_count(); i++) {
        const rb_term *term = rb_glossary_at(i);
        bool symbolic = strcmp(term->word, term->symbol) == 0 || strcmp(term->word, term->code) == 0;
        print("group", term->group);
        print("term", symbolic ? "" : term->word);
        print("term", term->text);
    }
}

/* What the window shows of the tables besides the terms. */
static void print_rest_of_tables(void) {
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        print("term", law->range != NULL ? law->range : "");
    }
    for (int i = 0; i < rb_body_kind_count(); i++) {
        for (int k = 0; k < RB_CONTACTS_MAX && rb_body_kind_at(i)->contacts[k] != NULL; k++) {
            print("term", rb_body_kind_at(i)->contacts[k]);
        }
    }
}

static void print_scenes(const rb_library *library) {
    for (int i = 0; i < library->count; i++) {
        const rb_scene *scene = &library->scenes[i];
        print("scene", scene->name);
        print("scene", scene->description);
        for (int k = 0; k < scene->start_count; k++) {
            print("scene", scene->starts[k].name);
        }
    }
}

static void print_step(const rb_lesson_step *step) {
    const rb_lesson_question *question = &step->question;
    print("lesson", step->title);
    print("lesson", step->text);
    print("lesson", step->notes);
    print("lesson", question->text);
    for (int i = 0; i < question->choice_count; i++) {
        print("lesson", question->choices[i].text);
        print("lesson", question->choices[i].why);
    }
    print("lesson", step->task.text);
}

static void print_lessons(const rb_lessons *lessons) {
    for (int i = 0; i < lessons->count; i++) {
        const rb_lesson *lesson = &lessons->items[i];
        print("lesson", lesson->name);
        print("lesson", lesson->summary);
        for (int k = 0; k < lesson->step_count; k++) {
            print_step(&lesson->steps[k]);
        }
    }
}

int main(void) {
    rb_error err = {""};
    rb_library *library = calloc(1, sizeof *library);
    rb_lessons *lessons = calloc(1, sizeof *lessons);
    bool read = library != NULL && lessons != NULL && rb_library_load(library, NULL, &err) == RB_OK &&
                rb_lessons_load(lessons, NULL, &err) == RB_OK;
    if (read) {
        print_scenes(library);
        print_terms();
        print_rest_of_tables();
        print_lessons(lessons);
        rb_lessons_free(lessons);
    } else {
        fprintf(stderr, "table_texts: %s\n", err.text);
    }
    free(library);
    free(lessons);
    return read ? EXIT_SUCCESS : EXIT_FAILURE;
}
