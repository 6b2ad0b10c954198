#include "CICal.h"

#include "windows_zones.h"

#include <libical/ical.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

struct cical_calendar {
    icalcomponent *root;
    icalcomponent **events;
    size_t count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// Occurrences as they are collected; grows by doubling.
typedef struct {
    cical_span *spans;
    size_t count;
    size_t capacity;
} span_list;

/// The event's start and length, read once per expansion.
typedef struct {
    icaltimetype start;
    icaltimezone *zone;
    int days;
    int64_t seconds;
    bool unknown_zone;
} event_times;

static icaltimezone *machine_zone(const char *name) {
    if (name == NULL || name[0] == '\0' || strlen(name) > 64 || strstr(name, "..") != NULL) {
        return NULL;
    }
    if (strcasecmp(name, "UTC") == 0 || strcasecmp(name, "Etc/UTC") == 0
        || strcasecmp(name, "GMT") == 0) {
        return icaltimezone_get_utc_timezone();
    }
    return icaltimezone_get_builtin_timezone(name);
}

/// Resolves a TZID: machine's zone, Windows name, the calendar's own VTIMEZONE, then the tail of a path
/// such as "/freeassociation.sourceforge.net/Europe/Berlin".
static icaltimezone *named_zone(icalcomponent *event, const char *name) {
    icaltimezone *zone = machine_zone(name);
    if (zone != NULL) {
        return zone;
    }
    for (size_t i = 0; i < sizeof windows_zones / sizeof windows_zones[0]; i++) {
        if (strcasecmp(name, windows_zones[i][0]) == 0) {
            return machine_zone(windows_zones[i][1]);
        }
    }
    icalcomponent *parent = icalcomponent_get_parent(event);
    if (parent != NULL && (zone = icalcomponent_get_timezone(parent, name)) != NULL) {
        return zone;
    }
    for (const char *tail = strchr(name, '/'); tail != NULL; tail = strchr(tail + 1, '/')) {
        if ((zone = machine_zone(tail + 1)) != NULL) {
            return zone;
        }
    }
    return NULL;
}

/// Sets the zone of a property's time: UTC, its TZID, or the caller's zone for floating times and days.
static icaltimezone *place(
    icalcomponent *event, icalproperty *property, icaltimezone *local, icaltimetype *time,
    bool *unknown) {
    icalparameter *parameter = icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER);
    icaltimezone *zone = local;
    if (icaltime_is_utc(*time)) {
        zone = icaltimezone_get_utc_timezone();
    } else if (parameter != NULL && !time->is_date) {
        const char *name = icalparameter_get_tzid(parameter);
        icaltimezone *found = name == NULL ? NULL : named_zone(event, name);
        if (found == NULL) {
            *unknown = true;
        } else {
            zone = found;
        }
    }
    icaltime_set_timezone(time, zone);
    return zone;
}

static int64_t offset_at(int64_t utc, icaltimezone *zone) {
    icaltimetype time =
        icaltime_from_timet_with_zone((time_t)utc, 0, icaltimezone_get_utc_timezone());
    int is_daylight = 0;
    return icaltimezone_get_utc_offset_of_utc_time(zone, &time, &is_daylight);
}

/// Seconds since 1970 of a local time. As RFC 5545 asks, a time that occurs twice is the first one, and a
/// time in the gap of daylight saving has the offset before the gap.
static int64_t epoch(icaltimetype time, icaltimezone *zone) {
    icaltimezone *utc = icaltimezone_get_utc_timezone();
    icaltimetype wall = time;
    icaltime_set_timezone(&wall, utc);
    wall.is_date = 0;
    int64_t seconds = (int64_t)icaltime_as_timet(wall);
    if (zone == NULL || zone == utc) {
        return seconds;
    }
    int64_t offset = offset_at(seconds - 86400, zone);
    int64_t offset_after = offset_at(seconds + 86400, zone);
    if (offset != offset_after && offset_at(seconds - offset, zone) != offset
        && offset_at(seconds - offset_after, zone) == offset_after) {
        offset = offset_after;
    }
    return seconds - offset;
}

