/* The start section of the left panel: the scene's named starts first, then all values. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/appearance/appearance.h"
#include "app/language/language.h"
#include "app/session/scene_notes.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

static int start_index(const rb_scene *scene, const char *name) {
    return name == NULL ? -1 : rb_param_find(rb_scene_table(scene, RB_SECTION_START), name);
}

static void set_start(rb_session *session, int index, double value) {
    session->runs[session->selected].scene.values[RB_SECTION_START][index] = value;
    rb_session_edited(session, session->selected, RB_SECTION_START, index);
}

/* ---------------------------------------------------------------- ready-made starts */

static bool is_start(const rb_scene *scene, const rb_start *start) {
    int count = rb_scene_table(scene, RB_SECTION_START).count;
    return memcmp(scene->values[RB_SECTION_START], start->values, (size_t)count * sizeof start->values[0]) ==
           0;
}

/* Breaks lines at spaces where they are longer than a button as wide as the panel. */
static void wrap(char *text) {
    ImVec2 room;
    igGetContentRegionAvail(&room);
    float most = room.x - 2 * igGetStyle()->FramePadding.x;
    char *line = text, *space = NULL; /* start of the line, and where it can be broken */
    for (char *at = text;; at++) {
        const char here = *at;
        if (here != ' ' && here != '\n' && here != '\0') {
            continue;
        }
        *at = '\0';
        if (rb_text_width(line) > most && space != NULL) {
            *space = '\n';
            line = space + 1;
        }
        *at = here;
        space = here == ' ' ? at : NULL;
        line = here == '\n' ? at + 1 : line;
        if (here == '\0') {
            return;
        }
    }
}

/* The named starts of the scene, the current one highlighted. */
static void named_starts(rb_ui *ui, const rb_session *session) {
    const rb_scene *scene = &session->runs[session->selected].scene;
    for (int i = 0; i < scene->start_count; i++) {
        bool on = is_start(scene, &scene->starts[i]);
        igPushID_Int(i);
        if (on) {
            igPushStyleColor_Vec4(ImGuiCol_Button, rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.45f)));
        }
        igPushStyleVar_Vec2(ImGuiStyleVar_ButtonTextAlign, rb_im2(0, 0.5f));
        char label[128];
        rb_start_label(scene, &scene->starts[i], label, sizeof label);
        wrap(label);
        if (igButton(label, rb_im2(-1, 0))) {
            rb_ui_run(ui, "start %d", i + 1);
        }
        rb_ui_mark(ui, "start.%d", i + 1);
        igPopStyleVar(1);
        if (on) {
            igPopStyleColor(1);
        }
        rb_tooltip(rb_tr("Restart with these initial conditions"));
        igPopID();
    }
}

/* The most popular demonstration in one click. */
static void both_spins(const rb_ui *ui, const rb_session *session) {
    const rb_scene *scene = &session->runs[session->selected].scene;
    int index = start_index(scene, scene->body->spin);
    double spin = index >= 0 ? scene->values[RB_SECTION_START][index] : 0;
    if (spin == 0) {
        return;
    }
    igBeginDisabled(session->count > 1); /* but not removed: the buttons below keep their places */
    char label[160], shown[180];
    snprintf(label, sizeof label, rb_tr("spin %s%.3g and %s%.3g side by side"), spin < 0 ? "−" : "+",
             fabs(spin), spin < 0 ? "+" : "−", fabs(spin));
    wrap(label);
    snprintf(shown, sizeof shown, "%s###both", label);
    igPushStyleVar_Vec2(ImGuiStyleVar_ButtonTextAlign, rb_im2(0, 0.5f));
    if (igButton(shown, rb_im2(-1, 0))) {
        rb_ui_run(ui, "compare opposite-spin");
    }
    igPopStyleVar(1);
    igEndDisabled();
    rb_tooltip(rb_tr("Add a run with the same start and the opposite spin. “+ compare” above offers more "
                     "comparisons"));
}

/* Factors on the preset's spin and rocking. */
typedef struct rb_sense {
    const char *name, *help;
    double spin, wobble;
} rb_sense;

