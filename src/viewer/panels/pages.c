/* Pages that open over the world: all keys, files. None of them is modal. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "app/actions/grammar.h"
#include "app/language/language.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"
#include "viewer/platform/files.h"
#include "viewer/platform/input.h"
#include "viewer/platform/window.h"

/* Keeps a page inside a window that became smaller, so that its close button stays reachable. */
static void keep_page_within(float w, float h) {
    ImVec2 at, size;
    igGetWindowPos(&at);
    igGetWindowSize(&size);
    if (at.x + size.x > w || at.y + size.y > h) {
        igSetWindowPos_Vec2(rb_im2(fmaxf(fminf(at.x, w - size.x), 0), fmaxf(fminf(at.y, h - size.y), 0)), 0);
    }
}

bool rb_begin_page(const char *title, bool *open, float width, float height) {
    float w = (float)rb_window_width();
    float h = (float)rb_window_height();
    float page_w = width < 0.94f * w ? width : 0.94f * w;
    float page_h = height < 0.9f * h ? height : 0.9f * h;
    igSetNextWindowPos(rb_im2(w / 2, h / 2), ImGuiCond_Appearing, rb_im2(0.5f, 0.5f));
    igSetNextWindowSize(rb_im2(page_w, page_h), ImGuiCond_Appearing);
    igSetNextWindowSizeConstraints(rb_im2(0, 0), rb_im2(0.94f * w, 0.9f * h), NULL, NULL);
    igPushStyleVar_Float(ImGuiStyleVar_WindowRounding, rb_em(0.5f));
    igPushStyleVar_Float(ImGuiStyleVar_WindowBorderSize, 1);
    bool visible = igBegin(title, open,
                           ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                               ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoDocking);
    igPopStyleVar(2);
    keep_page_within(w, h);
    return visible;
}

static void group_table(const char *group) {
    igPushFont(rb_imgui_font(RB_FONT_HEADING));
    igTextUnformatted(rb_tr(group), NULL);
    igPopFont();
    if (!igBeginTable(group, 2, ImGuiTableFlags_SizingFixedFit, rb_im2(0, 0), 0)) {
        return;
    }
    igTableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, rb_em(6.8f), 0);
    igTableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    for (int i = 0; i < rb_shortcut_count(); i++) {
        const rb_shortcut *shortcut = rb_shortcut_at(i);
        bool numbered = strncmp(shortcut->line, "run ", 4) == 0;
        if (strcmp(rb_shortcut_group(i), group) != 0 || (numbered && strcmp(shortcut->line, "run 1") != 0)) {
            continue;
        }
        char key[48];
        rb_shortcut_key(i, key, sizeof key);
        if (numbered) {
            snprintf(key, sizeof key, "1 … %d", RB_RUNS_MAX);
        }
        igTableNextRow(0, 0);
        igTableNextColumn();
        igTextColored(rb_im4(rb_text_color(RB_COLOR_ACCENT)), "%s", key);
        igTableNextColumn();
        igTextWrapped("%s", numbered ? rb_tr("Select a run") : rb_tr(shortcut->name));
    }
    igEndTable();
}

static void hand_table(const char *title, const char *const (*lines)[2], size_t count) {
    igPushFont(rb_imgui_font(RB_FONT_HEADING));
    igTextUnformatted(rb_tr(title), NULL);
    igPopFont();
    if (igBeginTable(title, 2, ImGuiTableFlags_SizingFixedFit, rb_im2(0, 0), 0)) {
        for (size_t i = 0; i < count; i++) {
            igTableNextRow(0, 0);
            igTableNextColumn();
            igTextColored(rb_im4(rb_text_color(RB_COLOR_ACCENT)), "%s", rb_tr(lines[i][0]));
            igTableNextColumn();
            igTextUnformatted(rb_tr(lines[i][1]), NULL);
        }
        igEndTable();
    }
}

static void mouse_help(void) {
    static const char *const lines[][2] = {
        {RB_N("left, on the body"), RB_N("drag: spin it, press: tap it")},
        {RB_N("left, background"), RB_N("orbit")},
        {RB_N("right, Shift+left"), RB_N("pan")},
        {RB_N("wheel"), RB_N("zoom")},
        {RB_N("drop a file"), RB_N("open a scene")},
        {RB_N("plots: left button"), RB_N("go to that time")},
        {RB_N("plots: wheel, right"), RB_N("zoom, pan")},
        {RB_N("plots: double click"), RB_N("follow again")},
    };
    static const char *const fingers[][2] = {
        {RB_N("one, on the body"), RB_N("drag: spin it, press: tap it")},
        {RB_N("one, background"), RB_N("orbit")},
        {RB_N("two"), RB_N("pan, pinch: zoom")},
        {RB_N("long press"), RB_N("show the tooltip")},
    };
    if (rb_gui_fingers()) { /* and perhaps no mouse */
        hand_table(RB_N("Fingers"), fingers, sizeof fingers / sizeof fingers[0]);
    }
    hand_table(RB_N("Mouse"), lines, sizeof lines / sizeof lines[0]);
    if (!rb_gui_fingers()) {
        hand_table(RB_N("Fingers"), fingers, sizeof fingers / sizeof fingers[0]);
    }
}

