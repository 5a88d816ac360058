/* The caption of a single run: scene, question, what happened, controls. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "app/lesson/markup.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/world/body_view.h"

#define RB_CAPTION_MAX 1000

/* Appends a sentence that does not break across lines. */
static void add_unbroken(char *text, size_t size, const char *sentence, const char *gap) {
    size_t used = strlen(text);
    for (; *sentence != '\0' && used + 3 < size; sentence++) {
        bool space = *sentence == ' ';
        used +=
            (size_t)snprintf(text + used, size - used, "%.*s", space ? 2 : 1, space ? "\u00a0" : sentence);
    }
    snprintf(text + used, size - used, "%s", gap);
}

/* What one can do with this body; spaces within an item do not break. */
static const char *hint(const rb_app *app, const rb_scene *scene, char *text, size_t size) {
    static const char gap[] = "   ";
    char table[96] = "";
    rb_body_look look;
    rb_table_motion motion;
    bool moves = rb_scene_table_motion(scene, 1, 0, &motion);
    snprintf(text, size, "\n");
    if (moves) {
        rb_scene_look(scene, &look);
        rb_scene_table_motion(scene, look.size, 0, &motion);
    }
    if (moves && motion.gain > 1) {
        snprintf(table, sizeof table, rb_tr("Motion of the table drawn %g ×."), motion.gain);
        add_unbroken(text, size, table, gap);
    }
    if (scene->body->spin != NULL) {
        add_unbroken(text, size,
                     rb_body_has(scene->body, RB_TRAIT_REVERSES)  ? rb_tr("Drag the stone to spin it.")
                     : rb_body_has(scene->body, RB_TRAIT_INVERTS) ? rb_tr("Drag the top to spin it.")
                                                                  : rb_tr("Drag the body to spin it."),
                     gap);
    }
    add_unbroken(text, size, rb_tr("Drag the background to look around."), "");
    if (!app->ui.small) {
        add_unbroken(text, size, "", gap);
        add_unbroken(text, size, rb_tr("R: restart."), gap);
        add_unbroken(text, size, rb_tr("F1: keys."), "");
    }
    return text;
}

/* What joins the name of the scene, which may be a question, to the next sentence. */
static const char *after_name(const char *name, bool on_new_line) {
    size_t length = strlen(name);
    bool ends = length > 0 && strchr(".?!", name[length - 1]) != NULL;
    return on_new_line ? "\n" : ends ? " " : ". ";
}

/* Large in presenter mode. */
static ImFont *font_of(const rb_app *app) {
    return rb_imgui_font(app->presenter.on ? RB_FONT_CAPTION : RB_FONT_BODY);
}

/* Keeps the first sentence and further ones within this number of bytes. */
static void shorten(char *text, size_t most) {
    for (char *at = text; *at != '\0'; at++) {
        *at = *at == '\n' ? ' ' : *at;
    }
    char *end = strstr(text, ". ");
    char *next = end;
    while (next != NULL && (size_t)(next + 1 - text) <= most) {
        end = next;
        next = strstr(next + 1, ". ");
    }
    if (end != NULL && (next != NULL || strlen(text) > most)) {
        end[1] = '\0';
    }
}

/* ---------------------------------------------------------------- a lesson in presenter mode */

/* A step of a lesson: its title, what it shows, and its question with the choices or the answer. */
typedef struct lesson_band {
    char title[100], premise[1400], question[600], choices[900];
    bool answered;
} lesson_band;

/* Lines break between choices, not within them. */
static void add_choice(lesson_band *band, const char *text) {
    char marked[8];
    snprintf(marked, sizeof marked, "%s ", band->answered ? "→" : "–");
    add_unbroken(band->choices, sizeof band->choices, "", band->choices[0] != '\0' ? "     " : "");
    add_unbroken(band->choices, sizeof band->choices, marked, "");
    add_unbroken(band->choices, sizeof band->choices, text, "");
}

