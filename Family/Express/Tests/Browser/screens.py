"""Addresses of all screens, which test_access.py compares with the app's list, and the sizes that are checked."""

import re

import house

SIZES = [(390, 844), (844, 390), (768, 1024), (1366, 1024)]
SCREENS = [
    "",
    "ready",
    "library",
    "page/food",
    "page/actions",
    "page/feelings",
    "page/helpers",
    "show/page/actions",
    "emergency",
    "my-card",
    "place/home",
    "way/home",
    "options",
    "settings",
    "preferences",
    "access",
    "password",
    "recovery",
    "servers",
    "tutorials",
    "tutorial/phrases",
    "tutorial/settings",
    "tutorial/emergency",
    "report",
    "credits",
    "user",
    "entry/name",
    "entry/about",
    "entry/home",
    "entry/school",
    "entry/contacts",
    "entry/allergies",
    "entry/health",
    "pages",
    "edit-page/food",
    "edit-page/helpers",
    "edit-phrase/food/snack",
    "boards",
    "card",
    "copy",
    "install",
    "forgotten",
]
# The screens of the user, without a password.
USER_SCREENS = SCREENS[: SCREENS.index("options")]
# The steps of the setup, in their order.
SETUP = re.findall(r'^  "(\w+)",$', (house.WEB / "screens/setup.js").read_text(), re.MULTILINE)
