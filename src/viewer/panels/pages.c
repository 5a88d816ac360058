/* Pages that open over the world: all keys, the scenes, files. None of them is modal. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "viewer/actions/grammar.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"
#include "viewer/platform/window.h"

/* A page centred in the window, as large as asked and as there is room. */
static bool begin_page(const char *title, bool *open, float width, float height) {
    float w = (float)rb_window_width();
    float h = (float)rb_window_height();
    float page_w = width < 0.94f * w ? width : 0.94f * w;
    float page_h = height < 0.9f * h ? height : 0.9f * h;
    igSetNextWindowPos(rb_im2(w / 2, h / 2), ImGuiCond_Appearing, rb_im2(0.5f, 0.5f));
    igSetNextWindowSize(rb_im2(page_w, page_h), ImGuiCond_Appearing);
    igPushStyleVar_Float(ImGuiStyleVar_WindowRounding, rb_em(0.5f));
    igPushStyleVar_Float(ImGuiStyleVar_WindowBorderSize, 1);
    bool visible = igBegin(title, open,
                           ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                               ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoDocking);
    igPopStyleVar(2);
    return visible;
}

static void group_table(const char *group) {
    igPushFont(rb_imgui_font(RB_FONT_HEADING));
    igTextUnformatted(group, NULL);
    igPopFont();
    if (!igBeginTable(group, 2, ImGuiTableFlags_SizingFixedFit, rb_im2(0, 0), 0)) {
        return;
    }
    igTableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, rb_em(6.8f), 0);
    igTableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    for (int i = 0; i < rb_shortcut_count(); i++) {
        const rb_shortcut *shortcut = rb_shortcut_at(i);
        bool numbered = strncmp(shortcut->line, "run ", 4) == 0;
        if (strcmp(rb_shortcut_group(i), group) != 0 ||
            (numbered && strcmp(shortcut->line, "run 1") != 0)) {
            continue;
        }
        char key[48];
        rb_shortcut_key(i, key, sizeof key);
        if (numbered) {
            snprintf(key, sizeof key, "1 … %d", RB_RUNS_MAX);
        }
        igTableNextRow(0, 0);
        igTableNextColumn();
        igTextColored(rb_role4(RB_COLOR_ACCENT), "%s", key);
        igTableNextColumn();
        igTextWrapped("%s", numbered ? "Select a run" : shortcut->name);
    }
    igEndTable();
}

static void mouse_help(void) {
    static const char *const lines[][2] = {
        {"left", "orbit"},
        {"right, Shift+left", "pan"},
        {"wheel", "zoom"},
        {"Ctrl+left", "flick the body"},
        {"drop a file", "open a scene"},
        {"plots: left", "go to that time"},
        {"plots: wheel, right", "zoom, pan"},
        {"plots: double click", "follow again"},
    };
    igPushFont(rb_imgui_font(RB_FONT_HEADING));
    igTextUnformatted("Mouse", NULL);
    igPopFont();
    if (igBeginTable("mouse", 2, ImGuiTableFlags_SizingFixedFit, rb_im2(0, 0), 0)) {
        for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
            igTableNextRow(0, 0);
            igTableNextColumn();
            igTextColored(rb_role4(RB_COLOR_ACCENT), "%s", lines[i][0]);
            igTableNextColumn();
            igTextUnformatted(lines[i][1], NULL);
        }
        igEndTable();
    }
}

void rb_help_draw(rb_ui *ui) {
    static const char *const columns[4][3] = {
        {"Time"}, {"Scene", "Compare", "Plots"}, {"Camera", "Window"}, {"Show", "Export"}};
    if (begin_page("Keys and mouse", &ui->help, rb_em(84), rb_em(44))) {
        ImVec2 room;
        igGetContentRegionAvail(&room);
        int fitting = (int)fminf(fmaxf(room.x / rb_em(14), 1), 4); /* the others go below them */
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
    }
    igEnd();
}

/* ---------------------------------------------------------------- scenes */

static bool contains(const char *text, const char *part) {
    size_t length = strlen(part);
    for (; *text != '\0'; text++) {
        if (strncasecmp(text, part, length) == 0) {
            return true;
        }
    }
    return length == 0;
}

