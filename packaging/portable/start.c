/* For programs of the preset "portable", with glibc.c: since 2.34 glibc calls the constructors of a program
   itself, and its start file no longer passes a function that does. Older versions need that function. */
#if defined(__x86_64__)
#define FIRST "GLIBC_2.2.5"
#else
#define FIRST "GLIBC_2.17"
#endif

#define HIDDEN __attribute__((visibility("hidden")))

typedef int main_function(int, char **, char **);
typedef void constructor(int, char **, char **);

/* From the linker and the compiler's start files. */
extern HIDDEN constructor *__init_array_start[], *__init_array_end[];
extern HIDDEN void _init(void);

static int construct(int argc, char **argv, char **environment) {
    _init();
    for (constructor **next = __init_array_start; next != __init_array_end; next++) {
        (*next)(argc, argv, environment);
    }
    return 0;
}

int old_libc_start_main(main_function *main, int argc, char **argv, main_function *init, void (*fini)(void),
                        void (*unload)(void), void *stack_end);
__asm__(".symver old_libc_start_main, __libc_start_main@" FIRST);

HIDDEN int __libc_start_main(main_function *main, int argc, char **argv, main_function *init,
                             void (*fini)(void), void (*unload)(void), void *stack_end);
int __libc_start_main(main_function *main, int argc, char **argv, main_function *init, void (*fini)(void),
                      void (*unload)(void), void *stack_end) {
    return old_libc_start_main(main, argc, argv, init ? init : construct, fini, unload, stack_end);
}
