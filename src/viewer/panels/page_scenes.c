/* The page of scenes: groups with thumbnails; search results come first. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "app/session/scene_groups.h"
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

/* Every search word must occur in the scene's name, or in any of its texts. */
static bool matches(const rb_scene *scene, const char *search, bool anywhere) {
    char words[64];
    snprintf(words, sizeof words, "%s", search);
    char *rest = words;
    for (char *word = strtok_r(rest, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        bool named =
            contains(scene->name, word) || contains(scene->id, word) || contains(scene->body->name, word);
        bool described = contains(scene->description, word) || contains(scene->source, word) ||
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
    rb_tooltip("%s\n\n%s · law %s · %s\n%s", scene->description, scene->source, scene->friction->id,
               scene->body->name, scene->id);
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
    ImDrawList_AddText_Vec2(list, rb_im2(x, y), rb_role32(RB_COLOR_INK), scene->name, NULL);
    ImDrawList_AddText_FontPtr(list, igGetFont(), igGetFontSize(), rb_im2(x, y + line),
                               rb_role32(RB_COLOR_INK_SOFT), source, NULL, wrap, NULL);
    igPopClipRect();
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
        igTextUnformatted(rb_scene_group_name(group), NULL);
        igPopFont();
        if (begin_columns(rb_scene_group_name(group))) {
            for (int n = 0; scene != NULL; scene = rb_scene_group_at(scenes->library, group, ++n)) {
                igTableNextColumn();
                scene_entry(ui, scenes, scene);
            }
            igEndTable();
        }
    }
    return rb_scene_group_at(scenes->library, 0, 0);
}

void rb_library_draw(rb_ui *ui, const rb_scene_list *scenes) {
    if (rb_begin_page("Scenes", &ui->library, rb_em(52), rb_em(38))) {
        if (ui->focus_search) {
            igSetKeyboardFocusHere(0);
            rb_imgui_expect_text();
            ui->focus_search = false;
            ui->search[0] = '\0';
        }
        igSetNextItemWidth(-1);
        bool entered =
            igInputTextWithHint("##search", "search names, papers, laws, bodies …", ui->search,
                                sizeof ui->search, ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL);
        rb_imgui_field_takes_words();
        if (igIsItemDeactivated() && igIsKeyPressed_Bool(ImGuiKey_Escape, false)) {
            ui->library = false;
        }
        const rb_scene *first = NULL;
        if (igBeginChild_Str("list", rb_im2(0, 0), 0, 0)) {
            first = ui->search[0] != '\0' ? found_scenes(ui, scenes) : grouped_scenes(ui, scenes);
            if (first == NULL) {
                igTextDisabled("No scene contains all of these words.");
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
