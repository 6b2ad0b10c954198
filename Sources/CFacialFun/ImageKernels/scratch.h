// Memory that grows to the maximum size needed.
#ifndef CIK_SCRATCH_H
#define CIK_SCRATCH_H

#include <stdlib.h>

#include "CImageKernels.h"

typedef struct {
    void *_Nullable memory;
    size_t size;
} cik_memory;

struct cik_scratch {
    /// The source in blocks.
    cik_memory blocks;
    /// Rows at twice the target's size.
    cik_memory rows;
    /// Positions along a row.
    cik_memory columns;
    /// Sums of rows.
    cik_memory sums;
    /// A part of the source with repeated edges around it.
    cik_memory extended;
};

/// At least `size` bytes of undefined content, aligned for any type; null without memory.
static inline void *_Nullable cik_memory_of(cik_memory *_Nonnull memory, size_t size) {
    if (size > memory->size) {
        free(memory->memory);
        // Grows by a quarter more than needed, so that varying sizes soon fit.
        size_t roomy = size + size / 4;
        memory->memory = malloc(roomy);
        memory->size = memory->memory == NULL ? 0 : roomy;
    }
    return memory->memory;
}

#endif
