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

/// Collected occurrences; the array grows by doubling.
typedef struct {
    cical_span *spans;
    size_t count;
    size_t capacity;
} span_list;

/// The inputs and results of one expansion.
typedef struct {
    icalcomponent *event;
    icaltimezone *local;
    int64_t from;
    int64_t to;
    size_t steps;
    uint64_t deadline;
    /// Starts excluded by EXDATEs, and days on which every start is excluded (year, month, day as
    /// one number), both sorted.
    int64_t *starts;
    size_t start_count;
    int64_t *days;
    size_t day_count;
    span_list list;
} expansion;

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

/// Resolves a TZID. Tries the machine's zone, a Windows name, the calendar's own VTIMEZONE, and
/// then the tail of a path such as "/freeassociation.sourceforge.net/Europe/Berlin".
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

/// libical lists a zone's offset changes up to a given year. Later times use the offsets of that
/// year.
static const int64_t last_offset = 4102444800;  // 2100-01-01

static int64_t offset_at(int64_t utc, icaltimezone *zone) {
    utc = utc < last_offset ? utc : last_offset;
    icaltimetype time =
        icaltime_from_timet_with_zone((time_t)utc, 0, icaltimezone_get_utc_timezone());
    int is_daylight = 0;
    return icaltimezone_get_utc_offset_of_utc_time(zone, &time, &is_daylight);
}

/// Converts a local time to seconds since 1970. As RFC 5545 requires, an ambiguous time means its
/// first occurrence, and a time in the daylight saving gap has the offset before the gap.
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

/// Splits an iCalendar duration into seconds and whole days, because days follow the calendar.
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

static uint64_t now_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static int64_t day_number(icaltimetype time) {
    return (int64_t)time.year * 10000 + time.month * 100 + time.day;
}

static int by_value(const void *left, const void *right) {
    const int64_t *a = left, *b = right;
    return *a < *b ? -1 : *a > *b;
}

static bool holds(const int64_t *sorted, size_t count, int64_t value) {
    return count > 0 && bsearch(&value, sorted, count, sizeof value, by_value) != NULL;
}

/// Whether an EXDATE excludes this start. An EXDATE without a time excludes every start on that
/// day.
static bool is_excluded(const expansion *all, icaltimetype start, int64_t seconds) {
    return holds(all->starts, all->start_count, seconds)
        || holds(all->days, all->day_count, day_number(start));
}

