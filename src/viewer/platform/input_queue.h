/* What every half of the platform does alike with what hands did: it keeps it in order. */
#ifndef RB_VIEWER_PLATFORM_INPUT_QUEUE_H
#define RB_VIEWER_PLATFORM_INPUT_QUEUE_H

#include "viewer/platform/input.h"

/* Bits of the modifiers held, in GLFW's order: Shift, Ctrl, Alt, Super. */
void rb_input_queue_key(int key, bool down, int mods);
void rb_input_queue_char(int codepoint);
void rb_input_queue_button(int button, bool down, float x, float y, int mods);
void rb_input_queue_add(rb_input_event event); /* as it is, for those who know no modifiers */
void rb_input_queue_clear(void);
void rb_input_queue_free(void);

#endif
