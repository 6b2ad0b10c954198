"""The man pages of programs, and what the programs say of their commands and options."""

import json
import pathlib
import re
import subprocess

FOLDER = pathlib.Path(__file__).resolve().parent / "man"


def commands(program):
    """Each command that the help of a program shows, with its page."""
    said = subprocess.run([program, "--experimental-dump-help"], capture_output=True, check=True, text=True).stdout
    yield from _below(json.loads(said)["command"], ())


def _below(command, above):
    names = (*above, command["commandName"])
    yield FOLDER / ("-".join(names) + ".1"), command
    for below in command.get("subcommands", []):
        if below["commandName"] != "help" and below.get("shouldDisplay", True):
            yield from _below(below, names)


def options(command):
    """The options of a command that its help shows: long name without dashes, and default value or None."""
    for argument in command.get("arguments", []):
        if argument.get("shouldDisplay", True):
            for name in argument.get("names", []):
                if name["kind"] == "long":
                    yield name["name"], argument.get("defaultValue")


def entry(option):
    """What finds the beginning of an option's entry: mdoc takes one dash for the macro's, one of the text."""
    return re.compile(rf"^\.It Fl (?:. , )?-{re.escape(option)}(?: .*)?\n", re.MULTILINE)


def sentence(value):
    """What an entry says of the option's default value."""
    return f"The default is {value}."
