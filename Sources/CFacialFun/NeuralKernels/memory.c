#define _GNU_SOURCE

#include "CNeuralKernels.h"

#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
// The sanitizer only checks memory from malloc.
#define CNK_HEAP_ONLY
#endif
#endif

#if defined(__linux__) && !defined(CNK_HEAP_ONLY)
#include <sys/mman.h>
#define CNK_MAPS
#endif

enum { LINE = 64, PAGE = 4096, LEAST_MAPPED = 256 * 1024, HUGE_PAGE = 2 * 1024 * 1024 };

static size_t bytes_of(size_t count) {
    size_t bytes = (count > 0 ? count : 1) * sizeof(float);
    return (bytes + LINE - 1) / LINE * LINE;
}

static float *from_heap(size_t bytes) {
    float *memory = aligned_alloc(LINE, bytes);
    if (memory) memset(memory, 0, bytes);
    return memory;
}

#ifdef CNK_MAPS
static size_t whole_pages(size_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }

/// Maps `bytes`, a multiple of a page, from the start of a huge page if available; requests only
/// whole huge pages, to avoid touching unused memory.
static float *mapped(size_t bytes) {
    size_t spare = bytes >= HUGE_PAGE ? HUGE_PAGE : 0;
    char *start =
        mmap(NULL, bytes + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return NULL;
    if (spare == 0) return (float *)start;
    size_t before = (HUGE_PAGE - (uintptr_t)start % HUGE_PAGE) % HUGE_PAGE;
    if (before > 0) munmap(start, before);
    start += before;
    if (spare > before) munmap(start + bytes, spare - before);
#ifdef MADV_HUGEPAGE
    // Without huge pages the call fails, and small pages are used.
    (void)madvise(start, bytes / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#endif
    return (float *)start;
}
#endif

float *cnk_allocate(size_t count) {
    if (count > SIZE_MAX / sizeof(float) - LINE) return NULL;
    size_t bytes = bytes_of(count);
#ifdef CNK_MAPS
    if (bytes >= LEAST_MAPPED) return mapped(whole_pages(bytes));
#endif
    return from_heap(bytes);
}

void cnk_release(float *memory, size_t count) {
#ifdef CNK_MAPS
    size_t bytes = bytes_of(count);
    if (bytes >= LEAST_MAPPED) {
        munmap(memory, whole_pages(bytes));
        return;
    }
#else
    (void)count;
#endif
    free(memory);
}