static void apply_variant(const rb_ui *ui, rb_session *session, const rb_sense *sense, int spin) {
    const rb_scene *preset = &session->runs[session->selected].preset;
    const double *from = preset->values[RB_SECTION_START];
    int w1 = start_index(preset, "omega1");
    int w2 = start_index(preset, "omega2");
    rb_session_remember(session);
    set_start(session, spin, sense->spin * from[spin]);
    if (w1 >= 0 && w2 >= 0) {
        set_start(session, w1, sense->wobble * from[w1]);
        set_start(session, w2, sense->wobble * from[w2]);
    }
    rb_ui_run(ui, "restart");
}

static void other_starts(const rb_ui *ui, rb_session *session) {
    static const rb_sense senses[] = {
        {RB_N("as in the scene"), RB_N("The scene's own start"), 1, 1},
        {RB_N("opposite spin"), RB_N("The same start with the opposite spin"), -1, 1},
        {RB_N("twice the spin"), "", 2, 1},
        {RB_N("spin only"), RB_N("Without the rocking that the scene starts with"), 1, 0},
        {RB_N("rocking only"), RB_N("Without spin, rocking three times as much"), 0, 3},
    };
    const rb_scene *preset = &session->runs[session->selected].preset;
    int spin = start_index(preset, preset->body->spin);
    if (spin < 0) {
        return;
    }
    const double *from = preset->values[RB_SECTION_START];
    int w1 = start_index(preset, "omega1");
    int w2 = start_index(preset, "omega2");
    bool rocks = w1 >= 0 && w2 >= 0 && (from[w1] != 0 || from[w2] != 0);
    const ImGuiStyle *style = igGetStyle();
    float beside = style->ItemSpacing.x + igGetFrameHeight() + style->ItemInnerSpacing.x +
                   rb_text_width(rb_tr("own start"));
    igSetNextItemWidth(session->count > 1 ? -fmaxf(rb_em(6.5f), beside) : -1);
    if (!igBeginCombo("##sense", rb_tr("other starts …"), 0)) {
        rb_tooltip(rb_tr("Other initial conditions; choosing one restarts the run"));
        return;
    }
    for (size_t i = 0; i < sizeof senses / sizeof senses[0]; i++) {
        if (senses[i].wobble != 1 && !rocks) {
            continue; /* no spin or rocking to change */
        }
        if (rb_choice(rb_tr(senses[i].name), false)) {
            apply_variant(ui, session, &senses[i], spin);
        }
        if (senses[i].help[0] != '\0') {
            rb_tooltip("%s", rb_tr(senses[i].help));
        }
    }
    rb_imgui_allow_finger_scroll();
    igEndCombo();
}

/* The switch for a start of its own. */
static void own_start(rb_session *session) {
    if (session->count > 1) {
        if (session->runs[session->selected].scene.body->spin != NULL) {
            igSameLine(0, -1);
        }
        igCheckbox(rb_tr("own start"), &session->runs[session->selected].own_start);
        rb_tooltip(rb_tr("This run has its own start: changes to the other runs' starts do not affect it"));
    }
}

/* ---------------------------------------------------------------- numbers */

/* A slider below the number, with a range that suits this scene's spin. */
static void spin_slider(rb_ui *ui, rb_session *session, int index) {
    rb_session_run *run = &session->runs[session->selected];
    double *value = &run->scene.values[RB_SECTION_START][index];
    double largest = fabs(run->preset.values[RB_SECTION_START][index]);
    int spin = start_index(&run->preset, run->preset.body->spin);
    largest = fmax(largest, spin >= 0 ? fabs(run->preset.values[RB_SECTION_START][spin]) : 0);
    double high = fmax(10, 2 * largest);
    double low = -high;
    double shown = *value;
    igPushID_Int(1000 + index);
    igIndent(rb_em(0.5f));
    igSetNextItemWidth(-rb_em(1.3f));
    if (igSliderScalar("##slider", ImGuiDataType_Double, &shown, &low, &high, "", 0) && !isnan(shown)) {
        if (!ui->editing) {
            rb_session_remember(session);
            ui->editing = true;
        }
        rb_param_table table = rb_scene_table(&run->scene, RB_SECTION_START);
        set_start(session, index, rb_param_clamp(&table.rows[index], shown));
    }
    igUnindent(rb_em(0.5f));
    igPopID();
}

static bool is_spin(const rb_param *p) {
    return strncmp(p->name, "omega", 5) == 0 || strcmp(p->name, "spin") == 0;
}

