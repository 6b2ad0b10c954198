"""Man pages of programs, and the commands and options in their help."""

import json
import pathlib
import re
import subprocess

FOLDER = pathlib.Path(__file__).resolve().parent / "man"


def named_commands(program):
    """The shown commands of a program, each with its names: the program's, and those of subcommands."""
    said = subprocess.run([program, "--experimental-dump-help"], capture_output=True, check=True, text=True).stdout
    yield from _below(json.loads(said)["command"], ())


def commands(program):
    """The shown commands of a program, each with its page."""
    for names, command in named_commands(program):
        yield FOLDER / ("-".join(names) + ".1"), command


def _below(command, above):
    names = (*above, command["commandName"])
    yield names, command
    for below in command.get("subcommands", []):
        if below["commandName"] != "help" and below.get("shouldDisplay", True):
            yield from _below(below, names)


def options(command):
    """The options in the help of a command: long name without dashes, and default value or None."""
    for argument in command.get("arguments", []):
        if argument.get("shouldDisplay", True):
            for name in argument.get("names", []):
                if name["kind"] == "long":
                    yield name["name"], argument.get("defaultValue")


def entry(option):
    """Regular expression for the start of an option's entry: one dash is mdoc's, the other in the text."""
    return re.compile(rf"^\.It Fl (?:. , )?-{re.escape(option)}(?: .*)?\n", re.MULTILINE)


def sentence(value):
    """The sentence with an option's default value."""
    return f"The default is {value}."
