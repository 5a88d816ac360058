/* One parameter as a row of a panel, made from its row of the parameter table. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "app/lesson/glossary.h"
#include "app/session/scene_notes.h"
#include "app/session/units.h"
#include "math/pi.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

typedef struct rb_row {
    const rb_param *param;
    const char *section; /* its name */
    rb_ui_unit unit;
    double *value; /* in the edited scene, SI */
    double preset;
    bool differs, waits, restart;
} rb_row;

static rb_row make_row(rb_session *session, int run, rb_section section, int index) {
    rb_session_run *r = &session->runs[run];
    rb_param_table table = rb_scene_table(&r->scene, section);
    rb_param_table preset_table = rb_scene_table(&r->preset, section);
    rb_row row = {.param = &table.rows[index],
                  .section = rb_section_name(section),
                  .unit = rb_ui_unit_of(rb_body_unit(r->scene.body, table.rows[index].unit)),
                  .value = &r->scene.values[section][index]};
    int known = rb_param_find(preset_table, row.param->name);
    row.preset = known >= 0 ? r->preset.values[section][known] : row.param->def;
    row.differs = *row.value != row.preset;
    row.restart = rb_param_needs_restart(row.param, section);
    row.waits = row.restart && *row.value != r->applied.values[section][index];
    return row;
}

static void describe(const rb_session *session, const rb_row *row) {
    const rb_param *p = row->param;
    if (!rb_begin_tooltip()) {
        return;
    }
    const char *symbol = p->symbol[0] != '\0' ? p->symbol : p->name;
    igText("%s  %s", symbol, rb_tr(p->help));
    if (!(p->flags & (RB_PARAM_CHOICE | RB_PARAM_BOOL))) {
        igText("%.6g %s %s %s %.6g %s", p->min * row->unit.factor, p->flags & RB_PARAM_ABOVE ? "<" : "≤",
               symbol, "≤", p->max * row->unit.factor, row->unit.name);
        igText(rb_tr("preset %.6g %s"), row->preset * row->unit.factor, row->unit.name);
        if (strcmp(p->unit, "rad/s") == 0) {
            igText(rb_tr("now %.4g rpm"), *row->value * 30 / RB_PI);
        }
    }
    if (p->source[0] != '\0') {
        igText(rb_tr("source: %s"), p->source);
    }
    igTextDisabled(rb_tr("name in files and actions: %s.%s"), row->section, p->name);
    igTextDisabled("%s", rb_edit_note(session, row->restart));
    igTextDisabled("%s", p->flags & (RB_PARAM_CHOICE | RB_PARAM_BOOL)
                             ? rb_tr("Double click on the name: back to the preset.")
                             : rb_tr("Drag, or click to type. Double click: back to the preset."));
    rb_end_tooltip();
}

static bool choice_field(const rb_row *row) {
    int now = (int)*row->value;
    bool changed = false;
    /* The arrow gives way to a long word. */
    bool fits =
        rb_text_width(row->param->choices[now]) + igGetFrameHeight() + 2 * igGetStyle()->FramePadding.x <
        igCalcItemWidth();
    if (igBeginCombo("##field", row->param->choices[now], fits ? 0 : ImGuiComboFlags_NoArrowButton)) {
        for (int i = 0; row->param->choices[i] != NULL; i++) {
            if (rb_choice(row->param->choices[i], i == now) && i != now) {
                *row->value = i;
                changed = true;
            }
        }
        rb_imgui_allow_finger_scroll();
        igEndCombo();
    }
    return changed;
}

static bool bool_field(const rb_row *row) {
    bool on = *row->value != 0;
    bool changed = igCheckbox("##field", &on);
    *row->value = on ? 1 : 0;
    return changed;
}

double rb_param_clamp(const rb_param *p, double value) {
    value = fmin(fmax(value, p->min), p->max);
    if ((p->flags & RB_PARAM_ABOVE) && value <= p->min) {
        value = p->min + 1e-9 * fmax(fabs(p->max), 1e-12);
    }
    return p->flags & RB_PARAM_INTEGER ? round(value) : value;
}

bool rb_param_out_of_range(const rb_param *p, double value, char *text, size_t size) {
    const rb_ui_unit unit = rb_ui_unit_of(p->unit);
    const bool above = (p->flags & RB_PARAM_ABOVE) && value <= p->min;
    if (value >= p->min && value <= p->max && !above) {
        return false;
    }
    snprintf(text, size, rb_tr("%s: expected %s%.6g to %.6g%s%s, got %.6g; the nearest valid value is used"),
             p->symbol[0] != '\0' ? p->symbol : p->name, p->flags & RB_PARAM_ABOVE ? rb_tr("more than ") : "",
             p->min * unit.factor, p->max * unit.factor, unit.name[0] != '\0' ? " " : "", unit.name,
             value * unit.factor);
    return true;
}

