/* netCDF files in the classic format with 64-bit offsets, which every netCDF library reads. */
#ifndef RB_CLI_NETCDF_H
#define RB_CLI_NETCDF_H

#include <stdbool.h>
#include <stdio.h>

typedef struct rb_netcdf_dimension {
    const char *name;
    int length;
} rb_netcdf_dimension;

/* Doubles over the dimensions first to first + dimension_count - 1, the last one fastest. */
typedef struct rb_netcdf_variable {
    const char *name, *units, *long_name;
    int first, dimension_count;
    double (*value)(const void *context, int variable, long long index);
} rb_netcdf_variable;

typedef struct rb_netcdf {
    const rb_netcdf_dimension *dimensions;
    int dimension_count;
    const rb_netcdf_variable *variables;
    int variable_count;
    const char *title, *history, *source; /* attributes of the file */
    const void *context;                  /* of value */
} rb_netcdf;

/* False when out of memory. Write errors are found when the file is closed. */
bool rb_netcdf_write(FILE *out, const rb_netcdf *file);

#endif
