/* The page of scenes: groups with thumbnails; search results come first. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "app/actions/grammar.h"
#include "app/language/language.h"
#include "app/session/scene_groups.h"
#include "base/system.h"
#include "base/text.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

static bool contains(const char *text, const char *part) {
    size_t length = strlen(part);
    for (; *text != '\0'; text++) {
        if (strncasecmp(text, part, length) == 0) {
            return true;
        }
    }
    return length == 0;
}

/* In English or in the language of the window. */
static bool in_text(const char *text, const char *word) {
    return contains(text, word) || contains(rb_tr(text), word);
}

/* Every search word must occur in the scene's name, or in any of its texts. */
static bool matches(const rb_scene *scene, const char *search, bool anywhere) {
    char words[64];
    snprintf(words, sizeof words, "%s", search);
    char *rest = words;
    for (char *word = strtok_r(rest, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        bool named =
            in_text(scene->name, word) || contains(scene->id, word) || in_text(scene->body->name, word);
        bool described = in_text(scene->description, word) || contains(scene->source, word) ||
                         contains(scene->friction->id, word);
        if (!named && !(anywhere && described)) {
            return false;
        }
    }
    return true;
}

static void draw_picture(const rb_thumbnails *thumbnails, int index, ImVec2 at, ImVec2 size) {
    ImDrawList *list = igGetWindowDrawList();
    ImVec2 end = rb_im2(at.x + size.x, at.y + size.y);
    Rectangle p;
    if (rb_thumbnails_place(thumbnails, index, &p)) {
        ImDrawList_AddImage(list, (ImTextureID)(intptr_t)thumbnails->sheet.texture.id, at, end,
                            rb_im2(p.x, p.y), rb_im2(p.x + p.width, p.y - p.height), 0xffffffff);
    } else {
        ImDrawList_AddRectFilled(list, at, end, rb_role32(RB_COLOR_PANEL_RAISED), 0, 0);
    }
}

/* A thumbnail with name and source. */
static void scene_entry(rb_ui *ui, const rb_scene_list *scenes, const rb_scene *scene) {
    bool now = strcmp(scene->id, scenes->open_now) == 0;
    ImVec2 at, room;
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&room);
    char id[80];
    snprintf(id, sizeof id, "##%s", scene->id);
    ImVec2 size = rb_im2(rb_em(5.6f), rb_em(3.5f));
    float width = fmaxf(room.x, size.x), pad = rb_em(0.2f), line = igGetTextLineHeight();
    if (igSelectable_Bool(id, now, 0, rb_im2(width, size.y + 2 * pad))) {
        rb_ui_run_on(ui, "scene", scene->id);
        ui->library = false;
    }
    rb_tooltip(rb_tr("%s\n\n%s · law %s · %s\n%s"), rb_tr(scene->description), scene->source,
               scene->friction->id, rb_tr(scene->body->name), scene->id);
    if (!igIsItemVisible()) {
        return;
    }
    draw_picture(scenes->thumbnails, (int)(scene - scenes->library->scenes), rb_im2(at.x + pad, at.y + pad),
                 size);
    ImDrawList *list = igGetWindowDrawList();
    float x = at.x + size.x + rb_em(0.9f), y = at.y + 0.5f * (size.y - 3 * line) + pad;
    float wrap = fmaxf(at.x + width - x, rb_em(4));
    char source[sizeof scene->source + 4];
    snprintf(source, sizeof source, "%s", scene->source);
    rb_text_ellipsize(source, sizeof source, wrap, 2);
    igPushClipRect(at, rb_im2(at.x + width, at.y + size.y + 2 * pad), true);
    ImDrawList_AddText_Vec2(list, rb_im2(x, y), rb_role32(RB_COLOR_INK), rb_tr(scene->name), NULL);
    ImDrawList_AddText_FontPtr(list, igGetFont(), igGetFontSize(), rb_im2(x, y + line),
                               rb_role32(RB_COLOR_INK_SOFT), source, NULL, wrap, NULL);
    igPopClipRect();
}

/* "A1" of "k15-a1": the part in which the scenes of a card differ. */
static void short_id(const rb_scene *scene, char *text, size_t size) {
    const char *dash = strrchr(scene->id, '-');
    snprintf(text, size, "%s", dash != NULL ? dash + 1 : scene->id);
    for (char *c = text; *c != '\0'; c++) {
        *c = (char)toupper((unsigned char)*c);
    }
}

