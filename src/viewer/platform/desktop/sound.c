#include "viewer/platform/sound.h"

#include <dlfcn.h>
#include <raylib.h>
#include <string.h>

static AudioStream stream;
static bool tried, open;

static void say_nothing(const char *file, int line, const char *function, int err,
                        const char *format, ...) {
    (void)file, (void)line, (void)function, (void)err, (void)format;
}

/* ALSA, which raylib finds while running, writes a page to stderr where there is no sound card. */
static void hush_alsa(void) {
    void *alsa = dlopen("libasound.so.2", RTLD_LAZY);
    void *found = alsa != NULL ? dlsym(alsa, "snd_lib_error_set_handler") : NULL;
    int (*set_handler)(void (*)(const char *, int, const char *, int, const char *, ...)) = NULL;
    if (found != NULL) {
        memcpy(&set_handler, &found, sizeof set_handler); /* C has no cast for it */
        set_handler(say_nothing);
    }
}

void rb_sound_open(int rate) {
    if (tried) {
        return;
    }
    tried = true;
    SetTraceLogLevel(LOG_NONE); /* no device is no fault */
    hush_alsa();
    InitAudioDevice();
    SetTraceLogLevel(LOG_WARNING);
    if (!IsAudioDeviceReady()) {
        return;
    }
    SetAudioStreamBufferSizeDefault(RB_SOUND_BLOCK);
    stream = LoadAudioStream((unsigned)rate, 32, 1);
    PlayAudioStream(stream);
    open = true;
}

bool rb_sound_wants(void) {
    return open && IsAudioStreamProcessed(stream);
}

void rb_sound_play(const float samples[RB_SOUND_BLOCK]) {
    UpdateAudioStream(stream, samples, RB_SOUND_BLOCK);
}

void rb_sound_close(void) {
    if (open) {
        UnloadAudioStream(stream);
        CloseAudioDevice();
    }
    tried = open = false;
}
