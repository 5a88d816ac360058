#include "base/windows/wide.h"

#include <errno.h>
#include <windows.h>

bool rb_widen(const char *text, wchar_t *out, size_t size) {
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, out, (int)size) > 0) {
        return true;
    }
    errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EILSEQ;
    return false;
}

bool rb_narrow(const wchar_t *text, char *out, size_t size) {
    if (WideCharToMultiByte(CP_UTF8, 0, text, -1, out, (int)size, NULL, NULL) > 0) {
        return true;
    }
    errno = ENAMETOOLONG;
    return false;
}

bool rb_narrow_path(const wchar_t *path, char *out, size_t size) {
    if (!rb_narrow(path, out, size)) {
        return false;
    }
    for (char *c = out; *c != '\0'; c++) {
        *c = *c == '\\' ? '/' : *c;
    }
    return true;
}

int rb_set_errno(void) {
    static const struct {
        DWORD error;
        int number;
    } known[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_LOCK_VIOLATION, EACCES},
        {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_NO_DATA, EPIPE},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_OUTOFMEMORY, ENOMEM},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
    };
    DWORD error = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].error == error) {
            errno = known[i].number;
        }
    }
    return -1;
}

static size_t add_backslashes(wchar_t *line, size_t used, size_t count) {
    for (; count > 0; count--) {
        line[used++] = L'\\';
    }
    return used;
}

/* Adds a word in quotes, as CommandLineToArgvW reads it: backslashes count only before a quote. Returns the
   new length, RB_COMMAND_MAX if the word does not fit. */
static size_t add_quoted(wchar_t *line, size_t used, const wchar_t *word) {
    size_t backslashes = 0, most = used + 2 * wcslen(word) + 4;
    if (most > RB_COMMAND_MAX) {
        return RB_COMMAND_MAX;
    }
    line[used++] = L'"';
    for (; *word != 0; word++) {
        if (*word == L'"') {
            used = add_backslashes(line, used, backslashes + 1);
        }
        backslashes = *word == L'\\' ? backslashes + 1 : 0;
        line[used++] = *word;
    }
    used = add_backslashes(line, used, backslashes);
    line[used++] = L'"';
    line[used++] = L' ';
    line[used] = 0;
    return used;
}

bool rb_widen_command(const char *const *arguments, wchar_t *line) {
    size_t used = 0;
    for (int i = 0; arguments[i] != NULL && used < RB_COMMAND_MAX; i++) {
        wchar_t wide[RB_WIDE_MAX];
        used = rb_widen(arguments[i], wide, RB_WIDE_MAX) ? add_quoted(line, used, wide) : RB_COMMAND_MAX;
    }
    return used < RB_COMMAND_MAX;
}
