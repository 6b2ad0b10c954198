#!/bin/sh
# Compares recurrences with PyPI's recurring-ical-events: COUNT generated calendars (2,000 by default)
# through the C shim, then as many with overrides and 50 real-shaped ones through the Swift package.
set -eu
cd "$(dirname "$0")/../../../.."

count=${1:-2000}
python=.build/calendars/bin/python
if ! "$python" -c 'import recurring_ical_events' 2>/dev/null; then
    python3 -m venv .build/calendars
    .build/calendars/bin/pip install --quiet --disable-pip-version-check recurring-ical-events==3.8.2
fi
here=Family/Together/Tests/Comparison
# The shim's known differences are printed and do not end the comparison.
"$python" "$here/compare_recurrence.py" --count "$count" || true
"$python" "$here/make_fixtures.py" --generated "$count" --output "$PWD/.build/recurrences.json"
CALENDAR_FIXTURES="$PWD/.build/recurrences.json" \
    swift test --package-path Family --filter RecurrenceComparisonTests
