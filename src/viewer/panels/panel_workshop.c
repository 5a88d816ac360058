/* The Workshop: a stone is built from parts, with what follows from it at once, spun and printed. The model
   is in app/workshop. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "app/session/units.h"
#include "math/pi.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"
#include "viewer/plots/stone_view.h"

/* ---------------------------------------------------------------- fields */

/* A label in a column of its own. */
static void label(const rb_param *row, bool unit) {
    rb_ui_unit shown = rb_ui_unit_of(row->unit);
    igAlignTextToFramePadding();
    igText("%s%s%s%s", rb_tr(row->symbol), unit && shown.name[0] != '\0' ? " (" : "", unit ? shown.name : "",
           unit && shown.name[0] != '\0' ? ")" : "");
    rb_tooltip("%s: %s", row->name, rb_tr(row->help));
}

/* An edit of one field, typed or by steps, is one undo. */
static void begin_edit(rb_workshop *w) {
    if (!w->editing) {
        rb_workshop_remember(w);
        w->editing = true;
    }
}

static void number_field(rb_workshop *w, const rb_param *row, double *value) {
    rb_ui_unit unit = rb_ui_unit_of(row->unit);
    double shown = unit.factor * *value, step = strcmp(row->unit, "m") == 0       ? 0.5
                                                : strcmp(row->unit, "kg/m3") == 0 ? 50
                                                                                  : 0.05;
    igSetNextItemWidth(-1);
    bool changed = igInputDouble("##field", &shown, step, 10 * step, "%.6g", 0);
    rb_tooltip("%s", rb_tr(row->help));
    if (changed && isfinite(shown)) {
        begin_edit(w);
        *value = shown / unit.factor;
        rb_workshop_edited(w);
    }
    if (igIsItemDeactivated()) {
        w->editing = false;
    }
}

static void choice_field(rb_workshop *w, const rb_param *row, double *value) {
    igSetNextItemWidth(-1);
    if (igBeginCombo("##field", rb_tr(row->choices[(int)*value]), 0)) {
        for (int i = 0; row->choices[i] != NULL; i++) {
            if (rb_choice(rb_tr(row->choices[i]), i == (int)*value) && i != (int)*value) {
                rb_workshop_remember(w);
                *value = i;
                rb_workshop_edited(w);
            }
        }
        rb_imgui_allow_finger_scroll();
        igEndCombo();
    }
}

static void field(rb_ui *ui, rb_workshop *w, const rb_param *row, double *value) {
    igPushID_Str(row->name);
    igTableNextColumn();
    label(row, true);
    igTableNextColumn();
    ((row->flags & RB_PARAM_CHOICE) != 0 ? choice_field : number_field)(w, row, value);
    rb_ui_mark(ui, "workshop.%s", row->name);
    igPopID();
}

/* Two fields side by side where there is room. */
static bool begin_fields(const char *id) {
    ImVec2 room;
    igGetContentRegionAvail(&room);
    int pairs = room.x > rb_em(26) ? 2 : 1;
    if (!igBeginTable(id, 2 * pairs, ImGuiTableFlags_SizingStretchProp, rb_im2(0, 0), 0)) {
        return false;
    }
    for (int i = 0; i < pairs; i++) {
        igTableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, rb_em(5.2f), 0);
        igTableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    }
    return true;
}

static void design_fields(rb_ui *ui, rb_workshop *w, const char *id, int first, int last) {
    if (begin_fields(id)) {
        for (int i = first; i <= last; i++) {
            if (rb_stone_uses(&w->design, i)) {
                field(ui, w, &rb_stone_params.rows[i], &w->design.v[i]);
            }
        }
        igEndTable();
    }
}

/* ---------------------------------------------------------------- buttons */

static bool button(rb_ui *ui, const char *name, const char *line, const char *tip) {
    bool pressed = igButton(rb_tr(name), rb_im2(0, 0));
    rb_ui_mark(ui, "workshop %s", line);
    if (tip != NULL) {
        rb_tooltip("%s", rb_tr(tip));
    }
    if (pressed) {
        rb_ui_run(ui, "workshop %s", line);
    }
    return pressed;
}

static void same_row(const char *name) {
    rb_same_line_or_next(igGetStyle()->ItemSpacing.x,
                         rb_text_width(rb_tr(name)) + 2 * igGetStyle()->FramePadding.x);
}

