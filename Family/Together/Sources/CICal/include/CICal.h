// A small, bounded interface to libical: parse a calendar, list its events, expand one event.
//
// All functions may be called from any thread; one mutex guards libical's shared time zones.

#ifndef CICAL_H
#define CICAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    cical_ok = 0,
    /// More bytes, components, occurrences or milliseconds than the limits allow.
    cical_too_many_bytes,
    cical_too_many_components,
    cical_too_many_occurrences,
    cical_too_slow,
    /// A rule that repeats every second or minute, or a time zone rule that is not yearly.
    cical_too_frequent,
    cical_not_a_calendar,
    cical_unknown_zone,
    cical_out_of_memory,
} cical_status;

typedef struct {
    size_t bytes;
    size_t components;
    /// Maximum number of steps of a recurrence rule from its start to the end of the window. Half
    /// of it limits the offset changes in the calendar's own time zones.
    size_t occurrences;
    /// Maximum time of one expansion.
    uint32_t milliseconds;
} cical_limits;

typedef struct cical_calendar cical_calendar;

/// One VEVENT. Times are seconds since 1970 in UTC. Strings live as long as the calendar and may be
/// NULL.
typedef struct {
    const char *uid;
    const char *summary;
    const char *description;
    const char *location;
    int64_t start;
    int64_t end;
    int64_t recurrence_id;
    int32_t sequence;
    bool has_recurrence_id;
    bool this_and_future;
    bool all_day;
    bool floating;
    bool transparent;
    bool cancelled;
    bool tentative;
    /// Whether the event's time zone is unknown to both the calendar and the machine.
    bool unknown_zone;
} cical_event;

typedef struct {
    int64_t start;
    int64_t end;
} cical_span;

/// Parses `length` bytes. The caller frees `*calendar` with `cical_free`.
cical_status cical_parse(
    const uint8_t *bytes, size_t length, cical_limits limits, cical_calendar **calendar);

void cical_free(cical_calendar *calendar);

size_t cical_event_count(const cical_calendar *calendar);

/// Reads event `index`; `zone` is the IANA name for floating times and whole days.
cical_status cical_event_at(
    const cical_calendar *calendar, size_t index, const char *zone, cical_event *event);

/// Lists the occurrences of event `index` that overlap [from, to), sorted, without overrides.
/// The caller frees `*spans` with `cical_free_spans`.
cical_status cical_expand(
    const cical_calendar *calendar, size_t index, const char *zone, int64_t from, int64_t to,
    cical_limits limits, cical_span **spans, size_t *count);

void cical_free_spans(cical_span *spans);

/// Whether the machine knows an IANA time zone of this name.
bool cical_knows_zone(const char *zone);

#endif