/// Seconds of an iCalendar duration; whole days are returned apart because they follow the calendar.
static void split(struct icaldurationtype duration, int *days, int64_t *seconds) {
    int sign = duration.is_neg ? -1 : 1;
    *days = sign * (int)(duration.weeks * 7 + duration.days);
    *seconds = sign
        * ((int64_t)duration.hours * 3600 + (int64_t)duration.minutes * 60 + duration.seconds);
}

static bool read_times(icalcomponent *event, icaltimezone *local, event_times *times) {
    memset(times, 0, sizeof *times);
    icalproperty *start = icalcomponent_get_first_property(event, ICAL_DTSTART_PROPERTY);
    if (start == NULL) {
        return false;
    }
    times->start = icalproperty_get_dtstart(start);
    if (icaltime_is_null_time(times->start) || !icaltime_is_valid_time(times->start)) {
        return false;
    }
    times->zone = place(event, start, local, &times->start, &times->unknown_zone);
    icalproperty *end = icalcomponent_get_first_property(event, ICAL_DTEND_PROPERTY);
    icalproperty *duration = icalcomponent_get_first_property(event, ICAL_DURATION_PROPERTY);
    if (end != NULL) {
        icaltimetype last = icalproperty_get_dtend(end);
        if (!icaltime_is_null_time(last) && icaltime_is_valid_time(last)) {
            icaltimezone *zone = place(event, end, local, &last, &times->unknown_zone);
            if (times->start.is_date && last.is_date) {
                icaltimetype a = times->start, b = last;
                icaltime_set_timezone(&a, icaltimezone_get_utc_timezone());
                icaltime_set_timezone(&b, icaltimezone_get_utc_timezone());
                times->days = (int)((epoch(b, NULL) - epoch(a, NULL)) / 86400);
            } else {
                times->seconds = epoch(last, zone) - epoch(times->start, times->zone);
            }
        }
    } else if (duration != NULL) {
        split(icalproperty_get_duration(duration), &times->days, &times->seconds);
    } else if (times->start.is_date) {
        times->days = 1;
    }
    if (times->days < 0 || times->seconds < 0) {
        times->days = 0;
        times->seconds = 0;
    }
    return true;
}

static int64_t end_of(icaltimetype start, const event_times *times) {
    icaltimetype day = start;
    if (times->days != 0) {
        icaltime_adjust(&day, times->days, 0, 0, 0);
    }
    return epoch(day, times->zone) + times->seconds;
}

static bool append(span_list *list, int64_t start, int64_t end) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 16 : 2 * list->capacity;
        cical_span *spans = realloc(list->spans, capacity * sizeof *spans);
        if (spans == NULL) {
            return false;
        }
        list->spans = spans;
        list->capacity = capacity;
    }
    list->spans[list->count++] = (cical_span){start, end};
    return true;
}

/// Whether an EXDATE names this start; a date alone names every start on that day.
static bool is_excluded(
    icalcomponent *event, const event_times *times, icaltimezone *local, icaltimetype start) {
    icalproperty *property = icalcomponent_get_first_property(event, ICAL_EXDATE_PROPERTY);
    for (; property != NULL;
         property = icalcomponent_get_next_property(event, ICAL_EXDATE_PROPERTY)) {
        icaltimetype excluded = icalproperty_get_exdate(property);
        if (icaltime_is_null_time(excluded)) {
            continue;
        }
        if (excluded.is_date) {
            if (excluded.year == start.year && excluded.month == start.month
                && excluded.day == start.day) {
                return true;
            }
            continue;
        }
        bool unknown = false;
        icaltimezone *zone = place(event, property, local, &excluded, &unknown);
        if (epoch(excluded, zone) == epoch(start, times->zone)) {
            return true;
        }
    }
    return false;
}

