/** @file
   What every public header begins with: the version, what is exported, C linkage for C++. */
#ifndef RATTLEBACK_BASE_H
#define RATTLEBACK_BASE_H

/** The one place where the version is written; CMake reads it from here. */
#define RB_VERSION_MAJOR 1  /**< changes when the interface becomes incompatible */
#define RB_VERSION_MINOR 0  /**< changes with additions */
#define RB_VERSION_PATCH 0  /**< changes with repairs only */
#define RB_PRERELEASE "-rc" /**< behind these numbers; "" for a release */
/** Helps RB_TEXT_OF. */
#define RB_TEXT_OF_(x) #x
/** The value of a macro as text. */
#define RB_TEXT_OF(x) RB_TEXT_OF_(x)
/** "1.0.0-rc": the version of these headers; rb_version() returns the library's. */
#define RB_VERSION                                                                                           \
    RB_TEXT_OF(RB_VERSION_MAJOR)                                                                             \
    "." RB_TEXT_OF(RB_VERSION_MINOR) "." RB_TEXT_OF(RB_VERSION_PATCH) RB_PRERELEASE

#ifdef __cplusplus
#define RB_BEGIN_DECLS extern "C" {
#define RB_END_DECLS }
#else
/** Around all declarations: C linkage in C++. */
#define RB_BEGIN_DECLS
/** Ends what RB_BEGIN_DECLS began. */
#define RB_END_DECLS
#endif

/** A function that the shared library exports; everything else in it is hidden. */
#ifdef __GNUC__
#define RB_API __attribute__((visibility("default")))
/** A function that formats like printf: which arguments it takes text and values from. */
#define RB_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define RB_API
#define RB_PRINTF(text, first)
#endif

RB_BEGIN_DECLS

/** The version of the library that is linked. */
RB_API const char *rb_version(void);

RB_END_DECLS

#endif
