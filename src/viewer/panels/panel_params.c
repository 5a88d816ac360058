/* The left panel: every section of the scene, made from its table. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

static const char *section_title(rb_section section) {
    switch (section) {
    case RB_SECTION_WORLD: return "World";
    case RB_SECTION_BODY: return "Body";
    case RB_SECTION_CONTACT: return "Contact";
    case RB_SECTION_NORMAL: return "Normal force";
    case RB_SECTION_FRICTION: return "Friction law";
    case RB_SECTION_ROLLING: return "Rolling resistance";
    case RB_SECTION_START: return "Start";
    case RB_SECTION_SOLVER: return "Solver";
    case RB_SECTION_COUNT: break;
    }
    return "";
}

static void rows(rb_ui *ui, rb_session *session, rb_section section) {
    int run = session->selected;
    rb_param_table table = rb_scene_table(&session->runs[run].scene, section);
    for (int i = 0; i < table.count; i++) {
        rb_param_row(ui, session, run, section, i);
    }
    if (table.count == 0) {
        igTextDisabled("nothing to set");
    }
}

/* ---------------------------------------------------------------- start */

static int start_index(const rb_scene *scene, const char *name) {
    return name == NULL ? -1 : rb_param_find(rb_scene_table(scene, RB_SECTION_START), name);
}

static void set_start(rb_session *session, int index, double value) {
    session->runs[session->selected].scene.values[RB_SECTION_START][index] = value;
    rb_session_edited(session, session->selected, RB_SECTION_START, index);
}

/* Presets of spin sense: what is done to the preset's spin and to its wobble. */
static void spin_presets(rb_session *session) {
    static const struct {
        const char *name, *help;
        double spin, wobble;
    } senses[] = {
        {"as in the scene", "The start of the preset", 1, 1},
        {"opposite spin", "The same spin the other way round: this stone does not reverse it", -1,
         1},
        {"without wobble", "Spin only: an unstable spin needs a trace of rocking to reverse", 1, 0},
        {"twice the spin", "", 2, 1},
        {"rocking only", "No spin: rocking alone sets the stone spinning", 0, 3},
    };
    const rb_scene *preset = &session->runs[session->selected].preset;
    int spin = start_index(preset, preset->body->spin);
    int w1 = start_index(preset, "omega1");
    int w2 = start_index(preset, "omega2");
    if (spin < 0) {
        return;
    }
    igSetNextItemWidth(session->count > 1 ? -rb_em(6.5f) : -1);
    if (!igBeginCombo("##sense", "spin sense …", 0)) {
        rb_tooltip("Ready-made starts; they take effect on restart, which choosing one does");
        return;
    }
    for (size_t i = 0; i < sizeof senses / sizeof senses[0]; i++) {
        if (igSelectable_Bool(senses[i].name, false, 0, rb_im2(0, 0))) {
            const double *from = preset->values[RB_SECTION_START];
            rb_session_remember(session);
            set_start(session, spin, senses[i].spin * from[spin]);
            if (w1 >= 0 && w2 >= 0) {
                set_start(session, w1, senses[i].wobble * from[w1]);
                set_start(session, w2, senses[i].wobble * from[w2]);
            }
            rb_session_restart(session);
            rb_session_play(session);
        }
        if (senses[i].help[0] != '\0') {
            rb_tooltip("%s", senses[i].help);
        }
    }
    igEndCombo();
}

/* Beside the ready-made starts. */
static void own_start(rb_session *session) {
    if (session->count > 1) {
        if (session->runs[session->selected].scene.body->spin != NULL) {
            igSameLine(0, -1);
        }
        igCheckbox("own start", &session->runs[session->selected].own_start);
        rb_tooltip("This run's start is its own: edits of the other runs' starts leave it alone");
    }
}

