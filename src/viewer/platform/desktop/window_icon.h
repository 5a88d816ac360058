/* The program's sign in title bar and task list: a stone at rest and the arrow of its spin. */
#ifndef RB_VIEWER_PLATFORM_DESKTOP_WINDOW_ICON_H
#define RB_VIEWER_PLATFORM_DESKTOP_WINDOW_ICON_H

void rb_window_icon(void);

#endif