/// Reads the EXDATEs once per expansion.
static cical_status read_excluded(expansion *all) {
    int count = icalcomponent_count_properties(all->event, ICAL_EXDATE_PROPERTY);
    if (count <= 0) {
        return cical_ok;
    }
    all->starts = calloc((size_t)count, sizeof *all->starts);
    all->days = calloc((size_t)count, sizeof *all->days);
    if (all->starts == NULL || all->days == NULL) {
        return cical_out_of_memory;
    }
    icalproperty *property = icalcomponent_get_first_property(all->event, ICAL_EXDATE_PROPERTY);
    for (int i = 0; property != NULL && i < count; i++) {
        if (now_milliseconds() > all->deadline) {
            return cical_too_slow;
        }
        icaltimetype excluded = icalproperty_get_exdate(property);
        if (!icaltime_is_null_time(excluded) && excluded.is_date) {
            all->days[all->day_count++] = day_number(excluded);
        } else if (!icaltime_is_null_time(excluded)) {
            bool unknown = false;
            icaltimezone *zone = place(all->event, property, all->local, &excluded, &unknown);
            all->starts[all->start_count++] = epoch(excluded, zone);
        }
        property = icalcomponent_get_next_property(all->event, ICAL_EXDATE_PROPERTY);
    }
    qsort(all->starts, all->start_count, sizeof *all->starts, by_value);
    qsort(all->days, all->day_count, sizeof *all->days, by_value);
    return cical_ok;
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

/// Maximum number of offset changes that a rule of a time zone produces.
static size_t changes_of(struct icalrecurrencetype rule, int first_year) {
    size_t months = 0, days = 0;
    while (months < ICAL_BY_MONTH_SIZE && rule.by_month[months] != ICAL_RECURRENCE_ARRAY_MAX) {
        months++;
    }
    for (size_t i = 0; i < ICAL_BY_DAY_SIZE && rule.by_day[i] != ICAL_RECURRENCE_ARRAY_MAX; i++) {
        days += icalrecurrencetype_day_position(rule.by_day[i]) == 0 ? 5 : 1;
    }
    for (size_t i = 0;
         i < ICAL_BY_MONTHDAY_SIZE && rule.by_month_day[i] != ICAL_RECURRENCE_ARRAY_MAX; i++) {
        days++;
    }
    int last_year = icaltime_is_null_time(rule.until) ? 2106 : rule.until.year;
    last_year = last_year < 2106 ? last_year : 2106;
    size_t years = last_year > first_year ? (size_t)(last_year - first_year + 1) : 1;
    return years * (months > 0 ? months : days > 0 ? 12 : 1) * (days > 0 ? days : 1);
}

static bool is_yearly(struct icalrecurrencetype rule) {
    return rule.freq == ICAL_YEARLY_RECURRENCE
        && rule.by_second[0] == ICAL_RECURRENCE_ARRAY_MAX
        && rule.by_minute[0] == ICAL_RECURRENCE_ARRAY_MAX
        && rule.by_hour[0] == ICAL_RECURRENCE_ARRAY_MAX
        && rule.by_year_day[0] == ICAL_RECURRENCE_ARRAY_MAX
        && rule.by_week_no[0] == ICAL_RECURRENCE_ARRAY_MAX;
}

/// Checks the rules of a STANDARD or DAYLIGHT, and adds the number of their offset changes to
/// `*changes`. libical lists all of them at once.
static cical_status check_zone(icalcomponent *part, cical_limits limits, size_t *changes) {
    icalproperty *start = icalcomponent_get_first_property(part, ICAL_DTSTART_PROPERTY);
    int first_year = start == NULL ? 1970 : icalproperty_get_dtstart(start).year;
    *changes += 1;
    icalproperty *property = icalcomponent_get_first_property(part, ICAL_ANY_PROPERTY);
    for (; property != NULL && *changes <= limits.occurrences / 2;
         property = icalcomponent_get_next_property(part, ICAL_ANY_PROPERTY)) {
        switch (icalproperty_isa(property)) {
        case ICAL_RDATE_PROPERTY: *changes += 1; break;
        case ICAL_RRULE_PROPERTY: {
            struct icalrecurrencetype rule = icalproperty_get_rrule(property);
            if (!is_yearly(rule)) {
                return cical_too_frequent;
            }
            *changes += changes_of(rule, first_year);
            break;
        }
        default: break;
        }
    }
    return *changes > limits.occurrences / 2 ? cical_too_many_occurrences : cical_ok;
}

/// Maximum nesting of components. Calendars nest three deep.
enum { deepest_level = 8 };

/// Walks all components below `root` without recursion, checks their number and depth, and lists up
/// to `capacity` events in `events`. `*count` is set to the total number of events.
static cical_status walk(
    icalcomponent *root, cical_limits limits, icalcomponent **events, size_t capacity,
    size_t *count) {
    icalcomponent *path[deepest_level + 2] = {root};
    size_t changes = 0;
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
            icalcomponent_kind kind = icalcomponent_isa(child);
            if (kind == ICAL_XSTANDARD_COMPONENT || kind == ICAL_XDAYLIGHT_COMPONENT) {
                cical_status status = check_zone(child, limits, &changes);
                if (status != cical_ok) {
                    return status;
                }
            }
            if (kind == ICAL_VEVENT_COMPONENT
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

/// Copies a calendar's text with `\n` after each line and folded lines joined, so that lines are
/// counted as libical reads them.
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

/// Length of a line without trailing blanks.
static size_t line_length(const char *line) {
    size_t length = strcspn(line, "\n");
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t')) {
        length--;
    }
    return length;
}

/// Whether the number and nesting of components are within the limits. An END that does not match
/// the innermost component is ignored.
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

/// Adds a start unless it is excluded or outside the window.
static cical_status add_start(expansion *all, const event_times *times, icaltimetype start) {
    if (now_milliseconds() > all->deadline) {
        return cical_too_slow;
    }
    int64_t first = epoch(start, times->zone), last = end_of(start, times);
    if (!overlaps(first, last, all->from, all->to) || is_excluded(all, start, first)) {
        return cical_ok;
    }
    return append(&all->list, first, last) ? cical_ok : cical_out_of_memory;
}

static cical_status add_rule(
    expansion *all, const event_times *times, struct icalrecurrencetype rule) {
    if (rule.freq == ICAL_SECONDLY_RECURRENCE || rule.freq == ICAL_MINUTELY_RECURRENCE) {
        return cical_too_frequent;
    }
    // Rules use local time. In the daylight saving gap, libical's iterator would keep the hour of a
    // start. It therefore runs without a zone, and each start gets its zone afterwards.
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
        if (epoch(next, times->zone) >= all->to) {
            break;
        }
        status = step < all->steps ? add_start(all, times, next) : cical_too_many_occurrences;
    }
    icalrecur_iterator_free(iterator);
    return status;
}

/// Adds one RDATE, which may be a period with an end of its own.
static cical_status add_date(
    expansion *all, const event_times *times, icalproperty *property) {
    if (now_milliseconds() > all->deadline) {
        return cical_too_slow;
    }
    struct icaldatetimeperiodtype value = icalproperty_get_rdate(property);
    bool is_period = icaltime_is_null_time(value.time);
    icaltimetype start = is_period ? value.period.start : value.time;
    if (icaltime_is_null_time(start) || !icaltime_is_valid_time(start)) {
        return cical_ok;
    }
    bool unknown = false;
    event_times own = *times;
    own.zone = place(all->event, property, all->local, &start, &unknown);
    if (is_period && !icaltime_is_null_time(value.period.end)) {
        icaltimetype end = value.period.end;
        icaltimezone *zone = place(all->event, property, all->local, &end, &unknown);
        own.days = 0;
        own.seconds = epoch(end, zone) - epoch(start, own.zone);
    } else if (is_period) {
        split(value.period.duration, &own.days, &own.seconds);
    }
    if (own.seconds < 0 || own.days < 0) {
        return cical_ok;
    }
    return add_start(all, &own, start);
}

static cical_status expand(expansion *all) {
    icalcomponent *event = all->event;
    event_times times;
    if (!read_times(event, all->local, &times)) {
        return cical_not_a_calendar;
    }
    cical_status status = read_excluded(all);
    if (status == cical_ok) {
        status = add_start(all, &times, times.start);
    }
    if (status != cical_ok
        || icalcomponent_get_first_property(event, ICAL_RECURRENCEID_PROPERTY) != NULL) {
        return status;
    }
    // libical has one cursor for all properties of an event, so read each list before the next.
    size_t rules = (size_t)icalcomponent_count_properties(event, ICAL_RRULE_PROPERTY);
    size_t dates = (size_t)icalcomponent_count_properties(event, ICAL_RDATE_PROPERTY);
    if (rules + dates > all->steps) {
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
            ? add_rule(all, &times, icalproperty_get_rrule(properties[i]))
            : add_date(all, &times, properties[i]);
    }
    free(properties);
    return status;
}

cical_status cical_expand(
    const cical_calendar *calendar, size_t index, const char *zone, int64_t from, int64_t to,
    cical_limits limits, cical_span **spans, size_t *count) {
    *spans = NULL;
    *count = 0;
    pthread_mutex_lock(&lock);
    expansion all = {
        .from = from,
        .to = to,
        .steps = limits.occurrences,
        .deadline = now_milliseconds() + limits.milliseconds,
    };
    all.local = machine_zone(zone);
    cical_status status = cical_unknown_zone;
    if (all.local != NULL && index < calendar->count) {
        all.event = calendar->events[index];
        status = expand(&all);
    }
    pthread_mutex_unlock(&lock);
    free(all.starts);
    free(all.days);
    span_list list = all.list;
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