static void templates(rb_ui *ui) {
    if (!igBeginPopup("templates", 0)) {
        return;
    }
    for (int i = 0; i < rb_stone_template_count(); i++) {
        const char *name = rb_stone_template_name(i);
        if (strcmp(name, "pebble") == 0) { /* needs a mesh */
            continue;
        }
        if (rb_choice(rb_tr(name), false)) {
            rb_ui_run(ui, "workshop template %s", name);
        }
        rb_ui_mark(ui, "workshop template %s", name);
    }
    igTextDisabled("%s", rb_tr("Pebble from a mesh (.stl, .obj, .3mf), z up:"));
    igSetNextItemWidth(rb_em(16));
    bool entered = igInputTextWithHint("##mesh", "pebble.stl", ui->path, sizeof ui->path,
                                       ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL);
    rb_imgui_field_takes_words();
    igSameLine(0, -1);
    if ((igButton(rb_tr("Use"), rb_im2(0, 0)) || entered) && ui->path[0] != '\0') {
        rb_ui_run_on(ui, "workshop template pebble", ui->path);
        igCloseCurrentPopup();
    }
    rb_imgui_allow_finger_scroll();
    igEndPopup();
}

static void files(rb_ui *ui) {
    if (!igBeginPopup("files", 0)) {
        return;
    }
    static const char *const items[][2] = {{"workshop print .3mf", RB_N("Mesh for a printer: 3MF")},
                                           {"workshop print .stl", RB_N("Mesh for a printer: STL")},
                                           {"workshop drawing", RB_N("Drawing with dimensions: PDF")},
                                           {"workshop save", RB_N("The design: JSON")},
                                           {"workshop scene", RB_N("A scene with this stone: JSON")}};
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        if (rb_choice(rb_tr(items[i][1]), false)) {
            rb_ui_run(ui, "%s", items[i][0]);
        }
    }
    igTextDisabled("%s", rb_tr("Open a design (you can also drop it on the window):"));
    igSetNextItemWidth(rb_em(16));
    bool entered = igInputTextWithHint("##design", "stone.json", ui->path, sizeof ui->path,
                                       ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL);
    rb_imgui_field_takes_words();
    igSameLine(0, -1);
    if ((igButton(rb_tr("Open"), rb_im2(0, 0)) || entered) && ui->path[0] != '\0') {
        rb_ui_run_on(ui, "workshop open", ui->path);
        igCloseCurrentPopup();
    }
    rb_imgui_allow_finger_scroll();
    igEndPopup();
}

static void toolbar(rb_ui *ui, rb_workshop *w) {
    if (igButton(rb_tr("Template"), rb_im2(0, 0))) {
        igOpenPopup_Str("templates", 0);
    }
    rb_ui_mark(ui, "workshop.templates");
    templates(ui);
    same_row(RB_N("Undo"));
    igBeginDisabled(w->at == 0);
    button(ui, RB_N("Undo"), "undo", NULL);
    igEndDisabled();
    same_row(RB_N("Redo"));
    igBeginDisabled(w->at == w->count);
    button(ui, RB_N("Redo"), "redo", NULL);
    igEndDisabled();
    same_row(RB_N("Mirror"));
    button(ui, RB_N("Mirror"), "mirror", RB_N("The mirror image prefers the other direction"));
    same_row(RB_N("Files …"));
    if (igButton(rb_tr("Files …"), rb_im2(0, 0))) {
        igOpenPopup_Str("files", 0);
    }
    rb_ui_mark(ui, "workshop.files");
    files(ui);
}

/* ---------------------------------------------------------------- facts */

static void fact(const char *name, const char *tip, const char *format, ...) RB_PRINTF(3, 4);
static void fact(const char *name, const char *tip, const char *format, ...) {
    char text[160];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    rb_typeset(text, sizeof text);
    igTableNextColumn();
    igTextDisabled("%s", rb_tr(name));
    rb_tooltip("%s", rb_tr(tip));
    igTableNextColumn();
    igTextUnformatted(text, NULL);
}

static void theory_facts(const rb_workshop_facts *f) {
    const rb_theory *t = &f->theory;
    fact(RB_N("pitching, rolling"), RB_N("Frequencies of rocking along and across the stone, without spin"),
         "%.3g, %.3g Hz", t->omega_p / (2 * RB_PI), t->omega_r / (2 * RB_PI));
    fact(RB_N("prefers"), RB_N("The direction of spin that persists, seen from above"), "%s",
         rb_tr(f->prefers > 0   ? RB_N("anticlockwise")
               : f->prefers < 0 ? RB_N("clockwise")
                                : RB_N("neither direction")));
}