static bool fill_band(const rb_app *app, lesson_band *band) {
    const rb_lesson_view view = rb_lesson_view_of(app);
    *band = (lesson_band){.answered = view.lesson != NULL && view.right >= 0};
    if (!app->presenter.on || app->ui.small || view.lesson == NULL) {
        return false;
    }
    const rb_lesson_step *step = &view.lesson->steps[view.step];
    const rb_lesson_question *q = &step->question;
    snprintf(band->title, sizeof band->title, "%s", rb_tr(step->title));
    rb_markup_plain(step->text, band->premise, sizeof band->premise);
    shorten(band->premise, 220); /* two lines or so */
    rb_markup_plain(q->choice_count > 0 ? q->text : "", band->question, sizeof band->question);
    for (int i = 0; i < q->choice_count; i++) {
        if (!band->answered || view.right == i) {
            add_choice(band, q->choices[i].text);
        }
    }
    return true;
}

/* Draws the lines below each other (not without a list); returns their height. */
static float lay_band(const rb_app *app, ImDrawList *list, const lesson_band *band, Rectangle area) {
    ImFont *font = font_of(app), *bold = rb_imgui_font(RB_FONT_HEADING);
    const struct {
        ImFont *font;
        const char *text;
        ImU32 ink;
    } lines[] = {
        {bold, band->title, rb_role32(RB_COLOR_INK)},
        {font, band->premise, rb_role32(RB_COLOR_INK)},
        {font, band->question, rb_im32(rb_text_color(RB_COLOR_ACCENT))},
        {font, band->choices,
         band->answered ? rb_im32(rb_text_color(RB_COLOR_STICK)) : rb_role32(RB_COLOR_INK)},
    };
    float y = area.y + rb_em(0.4f), wrap = area.width - rb_em(2);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ImVec2 box = {0, 0};
        if (lines[i].text[0] == '\0') {
            continue;
        }
        ImFont_CalcTextSizeA(&box, lines[i].font, font->FontSize, FLT_MAX, wrap, lines[i].text, NULL, NULL);
        if (list != NULL) {
            ImDrawList_AddText_FontPtr(list, lines[i].font, font->FontSize, rb_im2(area.x + rb_em(1), y),
                                       lines[i].ink, lines[i].text, NULL, wrap, NULL);
        }
        y += box.y;
    }
    return y + rb_em(0.4f) - area.y;
}

float rb_caption_band(const rb_app *app, float width) {
    lesson_band band;
    return fill_band(app, &band) ? lay_band(app, NULL, &band, (Rectangle){0, 0, width, 0}) : 0;
}

static void draw_band(const rb_app *app) {
    lesson_band band;
    Rectangle area = app->ui.rects.card;
    if (!fill_band(app, &band)) {
        return;
    }
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    ImDrawList_AddRectFilled(list, rb_im2(area.x, area.y), rb_im2(area.x + area.width, area.y + area.height),
                             rb_role32(RB_COLOR_PANEL), 0, 0);
    lay_band(app, list, &band, area);
}

/* ---------------------------------------------------------------- a single run */

/* Text and area of the caption; the text is empty if there is none. */
static Rectangle caption(const rb_app *app, char *text, size_t size) {
    Rectangle w = app->ui.rects.world;
    text[0] = '\0';
    bool card = app->ui.small && (app->ui.rects.card.height > 0 || app->ui.welcome); /* says more */
    bool band = app->presenter.on && rb_lesson_current(&app->player) != NULL;
    if (!app->ui.explain || card || band || app->capture.bare_frame || app->session.count > 1 ||
        app->session.shown_count == 0 || w.width < rb_em(10)) {
        return (Rectangle){0};
    }
    char question[600], events[300], hints[400];
    rb_caption caption = rb_session_caption(&app->session, 0);
    rb_caption_question(&caption, question, sizeof question);
    rb_caption_answer(&caption, events, sizeof events);
    if (app->presenter.on) {
        shorten(question, 0);
    }
    float wrap = fmaxf(w.width - rb_em(2), rb_em(8));
    ImVec2 box = {0, w.height};
    bool large = app->presenter.on; /* for an audience without a mouse */
    ImFont *font = font_of(app);    /* also called outside a frame, where no font can be pushed */
    const char *name = rb_tr(caption.scene->name);
    /* Shorter text where it would cover too much of the world. */
    for (int less = 0; less < 3 && box.y > 0.28f * w.height; less++) {
        snprintf(text, size, "%s%s%s%s%s%s", name, less == 2 ? "" : after_name(name, large),
                 less < 2 ? question : "", events[0] != '\0' ? "\n" : "", events,
                 less > 0 || large ? "" : hint(app, caption.scene, hints, sizeof hints));
        ImFont_CalcTextSizeA(&box, font, font->FontSize, FLT_MAX, wrap, text, NULL, NULL);
    }
    return (Rectangle){w.x + rb_em(0.9f), w.y + rb_em(0.6f), wrap, box.y};
}