/* A drag ends at the limit; a typed value outside the range gives a message. */
static void report_range(const rb_ui *ui, const rb_param *p, double value) {
    char text[160];
    if (!igIsMouseDown_Nil(ImGuiMouseButton_Left) && rb_param_out_of_range(p, value, text, sizeof text)) {
        rb_ui_message(ui, text);
    }
}

static bool number_field(const rb_ui *ui, const rb_row *row) {
    double shown = *row->value * row->unit.factor;
    double scale = fmax(fabs(row->preset), fabs(*row->value)) * row->unit.factor;
    if (scale == 0) {
        scale = fmin(fabs(row->param->max) * row->unit.factor, 1);
    }
    float speed = (float)(scale * (row->param->flags & RB_PARAM_INTEGER ? 0.05 : 0.004));
    char format[48];
    snprintf(format, sizeof format, "%%.5g %s", row->unit.name);
    /* ImGui would read "%" in a unit as a format. */
    bool plain = strchr(row->unit.name, '%') == NULL;
    if (!igDragScalar("##field", ImGuiDataType_Double, &shown, speed, NULL, NULL, plain ? format : "%.5g",
                      ImGuiSliderFlags_NoRoundToFormat) ||
        isnan(shown)) {
        return false;
    }
    report_range(ui, row->param, shown / row->unit.factor);
    *row->value = rb_param_clamp(row->param, shown / row->unit.factor);
    return true;
}

static bool reset_by_double_click(const rb_row *row) {
    if (!igIsItemHovered(0) || !igIsMouseDoubleClicked_Nil(ImGuiMouseButton_Left)) {
        return false;
    }
    igClearActiveID();
    bool changed = *row->value != row->preset;
    *row->value = row->preset;
    return changed;
}

/* The label: a dot if the value differs from the preset, then symbol and name. */
static void label(const rb_row *row, float width) {
    const rb_param *p = row->param;
    const char *words = rb_tr(rb_glossary_label(row->section, p->name));
    ImVec2 at;
    igGetCursorScreenPos(&at);
    if (row->differs) {
        ImDrawList_AddCircleFilled(igGetWindowDrawList(),
                                   rb_im2(at.x - rb_em(0.3f), at.y + 0.5f * igGetFrameHeight()), rb_em(0.18f),
                                   rb_role32(RB_COLOR_ACCENT), 0);
    }
    igAlignTextToFramePadding();
    if (p->symbol[0] != '\0') {
        igTextUnformatted(p->symbol, NULL);
        float used = rb_text_width(p->symbol) + rb_em(0.4f) + rb_text_width(words);
        if (used < width) {
            igSameLine(0, rb_em(0.4f));
            igTextDisabled("%s", words);
        }
    } else {
        igTextUnformatted(words, NULL);
    }
}

/* Undo keeps one state per drag, the one before it started. */
static void keep_for_undo(const rb_ui *ui, rb_session *session, const rb_row *row, double old) {
    if (!ui->editing) {
        double now = *row->value;
        *row->value = old;
        rb_session_remember(session);
        *row->value = now;
    }
}

bool rb_param_row(rb_ui *ui, rb_session *session, int run, rb_section section, int index) {
    rb_row row = make_row(session, run, section, index);
    double old = *row.value;
    float width = rb_em(7.6f);
    igPushID_Int((int)section * RB_PARAMS_MAX + index);
    igIndent(rb_em(0.5f));
    igBeginGroup();
    label(&row, width - rb_em(0.8f));
    igEndGroup();
    describe(session, &row);
    bool changed = reset_by_double_click(&row);
    igSameLine(width + rb_em(0.6f), 0);
    ImVec2 room;
    igGetContentRegionAvail(&room);
    igSetNextItemWidth(fmaxf(room.x - rb_em(1.3f), rb_em(3)));
    if (row.param->flags & RB_PARAM_CHOICE) {
        changed = choice_field(&row) || changed;
    } else if (row.param->flags & RB_PARAM_BOOL) {
        changed = bool_field(&row) || changed;
    } else {
        changed = number_field(ui, &row) || changed;
        changed = reset_by_double_click(&row) || changed;
    }
    bool held = igIsItemActive();
    rb_ui_mark(ui, "%s.%s", row.section, row.param->name);
    describe(session, &row);
    if (row.waits) {
        igSameLine(0, rb_em(0.25f));
        igTextColored(rb_im4(rb_text_color(RB_COLOR_WARNING)), "↻");
        rb_tooltip(rb_tr("Takes effect after a restart (R)"));
    }
    igUnindent(rb_em(0.5f));
    igPopID();
    changed = changed && *row.value != old;
    if (changed) {
        keep_for_undo(ui, session, &row, old);
        ui->editing = held;
        rb_session_edited(session, run, section, index);
    } else if (!igIsAnyItemActive()) {
        ui->editing = false;
    }
    return changed;
}