/* One picture for a group of scenes of the same body, and a button for each of them. */
static void card(rb_ui *ui, const rb_scene_list *scenes, int group) {
    const rb_scene *scene = rb_scene_group_at(scenes->library, group, 0);
    ImVec2 at, size = rb_im2(rb_em(5.6f), rb_em(3.5f));
    igGetCursorScreenPos(&at);
    draw_picture(scenes->thumbnails, (int)(scene - scenes->library->scenes), at, size);
    igDummy(size);
    igSameLine(0, rb_em(0.9f));
    igBeginGroup();
    igTextWrapped(rb_tr("One stone, tracked by a camera; each model describes it with another friction law"));
    ImVec2 room;
    igGetContentRegionAvail(&room);
    float used = 0, gap = igGetStyle()->ItemSpacing.x;
    for (int n = 0; scene != NULL; scene = rb_scene_group_at(scenes->library, group, ++n)) {
        char name[sizeof scene->id], id[2 * sizeof scene->id + 4];
        short_id(scene, name, sizeof name);
        snprintf(id, sizeof id, "%s##%s", name, scene->id);
        float width = rb_em(2.6f);
        if (n > 0 && used + gap + width <= room.x) {
            igSameLine(0, gap);
            used += gap + width;
        } else {
            used = width;
        }
        bool now = strcmp(scene->id, scenes->open_now) == 0;
        if (now) {
            igPushStyleColor_U32(ImGuiCol_Button, rb_role32(RB_COLOR_PANEL_RAISED));
        }
        if (igButton(id, rb_im2(width, 0))) {
            rb_ui_run_on(ui, "scene", scene->id);
            ui->library = false;
        }
        if (now) {
            igPopStyleColor(1);
        }
        rb_ui_mark(ui, "scene.%s", scene->id);
        rb_tooltip(rb_tr("%s\n\n%s · law %s\n%s"), rb_tr(scene->description), scene->source,
                   scene->friction->id, scene->id);
    }
    igEndGroup();
}

/* ---------------------------------------------------------------- own files */

/* Renames a file; the field begins with its present name. */
static void rename_popup(rb_ui *ui, const char *path) {
    if (!igBeginPopup("rename", 0)) {
        return;
    }
    igTextUnformatted(rb_tr("New name of the scene:"), NULL);
    if (igIsWindowAppearing()) {
        rb_imgui_focus_field();
    }
    igSetNextItemWidth(rb_em(16));
    bool entered = igInputText("##name", ui->new_name, sizeof ui->new_name,
                               ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL);
    rb_imgui_field_takes_words();
    igSameLine(0, -1);
    if ((igButton(rb_tr("Rename"), rb_im2(0, 0)) || entered) && ui->new_name[0] != '\0') {
        char file[RB_PATH_MAX + 8], name[RB_PATH_MAX];
        rb_action_quote(path, file, sizeof file);
        rb_action_quote(ui->new_name, name, sizeof name);
        rb_ui_run(ui, "file rename %s %s", file, name);
        igCloseCurrentPopup();
    }
    igEndPopup();
}

static void delete_popup(rb_ui *ui, const char *path) {
    if (!igBeginPopup("delete", 0)) {
        return;
    }
    igText(rb_tr("Delete %s from the disk?"), path);
    if (igButton(rb_tr("Delete"), rb_im2(0, 0))) {
        rb_ui_run_on(ui, "file delete", path);
        igCloseCurrentPopup();
    }
    igSameLine(0, -1);
    if (igButton(rb_tr("Keep"), rb_im2(0, 0))) {
        igCloseCurrentPopup();
    }
    igEndPopup();
}

static void own_file(rb_ui *ui, const char *path) {
    const char *name = rb_path_name(path);
    igPushID_Str(path);
    igTableNextRow(0, 0);
    igTableNextColumn();
    igAlignTextToFramePadding();
    if (igSelectable_Bool(name, false, 0, rb_im2(0, rb_gui_target()))) {
        rb_ui_run_on(ui, "open", path);
        ui->library = false;
    }
    rb_ui_mark(ui, "recent.%s", name);
    rb_tooltip("%s", path);
    igTableNextColumn();
    if (rb_small_button(rb_tr("rename"))) {
        snprintf(ui->new_name, sizeof ui->new_name, "%.*s", (int)strcspn(name, "."), name);
        igOpenPopup_Str("rename", 0);
    }
    rename_popup(ui, path);
    igSameLine(0, -1);
    if (rb_small_button(rb_tr("duplicate"))) {
        rb_ui_run_on(ui, "file duplicate", path);
    }
    igSameLine(0, -1);
    if (rb_small_button(rb_tr("delete"))) {
        igOpenPopup_Str("delete", 0);
    }
    delete_popup(ui, path);
    igSameLine(0, -1);
    if (rb_small_button(rb_tr("forget"))) {
        rb_ui_run_on(ui, "file forget", path);
    }
    rb_tooltip(rb_tr("Take it off this list; the file stays"));
    igPopID();
}

