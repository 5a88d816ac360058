/* The left panel: every section of the scene, made from its table. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/appearance/appearance.h"
#include "app/language/language.h"
#include "app/session/session.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

const char *rb_section_title(rb_section section) {
    switch (section) {
    case RB_SECTION_WORLD: return rb_tr("World");
    case RB_SECTION_BODY: return rb_tr("Body");
    case RB_SECTION_CONTACT: return rb_tr("Contact");
    case RB_SECTION_NORMAL: return rb_tr("Normal force");
    case RB_SECTION_FRICTION: return rb_tr("Friction law");
    case RB_SECTION_ROLLING: return rb_tr("Rolling resistance");
    case RB_SECTION_START: return rb_tr("Start");
    case RB_SECTION_SOLVER: return rb_tr("Solver");
    case RB_SECTION_BASE: return rb_tr("Table");
    case RB_SECTION_COUNT: break;
    }
    return "";
}

/* ---------------------------------------------------------------- the parameter of a task */

typedef struct rb_asked {
    const rb_scene *scene;
    rb_section *section;
    int *index; /* -1: none found yet */
} rb_asked;

/* Called for each name of the condition. */
static rb_status note_param(const void *context, const char *name, double *value, rb_error *err) {
    const rb_asked *asked = context;
    (void)err;
    *value = 1;
    if (*asked->index < 0 && rb_scene_find(asked->scene, name, asked->section, asked->index, NULL) != RB_OK) {
        *asked->index = -1;
    }
    return RB_OK;
}

/* The first parameter that the task's condition names, once per task or opening of the panel. */
static bool asked_param(rb_ui *ui, const rb_scene *scene, rb_section *section, int *index) {
    bool holds;
    if (ui->asked == ui->asked_seen) {
        return false;
    }
    ui->asked_seen = ui->asked;
    *index = -1;
    return ui->asked != NULL &&
           rb_condition_holds(ui->asked, note_param, &(rb_asked){scene, section, index}, &holds, NULL) ==
               RB_OK &&
           *index >= 0;
}

static void rows(rb_ui *ui, rb_session *session, rb_section section) {
    int run = session->selected;
    rb_param_table table = rb_scene_table(&session->runs[run].scene, section);
    for (int i = 0; i < table.count; i++) {
        rb_param_row(ui, session, run, section, i);
        if (ui->reveal && ui->reveal_section == section && ui->reveal_index == i) {
            igSetScrollHereY(0.5f);
        }
    }
    if (table.count == 0) {
        igTextDisabled(rb_tr("no parameters"));
    }
}

/* ---------------------------------------------------------------- laws */

static void set_values(rb_session *session, rb_section section, const rb_param_set *set, int count) {
    rb_session_remember(session);
    memcpy(session->runs[session->selected].scene.values[section], set->values,
           (size_t)count * sizeof(double));
    rb_session_scene_edited(session, session->selected);
}

static void published_sets(rb_session *session, rb_section section, const rb_param_set *sets, int count) {
    if (sets == NULL) {
        return;
    }
    igSetNextItemWidth(-1);
    if (igBeginCombo("##sets", rb_tr("published values …"), 0)) {
        for (const rb_param_set *set = sets; set->name != NULL; set++) {
            if (rb_choice(set->name, false)) {
                set_values(session, section, set, count);
            }
        }
        rb_imgui_allow_finger_scroll();
        igEndCombo();
    } else {
        rb_tooltip(rb_tr("Parameter values from the papers; they take effect at once"));
    }
}

static void friction_section(rb_ui *ui, rb_session *session) {
    const rb_scene *scene = &session->runs[session->selected].scene;
    char name[96];
    rb_short_name(rb_tr(scene->friction->name), name, sizeof name);
    igSetNextItemWidth(-1);
    rb_law_combo(ui, session, "##friction", name);
    igPushTextWrapPos(0);
    igTextDisabled("%s", rb_tr(scene->friction->help));
    igPopTextWrapPos();
    published_sets(session, RB_SECTION_FRICTION, scene->friction->sets, scene->friction->params.count);
    rows(ui, session, RB_SECTION_FRICTION);
}

