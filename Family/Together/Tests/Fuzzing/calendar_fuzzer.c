// libFuzzer's entry point for the calendar shim, built and run by run.sh.
//
// Parses each input and expands every event in two windows. Spans must be sorted, overlap the
// window, and be the same in a second run.

#include "CICal.h"

#include <stdlib.h>
#include <string.h>

static void expand(const cical_calendar *calendar, size_t index, int64_t from, int64_t to) {
    cical_limits limits = {20000, 200, 2000, 500};
    cical_span *spans[2] = {NULL, NULL};
    size_t counts[2] = {0, 0};
    cical_status statuses[2];
    for (int i = 0; i < 2; i++) {
        statuses[i] = cical_expand(
            calendar, index, "Europe/Berlin", from, to, limits, &spans[i], &counts[i]);
    }
    bool both = statuses[0] == cical_ok && statuses[1] == cical_ok;
    if (both && counts[0] != counts[1]) {
        abort();
    }
    for (size_t i = 0; both && i < counts[0]; i++) {
        cical_span span = spans[0][i];
        if (memcmp(&span, &spans[1][i], sizeof span) != 0 || span.start >= to || span.end < from
            || (i > 0 && spans[0][i - 1].start >= span.start)) {
            abort();
        }
    }
    cical_free_spans(spans[0]);
    cical_free_spans(spans[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cical_limits limits = {20000, 200, 2000, 500};
    cical_calendar *calendar = NULL;
    if (cical_parse(data, size, limits, &calendar) != cical_ok) {
        return 0;
    }
    for (size_t i = 0; i < cical_event_count(calendar) && i < 8; i++) {
        cical_event event;
        if (cical_event_at(calendar, i, "Europe/Berlin", &event) == cical_ok) {
            expand(calendar, i, 1767225600, 1798761600);
            expand(calendar, i, event.start - 86400, event.start + 30 * 86400);
        }
    }
    cical_free(calendar);
    return 0;
}