void rb_help_draw(rb_ui *ui) {
    static const char *const columns[4][3] = {{"Time", "Presenter"},
                                              {"Scene", "Compare", "Plots"},
                                              {"Camera", "Window"},
                                              {"Show", "Lessons", "Export"}};
    if (rb_begin_page(rb_tr("Keys and mouse"), &ui->help, rb_em(84), rb_em(44))) {
        ImVec2 room;
        igGetContentRegionAvail(&room);
        int fitting = (int)fminf(fmaxf(room.x / rb_em(14), 1), 4); /* further columns go below */
        if (igBeginTable("columns", fitting, ImGuiTableFlags_SizingStretchSame, rb_im2(0, 0), 0)) {
            igTableNextRow(0, 0);
            for (int c = 0; c < 4; c++) {
                igTableNextColumn();
                for (int g = 0; g < 3 && columns[c][g] != NULL; g++) {
                    group_table(columns[c][g]);
                }
                if (c == 0) {
                    mouse_help();
                }
            }
            igEndTable();
        }
        if (rb_input_reserved_keys()[0] != '\0') {
            igTextWrapped("%s", rb_tr(rb_input_reserved_keys()));
        }
    }
    rb_imgui_allow_finger_scroll();
    igEnd();
}

/* ---------------------------------------------------------------- files */

/* The folder with its folders and files; a click enters or opens one. */
static void folder_list(rb_ui *ui, float height) {
    char path[2 * RB_PATH_MAX] = "";
    igTextDisabled("%s", ui->folder.path);
    if (!igBeginChild_Str("folder", rb_im2(0, height), ImGuiChildFlags_Border, 0)) {
        igEndChild();
        return;
    }
    if (rb_choice(rb_tr("..  (the folder above)"), false)) {
        snprintf(path, sizeof path, "%s/..", ui->folder.path);
    }
    for (int i = 0; i < ui->folder.count; i++) {
        bool is_folder = ui->folder.entries[i].is_folder;
        char label[220];
        snprintf(label, sizeof label, "%s%s", ui->folder.entries[i].name, is_folder ? "/" : "");
        if (rb_choice(label, false)) {
            snprintf(path, sizeof path, "%s/%s", ui->folder.path, ui->folder.entries[i].name);
        }
        rb_ui_mark(ui, "file.%s", ui->folder.entries[i].name);
    }
    rb_imgui_allow_finger_scroll();
    igEndChild();
    if (path[0] != '\0') {
        rb_ui_run_on(ui, "open", path);
    }
}

void rb_files_draw(rb_ui *ui) {
    bool lists = !rb_files_can_choose();
    if (rb_begin_page(rb_tr("Open or save a scene"), &ui->files, rb_em(36), rb_em(lists ? 28 : 10))) {
        if (rb_files_can_choose()) {
            if (igButton(rb_tr("Choose a file …"), rb_im2(rb_em(12), 0))) {
                rb_files_choose();
                ui->files = false;
            }
            igTextWrapped(rb_tr("Files can also be dropped on the window. Or save under this name:"));
        } else {
            ImVec2 room;
            igGetContentRegionAvail(&room);
            folder_list(ui, fmaxf(room.y - 4.6f * igGetFrameHeightWithSpacing(), rb_em(6)));
            igTextWrapped(rb_tr("Or a path, to open or to save. Files can also be dropped on the window."));
        }
        if (igIsWindowAppearing() || ui->focus_path) {
            rb_imgui_focus_field();
            ui->focus_path = false;
        }
        igSetNextItemWidth(-1);
        bool entered = igInputTextWithHint("##path", "my-scene.json", ui->path, sizeof ui->path,
                                           ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL);
        rb_imgui_field_takes_words();
        bool named = ui->path[0] != '\0';
        igBeginDisabled(!named);
        if (igButton(rb_tr("Open"), rb_im2(rb_em(6), 0)) || (entered && named)) {
            rb_ui_run_on(ui, "open", ui->path);
        }
        igSameLine(0, -1);
        char save[64];
        snprintf(save, sizeof save, "%s###save", rb_path_exists(ui->path) ? rb_tr("Replace") : rb_tr("Save"));
        if (igButton(save, rb_im2(rb_em(6), 0))) {
            rb_ui_run_on(ui, "save", ui->path);
        }
        igEndDisabled();
    }
    igEnd();
}