static uint64_t now_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static bool overlaps(int64_t start, int64_t end, int64_t from, int64_t to) {
    return start < to && (end > from || (start == end && start >= from));
}

static int by_start(const void *left, const void *right) {
    const cical_span *a = left, *b = right;
    if (a->start != b->start) {
        return a->start < b->start ? -1 : 1;
    }
    return a->end < b->end ? -1 : a->end > b->end;
}

/// A component and what is above it. Calendars nest three deep; more than this is refused.
enum { deepest_level = 8 };

/// Walks all components below `root` without recursion, checks their number and depth, and lists the events
/// of its calendars in `events` up to `capacity`; `*count` becomes the number of all of them.
static cical_status walk(
    icalcomponent *root, cical_limits limits, icalcomponent **events, size_t capacity,
    size_t *count) {
    icalcomponent *path[deepest_level + 2] = {root};
    icalcomponent *child = icalcomponent_get_first_component(root, ICAL_ANY_COMPONENT);
    size_t depth = 0, components = 1;
    *count = 0;
    for (;;) {
        if (child == NULL) {
            if (depth == 0) {
                return cical_ok;
            }
            depth--;
        } else {
            if (++components > limits.components + 1 || depth + 1 > deepest_level) {
                return cical_too_many_components;
            }
            icalcomponent_kind parent = icalcomponent_isa(path[depth]);
            if (icalcomponent_isa(child) == ICAL_VEVENT_COMPONENT
                && (parent == ICAL_VCALENDAR_COMPONENT || parent == ICAL_XROOT_COMPONENT)) {
                if (*count < capacity) {
                    events[*count] = child;
                }
                ++*count;
            }
            path[++depth] = child;
            child = icalcomponent_get_first_component(child, ICAL_ANY_COMPONENT);
            continue;
        }
        child = icalcomponent_get_next_component(path[depth], ICAL_ANY_COMPONENT);
    }
}

/// Copies a calendar's text with `\n` after each line and folded lines joined, so that the lines counted here
/// are those that libical reads.
static char *unfolded(const char *bytes, size_t length) {
    char *text = malloc(length + 1);
    if (text == NULL) {
        return NULL;
    }
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] != '\r' && bytes[i] != '\n') {
            text[size++] = bytes[i];
            continue;
        }
        while (bytes[i] == '\r' && i + 1 < length && (bytes[i + 1] == '\r' || bytes[i + 1] == '\n')) {
            i++;
        }
        if (i + 1 < length && (bytes[i + 1] == ' ' || bytes[i + 1] == '\t')) {
            i++;
        } else {
            text[size++] = '\n';
        }
    }
    text[size] = '\0';
    return text;
}

/// Length of a line without its trailing blanks.
static size_t line_length(const char *line) {
    size_t length = strcspn(line, "\n");
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t')) {
        length--;
    }
    return length;
}

