/* The keys of raylib as ImGui names them. */
#ifndef RB_VIEWER_GUI_IMGUI_KEYS_H
#define RB_VIEWER_GUI_IMGUI_KEYS_H

#include <cimgui.h>

/* ImGuiKey_None where ImGui has no such key. */
ImGuiKey rb_imgui_key(int raylib_key);
/* The modifier that a key stands for, on the left or on the right; else ImGuiKey_None. */
ImGuiKey rb_imgui_modifier(int raylib_key);

#endif
