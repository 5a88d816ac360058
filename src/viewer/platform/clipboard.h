/* The system's clipboard, text only. */
#ifndef RB_VIEWER_PLATFORM_CLIPBOARD_H
#define RB_VIEWER_PLATFORM_CLIPBOARD_H

const char *rb_clipboard_get(void); /* "" when it holds no text; valid until the next call */
void rb_clipboard_set(const char *text);

#endif
