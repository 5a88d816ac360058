/** @file
   Basics of every public header: version, exported functions, C linkage for C++. */
#ifndef RATTLEBACK_BASE_H
#define RATTLEBACK_BASE_H

/** The version is defined only here; CMake reads it from this file. */
#define RB_VERSION_MAJOR 1  /**< changes when the interface becomes incompatible */
#define RB_VERSION_MINOR 0  /**< changes with additions */
#define RB_VERSION_PATCH 0  /**< changes with bug fixes only */
#define RB_PRERELEASE "-rc" /**< suffix of the version; "" for a release */
/** Helper of RB_TEXT_OF. */
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
/** Begins all declarations: C linkage in C++. */
#define RB_BEGIN_DECLS
/** Ends the block of RB_BEGIN_DECLS. */
#define RB_END_DECLS
#endif

/** A function that the shared library exports; everything else in it is hidden. */
#ifdef __MINGW32__
#define RB_API __attribute__((dllexport))
#define RB_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined __GNUC__
#define RB_API __attribute__((visibility("default")))
/** A function that formats like printf: index of the format and of the first value. */
#define RB_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define RB_API
#define RB_PRINTF(text, first)
#endif

RB_BEGIN_DECLS

/** Returns the version of the linked library. */
RB_API const char *rb_version(void);

RB_END_DECLS

#endif
