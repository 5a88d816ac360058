/* Finds the shortcuts whose keys are pressed. */
#include <string.h>

#include "app/actions/grammar.h"
#include "viewer/actions/actions.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"

static const ImGuiKey keys[] = {
#define SHORTCUT(id, line, name, key, mods, repeats) ImGuiKey_##key,
#include "app/actions/shortcuts.inc"
#undef SHORTCUT
};

static const ImGuiKey spare_keys[] = {
#define SPARE(id, key, mods) ImGuiKey_##key,
#include "app/actions/spare_keys.inc"
#undef SPARE
};

/* Keys that do not edit text: they work while a text field has the focus. */
static bool beside_text(int index) {
    bool function = keys[index] >= ImGuiKey_F1 && keys[index] <= ImGuiKey_F12;
    return function || strcmp(rb_shortcut_at(index)->id, "quit") == 0;
}

/* Keys that work on the page for files, which keeps all others. */
static bool beside_files(int index) {
    const char *id = rb_shortcut_at(index)->id;
    return beside_text(index) || strcmp(id, "close") == 0 || strcmp(id, "open") == 0;
}

static bool of_presenter(int index) {
    return strcmp(rb_shortcut_group(index), "Presenter") == 0;
}

/* Keys with another meaning in presenter mode: those of presentation remotes, and some for lecturers. */
static bool means_something(const rb_app *app, int index) {
    if (of_presenter(index)) {
        return app->presenter.on;
    }
    for (int i = 0; app->presenter.on && i < rb_shortcut_count(); i++) {
        if (of_presenter(i) && keys[i] == keys[index] &&
            rb_shortcut_at(i)->mods == rb_shortcut_at(index)->mods) {
            return false;
        }
    }
    return true;
}

static void poll_spare_keys(rb_app *app, unsigned mods) {
    for (int i = 0; i < rb_spare_key_count(); i++) {
        const rb_spare_key *spare = rb_spare_key_at(i);
        if (mods == spare->mods && igIsKeyPressed_Bool(spare_keys[i], false)) {
            rb_action_run(app, rb_shortcut_at(rb_shortcut_find(spare->id))->line);
        }
    }
}

void rb_actions_poll(rb_app *app, bool typing) {
    const ImGuiIO *io = igGetIO();
    unsigned mods =
        (io->KeyCtrl ? RB_KEY_CTRL : 0) | (io->KeyShift ? RB_KEY_SHIFT : 0) | (io->KeyAlt ? RB_KEY_ALT : 0);
    for (int i = 0; i < rb_shortcut_count(); i++) {
        const rb_shortcut *shortcut = rb_shortcut_at(i);
        /* on many keyboards + is Shift and = */
        bool plus = keys[i] == ImGuiKey_Equal && (mods & ~(unsigned)RB_KEY_SHIFT) == shortcut->mods;
        if ((mods == shortcut->mods || plus) && (!typing || beside_text(i)) &&
            (!app->ui.files || beside_files(i)) && igIsKeyPressed_Bool(keys[i], shortcut->repeats) &&
            means_something(app, i)) {
            rb_action_run(app, shortcut->line);
        }
    }
    if (typing || app->ui.files) {
        return;
    }
    poll_spare_keys(app, mods);
    if (mods == RB_KEY_CTRL && igIsKeyPressed_Bool(ImGuiKey_KeypadAdd, true)) {
        rb_action_run(app, "bigger");
    }
    if (mods == RB_KEY_CTRL && igIsKeyPressed_Bool(ImGuiKey_KeypadSubtract, true)) {
        rb_action_run(app, "smaller");
    }
}