static void rolling_section(rb_ui *ui, rb_session *session) {
    rb_scene *scene = &session->runs[session->selected].scene;
    char name[96];
    igSetNextItemWidth(-1);
    if (igBeginCombo("##rolling", rb_short_name(rb_tr(scene->rolling->name), name, sizeof name), 0)) {
        for (int i = 0; i < rb_rolling_law_count(); i++) {
            const rb_rolling_law *law = rb_rolling_law_at(i);
            if (rb_choice(rb_tr(law->name), law == scene->rolling)) {
                rb_session_remember(session);
                rb_scene_set_rolling(scene, law);
                rb_scene_set_rolling(&session->runs[session->selected].preset, law);
                rb_session_scene_edited(session, session->selected);
            }
            rb_tooltip("%s\n%s", rb_tr(law->help), law->source);
        }
        rb_imgui_allow_finger_scroll();
        igEndCombo();
    }
    published_sets(session, RB_SECTION_ROLLING, scene->rolling->sets, scene->rolling->params.count);
    rows(ui, session, RB_SECTION_ROLLING);
}

static void normal_section(rb_ui *ui, rb_session *session) {
    rb_scene *scene = &session->runs[session->selected].scene;
    char name[96];
    igSetNextItemWidth(-1);
    if (igBeginCombo("##normal", rb_short_name(rb_tr(scene->normal->name), name, sizeof name), 0)) {
        for (int i = 0; i < rb_normal_law_count(); i++) {
            const rb_normal_law *law = rb_normal_law_at(i);
            if (rb_choice(rb_tr(law->name), law == scene->normal)) {
                rb_session_remember(session);
                rb_scene_set_normal(scene, law);
                rb_scene_set_normal(&session->runs[session->selected].preset, law);
                rb_session_scene_edited(session, session->selected);
            }
            rb_tooltip("%s\n%s", rb_tr(law->help), law->source);
        }
        rb_imgui_allow_finger_scroll();
        igEndCombo();
    }
    rows(ui, session, RB_SECTION_NORMAL);
}

/* ---------------------------------------------------------------- panel */