/* Every word of the search must stand in what names the scene, or somewhere in its texts. */
static bool matches(const rb_scene *scene, const char *search, bool anywhere) {
    char words[64];
    snprintf(words, sizeof words, "%s", search);
    char *rest = words;
    for (char *word = strtok_r(rest, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        bool named = contains(scene->name, word) || contains(scene->id, word) ||
                     contains(scene->body->name, word);
        bool told = contains(scene->description, word) || contains(scene->source, word) ||
                    contains(scene->friction->id, word);
        if (!named && !(anywhere && told)) {
            return false;
        }
    }
    return true;
}

static void scene_entry(rb_ui *ui, const rb_scene *scene, const char *open_now) {
    bool now = strcmp(scene->id, open_now) == 0;
    ImVec2 at;
    igGetCursorScreenPos(&at);
    char id[80];
    snprintf(id, sizeof id, "##%s", scene->id);
    float height = 2.0f * igGetTextLineHeightWithSpacing() + rb_em(0.2f);
    if (igSelectable_Bool(id, now, 0, rb_im2(0, height))) {
        rb_ui_run_on(ui, "scene", scene->id);
        ui->library = false;
    }
    rb_tooltip("%s\n\n%s · law %s · %s", scene->description, scene->source, scene->friction->id,
               scene->body->name);
    ImDrawList *list = igGetWindowDrawList();
    ImDrawList_AddText_Vec2(list, rb_im2(at.x + rb_em(0.4f), at.y + rb_em(0.1f)),
                            rb_role32(RB_COLOR_INK), scene->name, NULL);
    float width = rb_text_width(scene->name);
    ImDrawList_AddText_Vec2(list, rb_im2(at.x + width + rb_em(1.2f), at.y + rb_em(0.1f)),
                            rb_role32(RB_COLOR_INK_SOFT), scene->id, NULL);
    ImDrawList_AddText_Vec2(list,
                            rb_im2(at.x + rb_em(0.4f), at.y + igGetTextLineHeightWithSpacing()),
                            rb_role32(RB_COLOR_INK_SOFT), scene->source, NULL);
}

/* Those that are called so come first; returns the first of all. */
static const rb_scene *found_scenes(rb_ui *ui, const rb_library *library, const char *open_now) {
    const rb_scene *first = NULL;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < library->count; i++) {
            const rb_scene *scene = &library->scenes[i];
            bool named = matches(scene, ui->search, false);
            if (pass == 0 ? named : !named && matches(scene, ui->search, true)) {
                first = first == NULL ? scene : first;
                scene_entry(ui, scene, open_now);
            }
        }
    }
    return first;
}

void rb_library_draw(rb_ui *ui, const rb_library *library, const char *open_now) {
    if (begin_page("Scenes", &ui->library, rb_em(36), rb_em(34))) {
        if (ui->focus_search) {
            igSetKeyboardFocusHere(0);
            ui->focus_search = false;
            ui->search[0] = '\0';
        }
        igSetNextItemWidth(-1);
        bool entered = igInputTextWithHint("##search", "search names, papers, laws, bodies …",
                                           ui->search, sizeof ui->search,
                                           ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL);
        if (igIsItemDeactivated() && igIsKeyPressed_Bool(ImGuiKey_Escape, false)) {
            ui->library = false;
        }
        const rb_scene *first = NULL;
        if (igBeginChild_Str("list", rb_im2(0, 0), 0, 0)) {
            first = found_scenes(ui, library, open_now);
            if (first == NULL) {
                igTextDisabled("No scene has all of these words.");
            }
        }
        igEndChild();
        if (entered && first != NULL) {
            rb_ui_run_on(ui, "scene", first->id);
            ui->library = false;
        }
    }
    igEnd();
}

/* ---------------------------------------------------------------- files */

void rb_files_draw(rb_ui *ui) {
    if (begin_page("Open or save a scene", &ui->files, rb_em(36), rb_em(10))) {
        igTextWrapped("The path of a scene file (JSON). Files can also be dropped on the window.");
        if (igIsWindowAppearing()) {
            igSetKeyboardFocusHere(0);
        }
        igSetNextItemWidth(-1);
        bool entered = igInputTextWithHint("##path", "my-scene.json", ui->path, sizeof ui->path,
                                           ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL);
        bool named = ui->path[0] != '\0';
        igBeginDisabled(!named);
        if (igButton("Open", rb_im2(rb_em(6), 0)) || (entered && named)) {
            rb_ui_run_on(ui, "open", ui->path);
            ui->files = false;
        }
        igSameLine(0, -1);
        if (igButton(rb_path_exists(ui->path) ? "Replace###save" : "Save###save",
                     rb_im2(rb_em(6), 0))) {
            rb_ui_run_on(ui, "save", ui->path);
            ui->files = false;
        }
        igEndDisabled();
    }
    igEnd();
}
