/* Windows: clocks, threads, programs, memory. Files are in files.c. */
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <windows.h>

#include <shellapi.h>

#include "base/text.h"
#include "base/windows/wide.h"

/* ---------------------------------------------------------------- clocks and threads */

double rb_wall_clock(void) {
    LARGE_INTEGER now, rate;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&rate);
    return (double)now.QuadPart / (double)rate.QuadPart;
}

double rb_core_clock(void) {
    FILETIME begun, ended, kernel, user;
    if (!GetThreadTimes(GetCurrentThread(), &begun, &ended, &kernel, &user)) {
        return 0;
    }
    ULARGE_INTEGER k = {.LowPart = kernel.dwLowDateTime, .HighPart = kernel.dwHighDateTime};
    ULARGE_INTEGER u = {.LowPart = user.dwLowDateTime, .HighPart = user.dwHighDateTime};
    return 1e-7 * (double)(k.QuadPart + u.QuadPart);
}

void rb_local_time(const char *format, char *text, size_t size) {
    time_t now = time(NULL);
    struct tm parts;
    if (localtime_s(&parts, &now) != 0 || strftime(text, size, format, &parts) == 0) {
        text[0] = '\0';
    }
}

void rb_thread_lower_priority(void) {
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

int rb_core_count(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors > 0 ? (int)info.dwNumberOfProcessors : 1;
}

/* ---------------------------------------------------------------- programs */

static UINT former_code_page;

static void restore_code_page(void) {
    SetConsoleOutputCP(former_code_page);
}

/* A program with a window has no console of its own: what it prints goes to that of the shell. */
static void use_console_of_shell(void) {
    if (GetStdHandle(STD_OUTPUT_HANDLE) == NULL && AttachConsole(ATTACH_PARENT_PROCESS)) {
        freopen("CONOUT$", "wb", stdout);
        freopen("CONOUT$", "wb", stderr);
    }
}

static void prepare_console(void) {
    HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode = 0;
    former_code_page = GetConsoleOutputCP();
    if (former_code_page != 0 && former_code_page != CP_UTF8 && SetConsoleOutputCP(CP_UTF8)) {
        atexit(restore_code_page);
    }
    if (GetConsoleMode(console, &mode)) { /* progress lines use escape sequences */
        SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

/* Allocated for the life of the program. Without memory the arguments stay as they are. */
char **rb_arguments(int *argc, char **argv) {
    int count = 0;
    LPWSTR *wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **arguments = wide != NULL ? calloc((size_t)count + 1, sizeof *arguments) : NULL;
    for (int i = 0; arguments != NULL && i < count; i++) {
        size_t size = 3 * wcslen(wide[i]) + 1;
        arguments[i] = malloc(size);
        if (arguments[i] == NULL || !rb_narrow(wide[i], arguments[i], size)) {
            return argv;
        }
    }
    LocalFree(wide);
    *argc = arguments != NULL ? count : *argc;
    return arguments != NULL ? arguments : argv;
}

void rb_prepare_streams(void) {
    use_console_of_shell();
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    prepare_console();
}

/* Windows cannot answer this; a failed write shows it. */
bool rb_stdout_reader_closed(void) {
    return false;
}

bool rb_stderr_is_terminal(void) {
    DWORD mode = 0;
    return GetConsoleMode(GetStdHandle(STD_ERROR_HANDLE), &mode) != 0;
}

enum { HANG_UP = 1, TIME_TO_END = 4000 /* ms; Windows ends a program 5 s after its console is closed */ };

static volatile LONG caught; /* the number of the signal, or 0 */

static BOOL WINAPI on_event(DWORD event) {
    bool closing = event == CTRL_CLOSE_EVENT || event == CTRL_LOGOFF_EVENT || event == CTRL_SHUTDOWN_EVENT;
    bool first = InterlockedCompareExchange(&caught, closing ? HANG_UP : SIGINT, 0) == 0;
    if (closing) {
        Sleep(TIME_TO_END);
    }
    return first;
}

void rb_catch_interrupts(bool restart_calls) {
    (void)restart_calls;
    static bool installed;
    if (!installed) {
        installed = SetConsoleCtrlHandler(on_event, TRUE) != 0;
    }
}

bool rb_interrupted(void) {
    return caught != 0;
}

int rb_exit_interrupted(int exit_code) {
    return caught != 0 ? 128 + (int)caught : exit_code;
}

void *rb_library_symbol(const char *library, const char *name) {
    wchar_t wide[256];
    HMODULE loaded = rb_widen(library, wide, 256) ? LoadLibraryW(wide) : NULL;
    FARPROC found = loaded != NULL ? GetProcAddress(loaded, name) : NULL;
    void *symbol = NULL;
    memcpy(&symbol, &found, sizeof symbol); /* C has no cast for it */
    return symbol;
}

bool rb_environment(const char *name, char *value, size_t size) {
    wchar_t wide[256], found[RB_WIDE_MAX];
    DWORD length = rb_widen(name, wide, 256) ? GetEnvironmentVariableW(wide, found, RB_WIDE_MAX) : 0;
    if (length == 0 || length >= RB_WIDE_MAX) {
        return false;
    }
    if (!rb_narrow(found, value, size)) {
        value[size - 1] = '\0';
    }
    return true;
}

bool rb_code_file(char *path, size_t size) {
    static const char here = 0;
    HMODULE module = NULL;
    wchar_t wide[RB_WIDE_MAX];
    if (!GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                                GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                            (LPCWSTR)(const void *)&here, &module)) {
        return false;
    }
    DWORD length = GetModuleFileNameW(module, wide, RB_WIDE_MAX);
    return length > 0 && length < RB_WIDE_MAX && rb_narrow_path(wide, path, size);
}

bool rb_settings_folder(char *path, size_t size) {
    wchar_t wide[RB_WIDE_MAX];
    DWORD length = GetEnvironmentVariableW(L"APPDATA", wide, RB_WIDE_MAX);
    return length > 0 && length < RB_WIDE_MAX && rb_narrow_path(wide, path, size);
}

unsigned long rb_process_number(void) {
    return GetCurrentProcessId();
}

/* ---------------------------------------------------------------- locale (base/text.h) */

/* Nothing is done where the numbers already have a point. The locale of the thread stays its own
   afterwards, with the former name. */
rb_locale rb_locale_begin(void) {
    if (strcmp(localeconv()->decimal_point, ".") == 0) {
        return (rb_locale){NULL};
    }
    _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    char *former = _strdup(setlocale(LC_NUMERIC, NULL));
    setlocale(LC_NUMERIC, "C");
    return (rb_locale){former};
}

void rb_locale_end(rb_locale locale) {
    if (locale.former != NULL) {
        setlocale(LC_NUMERIC, locale.former);
        free(locale.former);
    }
}

/* ---------------------------------------------------------------- memory */

void *rb_aligned_alloc(size_t alignment, size_t size) {
    return _aligned_malloc(size, alignment);
}

void rb_aligned_free(void *memory) {
    _aligned_free(memory);
}

/* A temporary file, which stays in the cache as long as there is room. */
bool rb_text_open(rb_text_stream *text) {
    *text = (rb_text_stream){0};
    wchar_t folder[MAX_PATH + 1], name[MAX_PATH + 1];
    if (GetTempPathW(MAX_PATH, folder) == 0 || GetTempFileNameW(folder, L"rb", 0, name) == 0) {
        return false;
    }
    HANDLE file = CreateFileW(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                              CREATE_ALWAYS, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        return rb_set_errno() == 0;
    }
    int handle = _open_osfhandle((intptr_t)file, _O_RDWR | _O_BINARY);
    text->stream = _fdopen(handle, "w+b");
    return text->stream != NULL;
}

bool rb_text_close(rb_text_stream *text) {
    bool complete = fflush(text->stream) == 0 && ferror(text->stream) == 0;
    long long length = complete ? _ftelli64(text->stream) : -1;
    text->text = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (text->text != NULL) {
        rewind(text->stream);
        text->size = fread(text->text, 1, (size_t)length, text->stream);
        text->text[text->size] = '\0';
    }
    fclose(text->stream);
    text->stream = NULL;
    if (text->text != NULL && text->size != (size_t)length) {
        free(text->text);
        text->text = NULL;
    }
    return text->text != NULL;
}