/* A slider under the number, over a range that makes sense for this scene's spins. */
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
    if (igSliderScalar("##slider", ImGuiDataType_Double, &shown, &low, &high, "", 0) &&
        !isnan(shown)) {
        if (!ui->editing) {
            rb_session_remember(session);
            ui->editing = true;
        }
        rb_param_table table = rb_scene_table(&run->scene, RB_SECTION_START);
        set_start(session, index, rb_param_into_range(&table.rows[index], shown));
    }
    igUnindent(rb_em(0.5f));
    igPopID();
}

static bool is_spin(const rb_param *p) {
    return strncmp(p->name, "omega", 5) == 0 || strcmp(p->name, "spin") == 0;
}

static void start_section(rb_ui *ui, rb_session *session) {
    int run = session->selected;
    spin_presets(session);
    own_start(session);
    rb_param_table table = rb_scene_table(&session->runs[run].scene, RB_SECTION_START);
    for (int i = 0; i < table.count; i++) {
        rb_param_row(ui, session, run, RB_SECTION_START, i);
        if (is_spin(&table.rows[i])) {
            spin_slider(ui, session, i);
        }
    }
    bool pending = rb_session_restart_pending(session);
    if (pending) {
        igPushStyleColor_Vec4(ImGuiCol_Button, rb_im4(rb_fade(rb_color(RB_COLOR_ACCENT), 0.45f)));
    }
    if (igButton(pending ? "Restart to apply (R)" : "Restart (R)", rb_im2(-1, 0))) {
        rb_ui_run(ui, "restart");
    }
    if (pending) {
        igPopStyleColor(1);
    }
}

/* ---------------------------------------------------------------- laws */

static void set_values(rb_session *session, rb_section section, const rb_param_set *set,
                       int count) {
    rb_session_remember(session);
    memcpy(session->runs[session->selected].scene.values[section], set->values,
           (size_t)count * sizeof(double));
    rb_session_scene_edited(session, session->selected);
}

static void published_sets(rb_session *session, rb_section section, const rb_param_set *sets,
                           int count) {
    if (sets == NULL) {
        return;
    }
    igSetNextItemWidth(-1);
    if (igBeginCombo("##sets", "published values …", 0)) {
        for (const rb_param_set *set = sets; set->name != NULL; set++) {
            if (igSelectable_Bool(set->name, false, 0, rb_im2(0, 0))) {
                set_values(session, section, set, count);
            }
        }
        igEndCombo();
    } else {
        rb_tooltip("Sets of values from the papers; they take effect at once");
    }
}

static void friction_section(rb_ui *ui, rb_session *session) {
    const rb_scene *scene = &session->runs[session->selected].scene;
    char name[96];
    rb_short_name(scene->friction->name, name, sizeof name);
    igSetNextItemWidth(-1);
    if (igBeginCombo("##friction", name, ImGuiComboFlags_HeightLarge)) {
        const rb_friction_law *law = rb_law_list(scene);
        if (law != NULL) {
            rb_session_remember(session);
            rb_session_set_law(session, session->selected, law);
        }
        igEndCombo();
    }
    igPushTextWrapPos(0);
    igTextDisabled("%s", scene->friction->help);
    igPopTextWrapPos();
    published_sets(session, RB_SECTION_FRICTION, scene->friction->sets,
                   scene->friction->params.count);
    rows(ui, session, RB_SECTION_FRICTION);
}

static void rolling_section(rb_ui *ui, rb_session *session) {
    rb_scene *scene = &session->runs[session->selected].scene;
    char name[96];
    igSetNextItemWidth(-1);
    if (igBeginCombo("##rolling", rb_short_name(scene->rolling->name, name, sizeof name), 0)) {
        for (int i = 0; i < rb_rolling_law_count(); i++) {
            const rb_rolling_law *law = rb_rolling_law_at(i);
            if (igSelectable_Bool(law->name, law == scene->rolling, 0, rb_im2(0, 0))) {
                rb_session_remember(session);
                rb_scene_set_rolling(scene, law);
                rb_scene_set_rolling(&session->runs[session->selected].preset, law);
                rb_session_scene_edited(session, session->selected);
            }
            rb_tooltip("%s\n%s", law->help, law->source);
        }
        igEndCombo();
    }
    published_sets(session, RB_SECTION_ROLLING, scene->rolling->sets, scene->rolling->params.count);
    rows(ui, session, RB_SECTION_ROLLING);
}