/* Files that were opened or saved lately. */
static void own_files(rb_ui *ui) {
    igPushFont(rb_imgui_font(RB_FONT_HEADING));
    igTextUnformatted(rb_tr("My scenes"), NULL);
    igPopFont();
    if (igButton(rb_tr("Open a file …"), rb_im2(0, 0))) {
        rb_ui_run(ui, "open");
    }
    igSameLine(0, -1);
    if (igButton(rb_tr("Save the present scene"), rb_im2(0, 0))) {
        rb_ui_run(ui, "save");
    }
    char path[RB_PATH_MAX];
    const char *rest = ui->recent;
    if (rest[0] != '\0' && igBeginTable("recent", 2, ImGuiTableFlags_SizingStretchProp, rb_im2(0, 0), 0)) {
        igTableSetupColumn("file", ImGuiTableColumnFlags_WidthStretch, 1, 0);
        igTableSetupColumn("buttons", ImGuiTableColumnFlags_WidthFixed, 0, 0);
        while (rb_list_next(&rest, RB_RECENT_SEPARATOR, path, sizeof path)) {
            own_file(ui, path);
        }
        igEndTable();
    }
}

/* Two columns if there is room. */
static bool begin_columns(const char *id) {
    ImVec2 room;
    igGetContentRegionAvail(&room);
    return igBeginTable(id, room.x > rb_em(38) ? 2 : 1, ImGuiTableFlags_SizingStretchSame, rb_im2(0, 0), 0);
}

/* Matches in names first; returns the first match. */
static const rb_scene *found_scenes(rb_ui *ui, const rb_scene_list *scenes) {
    const rb_library *library = scenes->library;
    const rb_scene *first = NULL;
    if (!begin_columns("found")) {
        return NULL;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < library->count; i++) {
            const rb_scene *scene = &library->scenes[i];
            bool named = matches(scene, ui->search, false);
            if (pass == 0 ? named : !named && matches(scene, ui->search, true)) {
                first = first == NULL ? scene : first;
                igTableNextColumn();
                scene_entry(ui, scenes, scene);
            }
        }
    }
    igEndTable();
    return first;
}

static const rb_scene *grouped_scenes(rb_ui *ui, const rb_scene_list *scenes) {
    for (int group = 0; group < rb_scene_group_count(); group++) {
        const rb_scene *scene = rb_scene_group_at(scenes->library, group, 0);
        if (scene == NULL) {
            continue;
        }
        igPushFont(rb_imgui_font(RB_FONT_HEADING));
        igTextUnformatted(rb_tr(rb_scene_group_name(group)), NULL);
        igPopFont();
        if (rb_scene_group_is_one_card(group)) {
            card(ui, scenes, group);
        } else if (begin_columns(rb_scene_group_name(group))) {
            for (int n = 0; scene != NULL; scene = rb_scene_group_at(scenes->library, group, ++n)) {
                igTableNextColumn();
                scene_entry(ui, scenes, scene);
            }
            igEndTable();
        }
    }
    own_files(ui);
    return rb_scene_group_at(scenes->library, 0, 0);
}

void rb_library_draw(rb_ui *ui, const rb_scene_list *scenes) {
    if (rb_begin_page(rb_tr("Scenes"), &ui->library, rb_em(52), rb_em(38))) {
        if (ui->focus_search) {
            rb_imgui_focus_field();
            ui->focus_search = false;
            ui->search[0] = '\0';
        }
        igSetNextItemWidth(-1);
        bool entered =
            igInputTextWithHint("##search", rb_tr("search names, papers, laws, bodies …"), ui->search,
                                sizeof ui->search, ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL);
        rb_imgui_field_takes_words();
        rb_ui_mark(ui, "search");
        if (igIsItemDeactivated() && igIsKeyPressed_Bool(ImGuiKey_Escape, false)) {
            ui->library = false;
        }
        const rb_scene *first = NULL;
        if (igBeginChild_Str("list", rb_im2(0, 0), 0, 0)) {
            first = ui->search[0] != '\0' ? found_scenes(ui, scenes) : grouped_scenes(ui, scenes);
            if (first == NULL) {
                igTextDisabled(rb_tr("No scene contains all of these words."));
            }
        }
        rb_imgui_allow_finger_scroll();
        igEndChild();
        if (entered && first != NULL) {
            rb_ui_run_on(ui, "scene", first->id);
            ui->library = false;
        }
    }
    igEnd();
}