static void start_rows(rb_ui *ui, rb_session *session, int only) {
    int run = session->selected;
    rb_param_table table = rb_scene_table(&session->runs[run].scene, RB_SECTION_START);
    for (int i = 0; i < table.count; i++) {
        if (only >= 0 && i != only) {
            continue;
        }
        rb_param_row(ui, session, run, RB_SECTION_START, i);
        if (is_spin(&table.rows[i])) {
            spin_slider(ui, session, i);
        }
    }
}

/* How hard it is spun, and the most used parameters. A body without a spin or such parameters shows all
   values of its start. */
static void basic_rows(rb_ui *ui, rb_session *session) {
    const rb_scene *scene = &session->runs[session->selected].scene;
    rb_section section;
    int index, spin = start_index(scene, scene->body->spin);
    bool knobs = rb_scene_knob(scene, 0, &section, &index) && section == RB_SECTION_BODY;
    if (spin >= 0 || !knobs) {
        start_rows(ui, session, spin);
    }
    for (int i = 0; rb_scene_knob(scene, i, &section, &index); i++) {
        rb_param_row(ui, session, session->selected, section, index);
    }
}

/* Which of the body's contacts the microscope shows. */
static void contact_choice(rb_ui *ui, const rb_session *session) {
    static const char *const actions[] = {"contact loaded", "contact first", "contact second"};
    const char *const *names = session->runs[session->selected].scene.body->contacts;
    if (names[0] == NULL || names[1] == NULL || !ui->microscope) {
        return;
    }
    igSetNextItemWidth(-1);
    char shown[64];
    snprintf(shown, sizeof shown, rb_tr("microscope: %s"),
             ui->contact >= 0 ? names[ui->contact] : rb_tr("larger load"));
    if (igBeginCombo("##contact", shown, 0)) {
        for (int i = 0; i < 3; i++) {
            if (rb_choice(i > 0 ? names[i - 1] : rb_tr("larger load"), ui->contact == i - 1)) {
                rb_ui_run(ui, "%s", actions[i]);
            }
        }
        igEndCombo();
    }
    rb_ui_mark(ui, "contact");
    rb_tooltip(rb_tr("The contact that the microscope shows"));
}

void rb_start_panel_draw(rb_ui *ui, rb_session *session) {
    named_starts(ui, session);
    both_spins(ui, session);
    if (ui->all_parameters) {
        other_starts(ui, session);
        own_start(session);
        start_rows(ui, session, -1);
    } else {
        basic_rows(ui, session);
    }
    contact_choice(ui, session);
    bool pending = rb_session_restart_pending(session);
    if (pending) {
        igPushStyleColor_Vec4(ImGuiCol_Button, rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.45f)));
    }
    if (igButton(pending ? rb_tr("Restart to apply (R)") : rb_tr("Restart (R)"), rb_im2(-1, 0))) {
        rb_ui_run(ui, "restart");
    }
    rb_ui_mark(ui, "restart");
    if (pending) {
        igPopStyleColor(1);
    }
}

/* ---------------------------------------------------------------- why one way */

void rb_cause_panel_draw(const rb_ui *ui, const rb_session *session) {
    const rb_scene *scene = &session->runs[session->selected].scene;
    rb_scene made = *scene;
    rb_error why = {""};
    if (!rb_body_has(scene->body, RB_TRAIT_REVERSES)) {
        return;
    }
    igTextDisabled(rb_tr("Why one way?"));
    bool shown = rb_ui_on(ui, "show cause");
    if (igCheckbox(rb_tr("show cause"), &shown)) {
        rb_ui_run(ui, "show cause");
    }
    rb_tooltip(rb_tr("The direction in which the body is flattest, the axis about which it turns most "
                     "easily, and the angle between them. If the angle were zero, both spin directions "
                     "would behave alike"));
    igSameLine(0, -1);
    bool fits = rb_scene_apply_variant(&made, rb_variant_find("mirrored"), &why) == RB_OK;
    igBeginDisabled(!fits);
    if (igButton(rb_tr("mirror it"), rb_im2(-1, 0))) {
        rb_ui_run(ui, "variant mirrored");
    }
    igEndDisabled();
    rb_tooltip("%s", fits ? rb_tr("Replaces the body by its mirror image (the skew angle changes sign) and "
                                  "restarts: the preferred spin direction is reversed. Ctrl+Z undoes it")
                          : why.text);
}