static void normal_section(rb_ui *ui, rb_session *session) {
    rb_scene *scene = &session->runs[session->selected].scene;
    char name[96];
    igSetNextItemWidth(-1);
    if (igBeginCombo("##normal", rb_short_name(scene->normal->name, name, sizeof name), 0)) {
        for (int i = 0; i < rb_normal_law_count(); i++) {
            const rb_normal_law *law = rb_normal_law_at(i);
            if (igSelectable_Bool(law->name, law == scene->normal, 0, rb_im2(0, 0))) {
                rb_session_remember(session);
                rb_scene_set_normal(scene, law);
                rb_scene_set_normal(&session->runs[session->selected].preset, law);
                rb_session_scene_edited(session, session->selected);
            }
            rb_tooltip("%s\n%s", law->help, law->source);
        }
        igEndCombo();
    }
    rows(ui, session, RB_SECTION_NORMAL);
}

/* ---------------------------------------------------------------- panel */

static void section(rb_ui *ui, rb_session *session, rb_section which, bool open) {
    igPushID_Int((int)which);
    if (igCollapsingHeader_TreeNodeFlags(section_title(which),
                                         open ? ImGuiTreeNodeFlags_DefaultOpen : 0)) {
        switch (which) {
        case RB_SECTION_START: start_section(ui, session); break;
        case RB_SECTION_FRICTION: friction_section(ui, session); break;
        case RB_SECTION_ROLLING: rolling_section(ui, session); break;
        case RB_SECTION_NORMAL: normal_section(ui, session); break;
        default: rows(ui, session, which); break;
        }
        igDummy(rb_im2(0, rb_em(0.2f)));
    }
    igPopID();
}

/* Whose values these are, when there are several runs. */
static void run_header(rb_session *session) {
    if (session->count == 1) {
        return;
    }
    ImVec2 at;
    igGetCursorScreenPos(&at);
    rb_draw_run_marker(igGetWindowDrawList(), session->selected,
                       rb_im2(at.x + rb_em(0.5f), at.y + rb_em(0.55f)), rb_em(0.35f));
    igIndent(rb_em(1.3f));
    igText("Run %d: %s", session->selected + 1, rb_session_label(session, session->selected));
    igUnindent(rb_em(1.3f));
    igCheckbox("edit all runs alike (E)", &session->link);
    rb_tooltip(
        "Gravity is the same for all runs in any case, and so is the start but for runs that "
        "have their own");
}

void rb_params_draw(rb_ui *ui, rb_session *session, const rb_look *look) {
    static const struct {
        rb_section section;
        bool open;
    } order[] = {
        {RB_SECTION_START, true},    {RB_SECTION_CONTACT, true}, {RB_SECTION_FRICTION, false},
        {RB_SECTION_ROLLING, false}, {RB_SECTION_NORMAL, false}, {RB_SECTION_BODY, false},
        {RB_SECTION_WORLD, false},   {RB_SECTION_SOLVER, false},
    };
    if (rb_begin_panel("##left", ui->rects.left, 0)) {
        run_header(session);
        const rb_error *problem = &session->runs[session->selected].problem;
        if (problem->text[0] != '\0') {
            igPushStyleColor_Vec4(ImGuiCol_Text, rb_role4(RB_COLOR_WARNING));
            igTextWrapped("%s", problem->text);
            igPopStyleColor(1);
        }
        for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
            section(ui, session, order[i].section, order[i].open);
        }
        rb_show_panel_draw(ui, session, look);
    }
    rb_end_panel();
}
