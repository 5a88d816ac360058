/* raylib's core with our own platform layer: a canvas whose context is created in window.c. (raylib's own
   layer for the web emulates GLFW.) Input and clock do not go through raylib. */
#include "rcore.c"

#include "viewer/platform/web/web.h"

int InitPlatform(void) {
    rlLoadExtensions(NULL);
    rb_raylib_resize(CORE.Window.screen.width, CORE.Window.screen.height);
    CORE.Window.ready = true;
    return 0;
}

void ClosePlatform(void) {}

void SwapScreenBuffer(void) {}

void PollInputEvents(void) {}

double GetTime(void) {
    return 0;
}

void rb_raylib_resize(int width, int height) {
    CORE.Window.screen.width = CORE.Window.render.width = CORE.Window.currentFbo.width = width;
    CORE.Window.screen.height = CORE.Window.render.height = CORE.Window.currentFbo.height = height;
    if (CORE.Window.ready) {
        SetupViewport(width, height);
    }
}

void rb_raylib_on_context_lost(void) {
    UnloadFontDefault();
    rlglClose();
}

void rb_raylib_on_context_restored(void) {
    rlLoadExtensions(NULL);
    rlglInit(CORE.Window.render.width, CORE.Window.render.height);
    SetupViewport(CORE.Window.render.width, CORE.Window.render.height);
    LoadFontDefault();
    Rectangle white = GetFontDefault().recs[95];
    SetShapesTexture(GetFontDefault().texture,
                     (Rectangle){white.x + 1, white.y + 1, white.width - 2, white.height - 2});
}
