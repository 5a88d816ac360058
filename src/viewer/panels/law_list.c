/* The list of friction laws: grouped by patch and cost, with a sentence for each and a mark where the
   parameters were fitted to another stone. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "app/session/scene_notes.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"
#include "viewer/platform/window.h"

enum { PATCHES = 5, COSTS = 3 };

static const char *const patch_names[PATCHES] = {RB_N("Elliptic patch"), RB_N("Circular patch"),
                                                 RB_N("Circular patch, uniform pressure"), RB_N("Any patch"),
                                                 RB_N("Point contact, or no friction")};

static int patch_of(const rb_friction_law *law) {
    return law->any_patch                         ? 3
           : law->shape == RB_PATCH_ELLIPSE       ? 0
           : law->shape == RB_PATCH_POINT         ? 4
           : law->pressure == RB_PRESSURE_UNIFORM ? 2
                                                  : 1;
}

/* Cost class of an evaluation (docs/laws.md): below 30 ns, below 150 ns, more. */
static int cost_of(const rb_friction_law *law) {
    static const char *const some[] = {"exact-circle", "exact-uniform", "k11-tanh", "k15-a1",
                                       "k15-a2",       "k15-ah",        "k15-c1",   "k15-c2",
                                       "k15-d1",       "k15-d2",        "k15-e1",   "k15-e2"};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        if (strcmp(law->id, some[i]) == 0) {
            return 1;
        }
    }
    return strcmp(law->id, "exact-ellipse") == 0 ? 2 : 0;
}

/* Width of the longest sentence, limited by the window. */
static float list_width(void) {
    float width = rb_em(33);
    for (int i = 0; i < rb_friction_law_count(); i++) {
        width = fmaxf(width, rb_text_width(rb_tr(rb_friction_law_at(i)->help)) + rb_em(0.6f));
    }
    return fminf(width, (float)rb_window_width() - rb_em(3));
}

/* A check box of this size. */
static void draw_check(ImDrawList *list, ImVec2 at, float size, bool on, ImU32 ink) {
    ImDrawList_AddRect(list, at, rb_im2(at.x + size, at.y + size), ink, rb_em(0.12f), 0, rb_em(0.09f));
    if (on) {
        const ImVec2 points[] = {rb_im2(at.x + 0.2f * size, at.y + 0.52f * size),
                                 rb_im2(at.x + 0.42f * size, at.y + 0.76f * size),
                                 rb_im2(at.x + 0.82f * size, at.y + 0.22f * size)};
        ImDrawList_AddPolyline(list, points, 3, ink, 0, rb_em(0.14f));
    }
}

/* compared: the session of a list with check boxes; NULL: one law is chosen, and shown at first. */
static bool law_row(const rb_ui *ui, const rb_scene *scene, const rb_friction_law *law, float width,
                    const rb_session *compared) {
    static const char *const costs[COSTS] = {"●○○", "●●○", "●●●"};
    rb_error why = {""};
    bool fits = rb_scene_law_fits(scene, law, &why) == RB_OK;
    bool on = compared != NULL ? rb_session_run_of_law(compared, law) >= 0 : law == scene->friction;
    bool foreign = rb_law_is_for_another_body(ui->scenes, scene, law);
    float line = igGetTextLineHeight();
    ImVec2 at;
    igGetCursorScreenPos(&at);
    igBeginDisabled(!fits);
    igPushID_Str(law->id);
    bool chosen = igSelectable_Bool("##law", on && compared == NULL,
                                    compared != NULL ? ImGuiSelectableFlags_DontClosePopups : 0,
                                    rb_im2(width, fmaxf(2 * line + rb_em(0.2f), rb_gui_target())));
    igPopID();
    if (compared == NULL && on && igIsWindowAppearing()) {
        igSetScrollHereY(0.5f);
    }
    float alpha = fits ? 1.0f : igGetStyle()->DisabledAlpha;
    igEndDisabled();
    if (fits) {
        rb_tooltip("%s: %s\n%s%s", law->id, rb_tr(law->help), law->source,
                   foreign ? rb_tr("\n\n†: its parameters were fitted to measurements of another body") : "");
    } else {
        rb_tooltip("%s\n%s", rb_tr("This law does not suit the scene:"), why.text);
    }
    char name[128], help[400];
    snprintf(help, sizeof help, "%s", rb_tr(law->help));
    rb_text_ellipsize(help, sizeof help, width - rb_em(0.6f), 1);
    snprintf(name, sizeof name, "%s%s", rb_tr(law->name), foreign ? " †" : "");
    ImDrawList *list = igGetWindowDrawList();
    ImU32 ink = rb_im32(rb_fade(rb_color(RB_COLOR_INK), alpha));
    ImU32 soft = rb_im32(rb_fade(rb_color(RB_COLOR_INK_SOFT), alpha));
    float right = at.x + width - rb_text_width(costs[0]);
    if (compared != NULL) {
        draw_check(list, rb_im2(at.x + rb_em(0.3f), at.y + 0.15f * line), 0.7f * line, on, ink);
        at.x += rb_em(1.3f);
    }
    igPushClipRect(at, rb_im2(right - rb_em(0.4f), at.y + 2 * line + rb_em(0.2f)), true);
    ImDrawList_AddText_Vec2(list, rb_im2(at.x + rb_em(0.3f), at.y), ink, name, NULL);
    igPopClipRect();
    igPushClipRect(at, rb_im2(at.x + width, at.y + 2 * line + rb_em(0.2f)), true);
    ImDrawList_AddText_Vec2(list, rb_im2(right, at.y), soft, costs[cost_of(law)], NULL);
    ImDrawList_AddText_Vec2(list, rb_im2(at.x + rb_em(0.3f), at.y + line), soft, help, NULL);
    igPopClipRect();
    return chosen;
}

const rb_friction_law *rb_law_list(const rb_ui *ui, const rb_scene *scene, const rb_session *compared) {
    const rb_friction_law *chosen = NULL;
    float width = list_width() + (compared != NULL ? rb_em(1.3f) : 0);
    for (int patch = 0; patch < PATCHES; patch++) {
        igTextDisabled("%s", rb_tr(patch_names[patch]));
        for (int cost = 0; cost < COSTS; cost++) {
            for (int i = 0; i < rb_friction_law_count(); i++) {
                const rb_friction_law *law = rb_friction_law_at(i);
                if (patch_of(law) == patch && cost_of(law) == cost &&
                    law_row(ui, scene, law, width, compared)) {
                    chosen = law;
                }
            }
        }
        igSpacing();
    }
    igTextDisabled(rb_tr("●: computing cost   †: fitted to another body"));
    return chosen;
}

bool rb_law_combo(const rb_ui *ui, rb_session *session, const char *id, const char *name) {
    if (!igBeginCombo(id, name, ImGuiComboFlags_HeightLarge)) {
        return false;
    }
    const rb_friction_law *law = rb_law_list(ui, &session->runs[session->selected].scene, NULL);
    if (law != NULL) {
        rb_session_remember(session);
        rb_session_set_law(session, session->selected, law);
    }
    rb_imgui_allow_finger_scroll();
    igEndCombo();
    return true;
}
