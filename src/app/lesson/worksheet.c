/* A lesson as a page to print, in the current language: for students, or with the answers. */
#include <string.h>

#include "app/language/language.h"
#include "app/lesson/lesson.h"
#include "app/lesson/markup.h"
#include "plot/canvas.h"

static const char style[] =
    "body{font:11pt/1.45 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#111}\n"
    "h1{font-size:1.5em;margin:0}h2{font-size:1.1em;margin:1.2em 0 .3em}p{margin:.3em 0}\n"
    "ul{list-style:none;padding:0;margin:.4em 0}li{margin:.25em 0 .25em 1.6em;text-indent:-1.6em}\n"
    ".line{border-bottom:1px solid #777;height:1.7em}.right{font-weight:bold}.why{margin-left:1.6em}\n"
    ".name{display:flex;gap:2rem;margin:1em 0}.name span{flex:1;border-bottom:1px solid #777}\n"
    "section{break-inside:avoid}@media print{body{margin:0;max-width:none}}\n";

static void put_text(FILE *out, const char *text, size_t length) {
    char part[sizeof((rb_lesson_step *)0)->text];
    snprintf(part, sizeof part, "%.*s", (int)length, text);
    rb_svg_text(out, part);
}

/* Text with its markup; an empty line begins a new paragraph. */
static void put_markup(FILE *out, const char *text) {
    text = rb_tr(text);
    rb_piece piece;
    bool strong = false;
    while (rb_markup_next(&text, &strong, &piece)) {
        const char *at = piece.text, *end = piece.text + piece.length;
        fputs(piece.strong ? "<strong>" : "", out);
        while (at < end) {
            const char *line = memchr(at, '\n', (size_t)(end - at));
            bool breaks = line != NULL && line + 1 < end && line[1] == '\n';
            const char *stop = breaks ? line : end;
            put_text(out, at, (size_t)(stop - at));
            fputs(breaks ? "</p>\n<p>" : "", out);
            at = breaks ? stop + 2 : end;
        }
        fputs(piece.strong ? "</strong>" : "", out);
    }
}

static void put_question(FILE *out, const rb_lesson_question *question, const int *right) {
    fputs("<p><em>", out);
    put_markup(out, question->text);
    fputs("</em></p>\n<ul>\n", out);
    for (int i = 0; i < question->choice_count; i++) {
        bool is_right = right != NULL && *right == i;
        fprintf(out, "<li%s>%s ", is_right ? " class=\"right\"" : "", is_right ? "&#9745;" : "&#9744;");
        put_markup(out, question->choices[i].text);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
    if (right != NULL && *right >= 0) {
        fputs("<p class=\"why\">", out);
        put_markup(out, question->choices[*right].why);
        fputs("</p>\n", out);
    } else {
        fprintf(out, "<p>%s</p><div class=\"line\"></div><div class=\"line\"></div>\n", rb_tr("Why?"));
    }
}

static void put_task(FILE *out, const rb_lesson_task *task, bool key) {
    fprintf(out, "<p><em>%s ", rb_tr("Task:"));
    put_markup(out, task->text);
    fputs("</em></p>\n", out);
    if (!key) {
        fprintf(out, "<p>%s</p><div class=\"line\"></div>\n",
                rb_tr("What did you change, and what happened?"));
        return;
    }
    fprintf(out, "<p class=\"why\">%s <code>", rb_tr("One solution, as actions of the window:"));
    for (const char *at = task->solution; *at != '\0'; at++) {
        if (*at == '\n') {
            fputs(at[1] != '\0' ? "; " : "", out);
        } else {
            put_text(out, at, 1);
        }
    }
    fputs("</code></p>\n", out);
}

static void put_title(FILE *out, const rb_lesson *lesson, bool answers) {
    rb_svg_text(out, rb_tr(lesson->name));
    if (answers) {
        fprintf(out, ": %s", rb_tr("answers"));
    }
}

void rb_lesson_write_worksheet(const rb_lesson *lesson, const int *right, FILE *out) {
    fprintf(out,
            "<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
            rb_language_now()->code);
    put_title(out, lesson, right != NULL);
    fprintf(out, "</title>\n<style>\n%s</style></head><body>\n<h1>", style);
    put_title(out, lesson, right != NULL);
    fputs("</h1>\n<p>", out);
    rb_svg_text(out, rb_tr(lesson->summary));
    fputs(" (", out);
    fprintf(out, rb_tr("%g minutes; lesson <code>%s</code> of Rattleback"), lesson->minutes, lesson->id);
    fputs(")</p>\n", out);
    if (right == NULL) {
        fprintf(out, "<div class=\"name\"><span>%s</span><span>%s</span></div>\n", rb_tr("Name:"),
                rb_tr("Date:"));
    }
    for (int i = 0; i < lesson->step_count; i++) {
        const rb_lesson_step *step = &lesson->steps[i];
        fprintf(out, "<section><h2>%d. ", i + 1);
        rb_svg_text(out, rb_tr(step->title));
        fputs("</h2>\n<p>", out);
        put_markup(out, step->text);
        fputs("</p>\n", out);
        if (step->question.choice_count > 0) {
            put_question(out, &step->question, right != NULL ? &right[i] : NULL);
        }
        if (step->task.text[0] != '\0') {
            put_task(out, &step->task, right != NULL);
        }
        if (right != NULL && step->notes[0] != '\0') {
            fprintf(out, "<p class=\"why\">%s ", rb_tr("Notes:"));
            put_markup(out, step->notes);
            fputs("</p>\n", out);
        }
        fputs("</section>\n", out);
    }
    fputs("</body></html>\n", out);
}