static void facts(const rb_workshop_facts *f) {
    if (f->problem.text[0] != '\0') {
        igPushStyleColor_Vec4(ImGuiCol_Text, rb_im4(rb_text_color(RB_COLOR_WARNING)));
        igTextWrapped("%s", f->problem.text);
        igPopStyleColor(1);
        return;
    }
    ImVec2 room;
    igGetContentRegionAvail(&room);
    if (!igBeginTable("facts", room.x > rb_em(24) ? 4 : 2, ImGuiTableFlags_SizingFixedFit, rb_im2(0, 0), 0)) {
        return;
    }
    fact(RB_N("mass"), RB_N("Print and weights"), "%.4g g", 1e3 * f->mass.mass);
    fact(RB_N("skew"),
         RB_N("From the flattest direction (blue) to the axis about which it turns most easily (red)"),
         "%.3g°", f->mass.skew * 180 / RB_PI);
    fact(RB_N("mass centre"), RB_N("x, y, and height above the lowest point"), "%.3g, %.3g, %.3g mm",
         1e3 * f->mass.centre.x, 1e3 * f->mass.centre.y, 1e3 * (f->mass.centre.z - f->lowest.x[2]));
    fact(RB_N("moments"), RB_N("Principal moments of inertia"), "%.3g, %.3g, %.3g kg mm²",
         1e6 * f->mass.principal[0], 1e6 * f->mass.principal[1], 1e6 * f->mass.principal[2]);
    fact(RB_N("radii"), RB_N("Radii of curvature of the underside at its lowest point"), "%.3g, %.3g mm",
         1e3 * f->lowest.radius[0], 1e3 * f->lowest.radius[1]);
    if (f->rocks) {
        theory_facts(f);
    }
    igEndTable();
    if (!f->rocks || f->about) {
        igTextWrapped("%s", f->rocks
                                ? rb_tr("The stone does not rest level: its rocking is that of a level one.")
                                : f->no_theory.text);
    }
}

static void spin_buttons(rb_ui *ui, const rb_workshop *w) {
    igBeginDisabled(w->facts.problem.text[0] != '\0');
    button(ui, RB_N("Spin it anticlockwise"), "spin 10", RB_N("Runs this stone in the world, at 10 rad/s"));
    same_row(RB_N("Spin it clockwise"));
    button(ui, RB_N("Spin it clockwise"), "spin -10", RB_N("Runs this stone in the world, at 10 rad/s"));
    igEndDisabled();
}

/* ---------------------------------------------------------------- weights */

static void material_field(rb_workshop *w, double *density) {
    const rb_weight_material *now = rb_weight_material_of(*density);
    igTableNextColumn();
    igAlignTextToFramePadding();
    igTextUnformatted(rb_tr("material"), NULL);
    igTableNextColumn();
    igSetNextItemWidth(-1);
    if (igBeginCombo("##material", now != NULL ? rb_tr(now->name) : rb_tr("another"), 0)) {
        for (int i = 0; i < rb_weight_material_count; i++) {
            char text[64];
            snprintf(text, sizeof text, "%s, %.5g kg/m³", rb_tr(rb_weight_materials[i].name),
                     rb_weight_materials[i].density);
            if (rb_choice(text, &rb_weight_materials[i] == now)) {
                rb_workshop_remember(w);
                *density = rb_weight_materials[i].density;
                rb_workshop_edited(w);
            }
        }
        rb_imgui_allow_finger_scroll();
        igEndCombo();
    }
}

static void weight_fields(rb_ui *ui, rb_workshop *w) {
    double *v = w->design.weights[w->selected].v;
    if (!begin_fields("weight")) {
        return;
    }
    for (int i = 0; i < RB_WEIGHT_VALUES; i++) {
        bool hole = v[RB_WEIGHT_SHAPE] == RB_WEIGHT_HOLE;
        bool used = i == RB_WEIGHT_HEIGHT ? v[RB_WEIGHT_SHAPE] == RB_WEIGHT_CYLINDER
                                          : i != RB_WEIGHT_DENSITY || !hole;
        if (used) {
            field(ui, w, &rb_weight_params.rows[i], &v[i]);
        }
    }
    if (v[RB_WEIGHT_SHAPE] != RB_WEIGHT_HOLE) {
        material_field(w, &v[RB_WEIGHT_DENSITY]);
    }
    igEndTable();
}