/* Place of the large number, below the caption. */
static Rectangle spin_place(const rb_app *app, Rectangle text) {
    Rectangle w = app->ui.rects.world;
    float y = text.height > 0 ? text.y + text.height + rb_em(0.7f) : w.y + rb_em(0.6f);
    return (Rectangle){w.x + rb_em(0.9f), y, w.width - rb_em(1.8f), w.y + w.height - y};
}

/* A single run; in a comparison every cell has its own number. */
static bool alone(const rb_app *app) {
    return app->session.shown_count > 0 && (app->session.count == 1 || app->ui.layout == RB_LAYOUT_SINGLE) &&
           app->ui.rects.world.width >= rb_em(10);
}

Rectangle rb_caption_area(const rb_app *app) {
    char text[RB_CAPTION_MAX];
    Rectangle area = caption(app, text, sizeof text);
    if (!alone(app)) {
        return area;
    }
    Rectangle spin = rb_spin_view_area(app, app->session.selected, spin_place(app, area), true);
    if (spin.height > 0) {
        float top = area.height > 0 ? area.y : spin.y;
        area = (Rectangle){spin.x, top, fmaxf(area.width, spin.width), spin.y + spin.height - top};
    }
    return area;
}

/* The name of the scene is bold, and the answer has the colour of the spin that it speaks of: both are drawn
   again over the text. Bold is drawn twice, a little apart, because another font would need more room. */
static void emphasise(const rb_app *app, Rectangle at, const char *text) {
    rb_caption current = rb_session_caption(&app->session, 0);
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    ImFont *font = font_of(app);
    const char *name = rb_tr(current.scene->name), *end = text + strlen(name);
    float shift = fmaxf(font->FontSize / 24, 0.5f);
    if (strncmp(text, name, strlen(name)) == 0) {
        ImDrawList_AddText_FontPtr(list, font, font->FontSize, rb_im2(at.x + shift, at.y),
                                   rb_role32(RB_COLOR_INK), text, end, at.width, NULL);
    }
    char answer[300];
    rb_caption_answer(&current, answer, sizeof answer);
    const char *said = answer[0] != '\0' ? strstr(text, answer) : NULL;
    if (said == NULL || said == text || said[-1] != '\n') {
        return;
    }
    ImVec2 above;
    ImFont_CalcTextSizeA(&above, font, font->FontSize, FLT_MAX, at.width, text, said - 1, NULL);
    double spin = rb_spin_value(current.scene->body, app->session.shown[0]);
    const char *word = rb_tr("Yes");
    bool yes = strncmp(answer, word, strlen(word)) == 0; /* something happened: it turns the other way now */
    Color color = yes && isfinite(spin) && spin != 0 ? rb_spin_color(spin) : rb_color(RB_COLOR_ACCENT);
    for (int i = 0; i < 2; i++) {
        ImDrawList_AddText_FontPtr(list, font, font->FontSize,
                                   rb_im2(at.x + (float)i * shift, at.y + above.y),
                                   rb_im32(rb_readable(color)), said, said + strlen(answer), at.width, NULL);
    }
}

void rb_caption_draw(rb_app *app) {
    char text[RB_CAPTION_MAX];
    draw_band(app);
    Rectangle at = caption(app, text, sizeof text);
    igPushFont(font_of(app));
    if (text[0] != '\0') {
        rb_text_box(igGetBackgroundDrawList_Nil(), rb_im2(at.x, at.y), text, at.width, rb_color(RB_COLOR_INK),
                    1);
        emphasise(app, at, text);
    }
    igPopFont();
    if (alone(app)) {
        rb_spin_view_draw(app, app->session.selected, spin_place(app, at), true);
    }
}