static void section(rb_ui *ui, rb_session *session, rb_section which, bool open) {
    igPushID_Int((int)which);
    if (ui->reveal && ui->reveal_section == which) {
        igSetNextItemOpen(true, ImGuiCond_Always);
    }
    bool shown =
        igCollapsingHeader_TreeNodeFlags(rb_section_title(which), open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
    rb_ui_mark(ui, "section.%s", rb_section_name(which));
    if (shown) {
        switch (which) {
        case RB_SECTION_START:
            rb_start_panel_draw(ui, session);
            rb_cause_panel_draw(ui, session);
            break;
        case RB_SECTION_FRICTION: friction_section(ui, session); break;
        case RB_SECTION_ROLLING: rolling_section(ui, session); break;
        case RB_SECTION_NORMAL: normal_section(ui, session); break;
        default: rows(ui, session, which); break;
        }
        igDummy(rb_im2(0, rb_em(0.2f)));
    }
    igPopID();
}

/* The run whose values are shown, beside the tabs: nothing below moves when a comparison begins. */
static void shown_run(const rb_session *session) {
    if (session->count == 1) {
        return;
    }
    ImVec2 at;
    rb_same_line_or_next(rb_em(0.5f), rb_text_width("    8"));
    igGetCursorScreenPos(&at);
    rb_draw_run_marker(igGetWindowDrawList(), session->selected,
                       rb_im2(at.x + rb_em(0.4f), at.y + 0.5f * igGetFrameHeight()), rb_em(0.35f));
    igAlignTextToFramePadding();
    igText("    %d", session->selected + 1);
    rb_tooltip(rb_tr("The parameters are those of run %d: %s. Select another one in the table of runs"),
               session->selected + 1, rb_session_label(session, session->selected));
}

static void link_runs(rb_session *session) {
    if (session->count > 1) {
        rb_checkbox(rb_tr("edit all runs together (E)"), &session->link);
        rb_tooltip(rb_tr("Gravity is always the same for all runs. So is the start, except for runs with "
                         "their own start"));
    }
}

/* A dimensionless body has no weight and no rolling resistance. */
static bool applies(const rb_body_kind *body, rb_section section) {
    return !rb_body_has(body, RB_TRAIT_DIMENSIONLESS) ||
           (section != RB_SECTION_ROLLING && section != RB_SECTION_NORMAL && section != RB_SECTION_WORLD);
}

static bool is_knob(const rb_scene *scene, rb_section section, int index) {
    rb_section of;
    int at;
    bool found = false;
    for (int i = 0; !found && rb_scene_knob(scene, i, &of, &at); i++) {
        found = of == section && at == index;
    }
    return found;
}

/* Does a value differ from the preset that only the list of all parameters shows? */
static bool has_hidden_edit(const rb_session *session) {
    const rb_session_run *run = &session->runs[session->selected];
    for (int section = 0; section < RB_SECTION_COUNT; section++) {
        rb_param_table table = rb_scene_table(&run->scene, (rb_section)section);
        for (int i = 0; i < table.count; i++) {
            bool basic = section == RB_SECTION_START || is_knob(&run->scene, (rb_section)section, i);
            int known = rb_param_find(rb_scene_table(&run->preset, (rb_section)section), table.rows[i].name);
            double preset = known >= 0 ? run->preset.values[section][known] : table.rows[i].def;
            if (!basic && run->scene.values[section][i] != preset) {
                return true;
            }
        }
    }
    return false;
}

static void tabs(rb_ui *ui, const rb_session *session) {
    bool hidden_edit = !ui->all_parameters && has_hidden_edit(session);
    if (rb_tab(rb_tr("Basics"), !ui->all_parameters)) {
        rb_ui_run(ui, "parameters basic");
    }
    rb_ui_mark(ui, "tab.basic");
    rb_tooltip(rb_tr("Starts, spin, friction and the mirror image"));
    char all[80];
    snprintf(all, sizeof all, "%s%s", rb_tr("All parameters"), hidden_edit ? " •" : "");
    rb_same_line_or_next(igGetStyle()->ItemSpacing.x, rb_text_width(all) + 2 * igGetStyle()->FramePadding.x);
    snprintf(all, sizeof all, "%s%s###all", rb_tr("All parameters"), hidden_edit ? " •" : "");
    if (rb_tab(all, ui->all_parameters)) {
        rb_ui_run(ui, "parameters all");
    }
    rb_ui_mark(ui, "tab.all");
    rb_tooltip("%s", hidden_edit ? rb_tr("Every parameter of the scene. •: some differ from the preset")
                                 : rb_tr("Every parameter of the scene, and what the world shows"));
}

static void all_sections(rb_ui *ui, rb_session *session, const rb_look *look) {
    static const struct {
        rb_section section;
        bool open;
    } order[] = {
        {RB_SECTION_START, true},    {RB_SECTION_CONTACT, true}, {RB_SECTION_FRICTION, false},
        {RB_SECTION_ROLLING, false}, {RB_SECTION_NORMAL, false}, {RB_SECTION_BODY, false},
        {RB_SECTION_WORLD, false},   {RB_SECTION_SOLVER, false},
    };
    const rb_body_kind *body = session->runs[session->selected].scene.body;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (applies(body, order[i].section)) {
            section(ui, session, order[i].section, order[i].open);
        }
    }
    rb_show_panel_draw(ui, session, look);
}

void rb_params_draw(rb_ui *ui, rb_session *session, const rb_look *look) {
    if (rb_begin_panel("##left", ui->rects.left, 0)) {
        const rb_scene *scene = &session->runs[session->selected].scene;
        ui->reveal = asked_param(ui, scene, &ui->reveal_section, &ui->reveal_index);
        if (ui->reveal && ui->reveal_section != RB_SECTION_START &&
            !is_knob(scene, ui->reveal_section, ui->reveal_index)) {
            rb_ui_run(ui, "parameters all");
        }
        tabs(ui, session);
        shown_run(session);
        const rb_error *problem = &session->runs[session->selected].problem;
        if (problem->text[0] != '\0') {
            igPushStyleColor_Vec4(ImGuiCol_Text, rb_im4(rb_text_color(RB_COLOR_WARNING)));
            igTextWrapped("%s", problem->text);
            igPopStyleColor(1);
        }
        if (ui->all_parameters) {
            all_sections(ui, session, look);
        } else {
            rb_start_panel_draw(ui, session);
            rb_cause_panel_draw(ui, session);
        }
        link_runs(session);
    }
    rb_end_panel();
}