static void weights(rb_ui *ui, rb_workshop *w) {
    char line[64];
    for (int i = 0; i < w->design.weight_count; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i + 1);
        if (i > 0) {
            rb_same_line_or_next(igGetStyle()->ItemSpacing.x, rb_em(2));
        }
        if (rb_tab(name, i == w->selected)) {
            w->selected = i;
        }
    }
    if (w->design.weight_count > 0) {
        same_row(RB_N("+ weight"));
    }
    double at = 0.3 * (rb_stone_uses(&w->design, RB_STONE_LENGTH) ? w->design.v[RB_STONE_LENGTH]
                                                                  : w->design.v[RB_STONE_A1]);
    snprintf(line, sizeof line, "weight %.4g 0", at);
    button(ui, RB_N("+ weight"), line, RB_N("Another weight; a double click on the stone places one there"));
    if (w->selected < 0) {
        igTextDisabled("%s", rb_tr("Select a weight to change it."));
        return;
    }
    same_row(RB_N("remove"));
    snprintf(line, sizeof line, "remove %d", w->selected + 1);
    if (!button(ui, RB_N("remove"), line, NULL)) {
        weight_fields(ui, w);
    }
}

/* ---------------------------------------------------------------- asking for a behaviour */

static void limit_field(rb_ui *ui, const char *name, double *value, double factor, const char *format,
                        const char *tip) {
    double shown = factor * *value;
    igTableNextColumn();
    igAlignTextToFramePadding();
    igTextUnformatted(rb_tr(name), NULL);
    igTableNextColumn();
    igPushID_Str(name);
    igSetNextItemWidth(-1);
    if (igInputDouble("##limit", &shown, 0, 0, format, 0) && shown >= 0 && shown <= 1e4) {
        *value = shown / factor;
    }
    igPopID();
    rb_ui_mark(ui, "workshop.%s", name);
    rb_tooltip("%s", rb_tr(tip));
}

static void ask_form(rb_ui *ui, rb_workshop *w) {
    static const char *const goals[RB_GOALS] = {RB_N("reverses within a time"),
                                                RB_N("reverses as often as possible"),
                                                RB_N("reverses from both directions")};
    rb_stone_ask *ask = &w->ask;
    igSetNextItemWidth(-1);
    if (igBeginCombo("##goal", rb_tr(goals[ask->goal]), 0)) {
        for (int i = 0; i < RB_GOALS; i++) {
            if (rb_choice(rb_tr(goals[i]), (int)ask->goal == i)) {
                ask->goal = (rb_stone_goal)i;
            }
        }
        rb_imgui_allow_finger_scroll();
        igEndCombo();
    }
    rb_ui_mark(ui, "workshop.goal");
    if (!begin_fields("ask")) {
        return;
    }
    if (ask->goal == RB_GOAL_WITHIN) {
        limit_field(ui, RB_N("within (s)"), &ask->within, 1, "%.4g",
                    RB_N("On every table, with the start of the scene"));
    }
    limit_field(ui, RB_N("friction ± (%)"), &ask->spread, 100, "%.3g",
                RB_N("Tables with less and more friction"));
    limit_field(ui, RB_N("longest (mm)"), &ask->longest, 1e3, "%.4g",
                RB_N("Largest length of the stone; 0: any"));
    limit_field(ui, RB_N("heaviest (g)"), &ask->heaviest, 1e3, "%.4g",
                RB_N("Largest mass with weights; 0: any"));
    limit_field(ui, RB_N("print ± (mm)"), &ask->tolerance, 1e3, "%.3g",
                RB_N("Of printed lengths and places of weights, for the band of reversal times"));
    igEndTable();
}

