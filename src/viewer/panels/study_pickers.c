/* Controls of the Studies page that choose outcomes and laws. */
#include <math.h>
#include <stdio.h>

#include "analysis/study_private.h"
#include "app/language/language.h"
#include "app/session/session.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"
#include "viewer/panels/study_pickers.h"

/* A label in a column, and room for a control behind it. */
void rb_study_labelled(const char *name) {
    igAlignTextToFramePadding();
    igTextUnformatted(name, NULL);
    igSameLine(fmaxf(rb_em(4.2f), rb_text_width(name) + rb_em(0.8f)), 0);
}

/* Check boxes in a list that stays open. */
static bool check_item(const char *label, bool on) {
    bool now = on;
    return igCheckbox(label, &now);
}

void rb_study_value_picker(rb_study_form *form) {
    const rb_sweep *sweep = &form->spec.sweep;
    char head[160] = "", label[128];
    size_t used = 0;
    for (int i = 0; i < sweep->value_count && used < sizeof head; i++) {
        rb_outcome_title(sweep->values[i], label, sizeof label);
        used += (size_t)snprintf(head + used, sizeof head - used, "%s%s", i > 0 ? "; " : "", label);
    }
    rb_study_labelled(rb_tr("show"));
    igSetNextItemWidth(-1);
    if (!igBeginCombo("##value", head, ImGuiComboFlags_HeightLarge)) {
        rb_tooltip(rb_tr("Outcomes of every run, up to %d: a plot for each. %s"), RB_SURVEY_VALUES,
                   sweep->value_count > 0 ? rb_tr(sweep->values[0]->help) : "");
        return;
    }
    const rb_outcome *o;
    for (int i = 0; (o = rb_sweep_value_at(i)) != NULL; i++) {
        if (!rb_outcome_can_map(o, form->body)) {
            continue;
        }
        bool on = rb_study_form_has_value(form, o);
        rb_outcome_title(o, label, sizeof label);
        igPushID_Str(o->name);
        if (check_item(label, on)) {
            rb_study_form_toggle_value(form, o);
        }
        igPopID();
        rb_tooltip("%s (%s): %s", o->name, o->symbol, rb_tr(o->help));
    }
    rb_imgui_allow_finger_scroll();
    igEndCombo();
}

/* Return adds the expression to the outcomes. */
void rb_study_expression_field(rb_study_form *form, const rb_scene *scene) {
    rb_study_labelled(rb_tr("or"));
    igSetNextItemWidth(-1);
    bool entered =
        igInputTextWithHint("##expression", "max(abs(omega3)) / E_initial", form->expression,
                            sizeof form->expression, ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL);
    rb_imgui_field_takes_words();
    rb_tooltip("%s",
               rb_tr("An expression of signals, events, outcomes and parameters; press Return to add it"));
    if (entered) {
        form->refusal.text[0] = '\0';
        if (rb_study_form_add_expression(form, scene, &form->refusal)) {
            form->expression[0] = '\0';
        }
    }
    if (form->refusal.text[0] != '\0') {
        igTextWrapped("%s", form->refusal.text);
    }
}

void rb_study_law_picker(rb_study_form *form, const rb_scene *scene) {
    char head[128], label[128];
    rb_short_name(rb_tr(form->laws.count == 1 ? rb_friction_law_at((int)form->laws.list[0])->name
                                              : scene->friction->name),
                  label, sizeof label);
    if (form->laws.count > 1) {
        snprintf(head, sizeof head,
                 rb_trn("%d friction law, a curve each", "%d friction laws, a curve each", form->laws.count),
                 form->laws.count);
    } else {
        snprintf(head, sizeof head, "%s", label);
    }
    rb_study_labelled(rb_tr("for"));
    igSetNextItemWidth(-1);
    if (!igBeginCombo("##laws", head, ImGuiComboFlags_HeightLarge)) {
        rb_tooltip(rb_tr("Friction laws, up to %d: a curve for each. None checked: the law of the scene"),
                   RB_SURVEY_CURVES);
        return;
    }
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        bool on = rb_study_form_has_law(form, i);
        rb_error why = {""};
        bool fits = rb_scene_law_fits(scene, law, &why) == RB_OK;
        igBeginDisabled(!fits && !on);
        igPushID_Str(law->id);
        rb_short_name(rb_tr(law->name), label, sizeof label);
        if (check_item(label, on)) {
            rb_study_form_toggle_law(form, i);
        }
        igPopID();
        igEndDisabled();
        rb_tooltip("%s: %s", law->id, fits ? rb_tr(law->help) : why.text);
    }
    rb_imgui_allow_finger_scroll();
    igEndCombo();
}
