/* Square matrices of dense blocks, most of which may be zero: LU decomposition that skips zero blocks.
   Balls of a bearing couple only through the rings and with their neighbours: with the block of the rings
   last, elimination creates no other blocks than those of the neighbours. */
#ifndef RB_MATH_BLOCK_MATRIX_H
#define RB_MATH_BLOCK_MATRIX_H

#include <stdbool.h>

#define RB_BLOCKS_MAX 50      /* blocks per row */
#define RB_BLOCK_ROWS_MAX 256 /* rows of a matrix */

/* Which blocks exist, and where their values are: by rows, one block after the other. */
typedef struct rb_block_layout {
    int count;
    int size[RB_BLOCKS_MAX];              /* rows of the block */
    int first[RB_BLOCKS_MAX];             /* index of its first component in a vector */
    int at[RB_BLOCKS_MAX][RB_BLOCKS_MAX]; /* index of its first value; -1: the block is zero */
    int values;                           /* number of values of the matrix */
    int rows;                             /* number of rows of the matrix */
    unsigned char of[RB_BLOCK_ROWS_MAX];  /* the block of a component */
    /* The blocks below and to the right of a diagonal block that are not zero; the first element is their
       number. */
    unsigned char below[RB_BLOCKS_MAX][RB_BLOCKS_MAX], right[RB_BLOCKS_MAX][RB_BLOCKS_MAX];
} rb_block_layout;

/* Returns the value in row i and column j, by the indices of components; its block must exist. */
static inline double *rb_block_entry(const rb_block_layout *layout, double *values, int i, int j) {
    int row = layout->of[i], column = layout->of[j];
    return values + layout->at[row][column] + (i - layout->first[row]) * layout->size[column] + j -
           layout->first[column];
}

/* Completes a layout with count, size, first and at (any number for a block that is not zero, else -1):
   adds the blocks that elimination fills, and assigns the places of the values. */
void rb_block_layout_complete(rb_block_layout *layout);

/* Decomposes the matrix in place, with partial pivoting within the diagonal blocks. pivots: one for each row.
   Returns false if a diagonal block is singular or not finite. */
bool rb_block_decompose(const rb_block_layout *layout, double *values, int *pivots);

/* Solves for the right side b, in place. */
void rb_block_solve(const rb_block_layout *layout, const double *values, const int *pivots, double *b);

#endif