static void ask_result(const rb_ui *ui, const rb_asking *a) {
    char words[96];
    rb_task_words(&a->task, ui->still, words, sizeof words);
    if (rb_task_runs(&a->task)) {
        double share = a->task.total > 0 ? (double)a->task.done / (double)a->task.total : 0;
        igProgressBar((float)share, rb_im2(-1, 0), words);
    }
    if (a->problem.text[0] != '\0') {
        igTextWrapped("%s", a->problem.text);
        return;
    }
    rb_trade_off_draw(a, rb_em(10));
    if (a->best >= 0) {
        const rb_stone_candidate *c = &a->rows[a->best];
        igTextWrapped(rb_tr("Skew %.3g°, %.4g g, %.4g mm long: first reversal after %.3g to %.3g s"),
                      c->skew * 180 / RB_PI, 1e3 * c->mass, 1e3 * c->length,
                      fmin(fmin(c->reversal[0][0], c->reversal[0][1]), c->reversal[0][2]),
                      rb_candidate_latest(c, 0));
    }
    if (a->copying && a->band.count > 0) {
        igTextWrapped(rb_tr("Printed copies: %.0f %% reverse; 5 to 95 %% of them after %.3g to %.3g s"),
                      100 * a->band.share, a->band.low, a->band.high);
    }
}

static void asking(rb_ui *ui, rb_workshop *w, const rb_asking *a) {
    ask_form(ui, w);
    button(ui, RB_N("Search"), "ask",
           RB_N("Simulates candidates in the background: places of the weights, skews, sizes"));
    same_row(RB_N("Cancel"));
    igBeginDisabled(!rb_asking_runs(a));
    button(ui, RB_N("Cancel"), "cancel", RB_N("Stop searching; the best so far is kept"));
    igEndDisabled();
    same_row(RB_N("Use it"));
    igBeginDisabled(a == NULL || a->best < 0);
    button(ui, RB_N("Use it"), "take", RB_N("The stone that was found becomes the design"));
    igEndDisabled();
    same_row(RB_N("Chart"));
    igBeginDisabled(a == NULL || rb_asking_runs(a));
    button(ui, RB_N("Chart"), "chart", RB_N("Save reversal time over skew as SVG"));
    igEndDisabled();
    if (a != NULL) {
        ask_result(ui, a);
    }
}

/* ---------------------------------------------------------------- the page */

static bool section(const char *name, bool open) {
    return igCollapsingHeader_TreeNodeFlags(rb_tr(name), open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
}

static void mark_weights(rb_ui *ui, const rb_workshop *w, Vector3 shown) {
    for (int i = 0; i < w->design.weight_count; i++) {
        char name[32];
        const double *v = w->design.weights[i].v;
        snprintf(name, sizeof name, "workshop.weight%d", i + 1);
        rb_ui_mark_at(
            ui,
            (Vector2){shown.x + shown.z * (float)v[RB_WEIGHT_X], shown.y - shown.z * (float)v[RB_WEIGHT_Y]},
            name);
    }
}

void rb_workshop_draw(rb_ui *ui, rb_workshop *w, rb_studies *studies) {
    ImVec2 room;
    toolbar(ui, w);
    igGetContentRegionAvail(&room);
    Vector3 shown = rb_stone_view_draw(w, fminf(rb_em(9), 0.4f * room.y));
    rb_ui_mark(ui, "workshop.stone");
    mark_weights(ui, w, shown);
    rb_tooltip(
        "%s",
        rb_tr("Drag a weight; its opposite moves with it, unless Shift is held. Blue: flattest direction. "
              "Red: axis about which it turns most easily"));
    if (igBeginChild_Str("workshop", rb_im2(0, 0), 0, 0)) {
        facts(rb_workshop_now(w));
        spin_buttons(ui, w);
        if (section(RB_N("Shape"), !ui->small)) {
            design_fields(ui, w, "shape", RB_STONE_BODY, RB_STONE_TAPER);
        }
        if (section(RB_N("Weights and holes"), true)) {
            weights(ui, w);
        }
        bool asked = studies->asking != NULL;
        if (section(RB_N("Ask for a behaviour"), asked)) {
            asking(ui, w, studies->asking);
        }
        if (section(RB_N("Print"), false)) {
            design_fields(ui, w, "print", RB_STONE_DENSITY, RB_STONE_MESH_Z);
            igSetNextItemWidth(-1);
            igInputTextWithHint("##text", rb_tr("text on the flat top, with an arrow"), w->text,
                                sizeof w->text, 0, NULL, NULL);
            rb_imgui_field_takes_words();
            rb_ui_mark(ui, "workshop.text");
        }
    }
    rb_imgui_allow_finger_scroll();
    igEndChild();
}