/// Whether the number and the nesting of components are within the limits; an END that does not name the
/// innermost component closes nothing.
static bool is_moderate(const char *text, cical_limits limits) {
    const char *open[deepest_level];
    size_t count = 0, depth = 0;
    for (const char *line = text; *line != '\0';) {
        size_t length = line_length(line);
        if (length >= 5 && strncasecmp(line, "BEGIN", 5) == 0) {
            if (++count > limits.components || depth == deepest_level) {
                return false;
            }
            open[depth++] = line;
        } else if (length > 4 && depth > 0 && strncasecmp(line, "END:", 4) == 0) {
            const char *begin = open[depth - 1];
            if (line_length(begin) == length + 2
                && strncasecmp(begin + 5, line + 3, length - 3) == 0) {
                depth--;
            }
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return true;
}

static icalcomponent *parse_text(const char *text) {
    icalcomponent *root = icalparser_parse_string(text);
    if (root == NULL) {
        return NULL;
    }
    icalcomponent_kind kind = icalcomponent_isa(root);
    bool holds_calendar = kind == ICAL_VCALENDAR_COMPONENT
        || (kind == ICAL_XROOT_COMPONENT
            && icalcomponent_get_first_component(root, ICAL_VCALENDAR_COMPONENT) != NULL);
    if (!holds_calendar) {
        icalcomponent_free(root);
        return NULL;
    }
    return root;
}

static cical_status collect_events(cical_calendar *calendar, cical_limits limits) {
    size_t found = 0;
    cical_status status = walk(calendar->root, limits, NULL, 0, &found);
    if (status != cical_ok) {
        return status;
    }
    calendar->events = calloc(found + 1, sizeof *calendar->events);
    if (calendar->events == NULL) {
        return cical_out_of_memory;
    }
    status = walk(calendar->root, limits, calendar->events, found, &calendar->count);
    calendar->count = calendar->count < found ? calendar->count : found;
    return status;
}

cical_status cical_parse(
    const uint8_t *bytes, size_t length, cical_limits limits, cical_calendar **calendar) {
    *calendar = NULL;
    if (length > limits.bytes) {
        return cical_too_many_bytes;
    }
    if (length == 0 || memchr(bytes, 0, length) != NULL) {
        return cical_not_a_calendar;
    }
    char *text = unfolded((const char *)bytes, length);
    cical_calendar *result = calloc(1, sizeof *result);
    if (text == NULL || result == NULL) {
        free(text);
        free(result);
        return cical_out_of_memory;
    }
    if (!is_moderate(text, limits)) {
        free(text);
        free(result);
        return cical_too_many_components;
    }
    pthread_mutex_lock(&lock);
    icalerror_set_errors_are_fatal(0);
    result->root = parse_text(text);
    cical_status status =
        result->root == NULL ? cical_not_a_calendar : collect_events(result, limits);
    pthread_mutex_unlock(&lock);
    free(text);
    if (status != cical_ok) {
        cical_free(result);
        return status;
    }
    *calendar = result;
    return cical_ok;
}

void cical_free(cical_calendar *calendar) {
    if (calendar == NULL) {
        return;
    }
    pthread_mutex_lock(&lock);
    if (calendar->root != NULL) {
        icalcomponent_free(calendar->root);
    }
    pthread_mutex_unlock(&lock);
    free(calendar->events);
    free(calendar);
}

size_t cical_event_count(const cical_calendar *calendar) { return calendar->count; }

static cical_status read_event(icalcomponent *component, icaltimezone *local, cical_event *event) {
    event_times times;
    if (!read_times(component, local, &times)) {
        return cical_not_a_calendar;
    }
    event->uid = icalcomponent_get_uid(component);
    event->summary = icalcomponent_get_summary(component);
    event->description = icalcomponent_get_description(component);
    event->location = icalcomponent_get_location(component);
    event->start = epoch(times.start, times.zone);
    event->end = end_of(times.start, &times);
    event->sequence = icalcomponent_get_sequence(component);
    event->all_day = times.start.is_date;
    icalproperty *start = icalcomponent_get_first_property(component, ICAL_DTSTART_PROPERTY);
    event->floating = !times.start.is_date && !icaltime_is_utc(icalproperty_get_dtstart(start))
        && icalproperty_get_first_parameter(start, ICAL_TZID_PARAMETER) == NULL;
    event->unknown_zone = times.unknown_zone;
    icalproperty_status status = icalcomponent_get_status(component);
    event->cancelled = status == ICAL_STATUS_CANCELLED;
    event->tentative = status == ICAL_STATUS_TENTATIVE;
    icalproperty *transparency =
        icalcomponent_get_first_property(component, ICAL_TRANSP_PROPERTY);
    if (transparency != NULL) {
        icalproperty_transp value = icalproperty_get_transp(transparency);
        event->transparent =
            value == ICAL_TRANSP_TRANSPARENT || value == ICAL_TRANSP_TRANSPARENTNOCONFLICT;
    }
    icalproperty *override =
        icalcomponent_get_first_property(component, ICAL_RECURRENCEID_PROPERTY);
    if (override != NULL) {
        icaltimetype replaced = icalproperty_get_recurrenceid(override);
        if (!icaltime_is_null_time(replaced)) {
            icaltimezone *zone =
                place(component, override, local, &replaced, &event->unknown_zone);
            event->has_recurrence_id = true;
            event->recurrence_id = epoch(replaced, zone);
        }
        icalparameter *range =
            icalproperty_get_first_parameter(override, ICAL_RANGE_PARAMETER);
        event->this_and_future =
            range != NULL && icalparameter_get_range(range) == ICAL_RANGE_THISANDFUTURE;
    }
    return cical_ok;
}

cical_status cical_event_at(
    const cical_calendar *calendar, size_t index, const char *zone, cical_event *event) {
    memset(event, 0, sizeof *event);
    pthread_mutex_lock(&lock);
    icaltimezone *local = machine_zone(zone);
    cical_status status = cical_unknown_zone;
    if (local != NULL && index < calendar->count) {
        status = read_event(calendar->events[index], local, event);
    }
    pthread_mutex_unlock(&lock);
    return status;
}

/// Adds one start unless it is excluded or outside the window.
static cical_status add_start(
    icalcomponent *event, const event_times *times, icaltimezone *local, icaltimetype start,
    int64_t from, int64_t to, span_list *list) {
    int64_t first = epoch(start, times->zone), last = end_of(start, times);
    if (!overlaps(first, last, from, to) || is_excluded(event, times, local, start)) {
        return cical_ok;
    }
    return append(list, first, last) ? cical_ok : cical_out_of_memory;
}

static cical_status add_rule(
    icalcomponent *event, const event_times *times, icaltimezone *local,
    struct icalrecurrencetype rule, int64_t from, int64_t to, cical_limits limits,
    uint64_t deadline, span_list *list) {
    if (rule.freq == ICAL_SECONDLY_RECURRENCE || rule.freq == ICAL_MINUTELY_RECURRENCE) {
        return cical_too_frequent;
    }
    // Rules count in local time. libical's iterator keeps the hour of a start in the gap of daylight saving,
    // so it runs without the zone, which each start gets back.
    icaltimezone *utc = icaltimezone_get_utc_timezone();
    icaltimetype first = times->start;
    icaltime_set_timezone(&first, utc);
    if (!icaltime_is_null_time(rule.until) && !rule.until.is_date) {
        if (icaltime_is_utc(rule.until)) {
            rule.until = icaltime_convert_to_zone(rule.until, times->zone);
        }
        icaltime_set_timezone(&rule.until, utc);
    }
    icalrecur_iterator *iterator = icalrecur_iterator_new(rule, first);
    if (iterator == NULL) {
        return cical_ok;
    }
    cical_status status = cical_ok;
    for (size_t step = 0; status == cical_ok; step++) {
        icaltimetype next = icalrecur_iterator_next(iterator);
        if (icaltime_is_null_time(next)) {
            break;
        }
        icaltime_set_timezone(&next, times->zone);
        if (epoch(next, times->zone) >= to) {
            break;
        }
        if (step >= limits.occurrences) {
            status = cical_too_many_occurrences;
        } else if (step % 64 == 0 && now_milliseconds() > deadline) {
            status = cical_too_slow;
        } else {
            status = add_start(event, times, local, next, from, to, list);
        }
    }
    icalrecur_iterator_free(iterator);
    return status;
}

/// Adds one RDATE, which may be a period with an end of its own.
static cical_status add_date(
    icalcomponent *event, const event_times *times, icaltimezone *local, icalproperty *property,
    int64_t from, int64_t to, span_list *list) {
    struct icaldatetimeperiodtype value = icalproperty_get_rdate(property);
    bool is_period = icaltime_is_null_time(value.time);
    icaltimetype start = is_period ? value.period.start : value.time;
    if (icaltime_is_null_time(start) || !icaltime_is_valid_time(start)) {
        return cical_ok;
    }
    bool unknown = false;
    event_times own = *times;
    own.zone = place(event, property, local, &start, &unknown);
    if (is_period && !icaltime_is_null_time(value.period.end)) {
        icaltimetype end = value.period.end;
        icaltimezone *zone = place(event, property, local, &end, &unknown);
        own.days = 0;
        own.seconds = epoch(end, zone) - epoch(start, own.zone);
    } else if (is_period) {
        split(value.period.duration, &own.days, &own.seconds);
    }
    if (own.seconds < 0 || own.days < 0) {
        return cical_ok;
    }
    return add_start(event, &own, local, start, from, to, list);
}

static cical_status expand(
    icalcomponent *event, icaltimezone *local, int64_t from, int64_t to, cical_limits limits,
    span_list *list) {
    event_times times;
    if (!read_times(event, local, &times)) {
        return cical_not_a_calendar;
    }
    uint64_t deadline = now_milliseconds() + limits.milliseconds;
    cical_status status = add_start(event, &times, local, times.start, from, to, list);
    if (icalcomponent_get_first_property(event, ICAL_RECURRENCEID_PROPERTY) != NULL) {
        return status;
    }
    // `is_excluded` moves libical's cursor over all properties, so each list is read out first.
    size_t rules = (size_t)icalcomponent_count_properties(event, ICAL_RRULE_PROPERTY);
    size_t dates = (size_t)icalcomponent_count_properties(event, ICAL_RDATE_PROPERTY);
    if (rules + dates > limits.occurrences) {
        return cical_too_many_occurrences;
    }
    icalproperty **properties = calloc(rules + dates + 1, sizeof *properties);
    if (properties == NULL) {
        return cical_out_of_memory;
    }
    size_t count = 0;
    icalproperty *property = icalcomponent_get_first_property(event, ICAL_RRULE_PROPERTY);
    for (; property != NULL && count < rules;
         property = icalcomponent_get_next_property(event, ICAL_RRULE_PROPERTY)) {
        properties[count++] = property;
    }
    size_t rule_count = count;
    property = icalcomponent_get_first_property(event, ICAL_RDATE_PROPERTY);
    for (; property != NULL && count < rules + dates;
         property = icalcomponent_get_next_property(event, ICAL_RDATE_PROPERTY)) {
        properties[count++] = property;
    }
    for (size_t i = 0; i < count && status == cical_ok; i++) {
        status = i < rule_count
            ? add_rule(
                  event, &times, local, icalproperty_get_rrule(properties[i]), from, to, limits,
                  deadline, list)
            : add_date(event, &times, local, properties[i], from, to, list);
    }
    free(properties);
    return status;
}

cical_status cical_expand(
    const cical_calendar *calendar, size_t index, const char *zone, int64_t from, int64_t to,
    cical_limits limits, cical_span **spans, size_t *count) {
    *spans = NULL;
    *count = 0;
    span_list list = {0};
    pthread_mutex_lock(&lock);
    icaltimezone *local = machine_zone(zone);
    cical_status status = cical_unknown_zone;
    if (local != NULL && index < calendar->count) {
        status = expand(calendar->events[index], local, from, to, limits, &list);
    }
    pthread_mutex_unlock(&lock);
    if (status != cical_ok) {
        free(list.spans);
        return status;
    }
    if (list.count > 0) {
        qsort(list.spans, list.count, sizeof *list.spans, by_start);
        size_t kept = 1;
        for (size_t i = 1; i < list.count; i++) {
            if (list.spans[i].start != list.spans[kept - 1].start) {
                list.spans[kept++] = list.spans[i];
            }
        }
        list.count = kept;
    }
    *spans = list.spans;
    *count = list.count;
    return cical_ok;
}

void cical_free_spans(cical_span *spans) { free(spans); }

bool cical_knows_zone(const char *zone) {
    pthread_mutex_lock(&lock);
    bool known = machine_zone(zone) != NULL;
    pthread_mutex_unlock(&lock);
    return known;
}
