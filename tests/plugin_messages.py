"""Extraction of messages from plugins for `make messages`: rules, lessons, notes and prompts."""

import ast
import tomllib
from inspect import cleandoc

#: Calls with texts, by name: their positional arguments and keywords.
CALLS = {
    "Example": ({0, 1}, {"title", "text", "caption"}),
    "LessonStep": ({0, 1}, {"title", "text", "wrong", "after"}),
}

#: Attributes of a plugin class that are texts, or mappings to texts.
ATTRIBUTES = {"family", "goals", "notation_notes", "option_notes"}

#: Attributes that are mappings from texts, or sequences of texts.
NAMES = {"presets", "players"}

#: Methods whose strings are shown.
METHODS = {"prompt", "explain_refusal"}


def texts(node):
    """Yield a string and its line for each string in a node that is not part of an f-string."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    elif not isinstance(node, ast.JoinedStr):
        for child in ast.iter_child_nodes(node):
            yield from texts(child)


def called_name(node):
    """Return the name of a called function, or an empty string."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def assigned_name(node):
    """Return the name that a statement assigns to, or an empty string."""
    if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "family":
        return "family"  # of a base class
    is_name = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    return node.targets[0].id if is_name else ""


def options_in(method):
    """Yield the names and choices of the options that `__init__` declares."""
    for argument in method.args.args[1:]:
        yield argument.lineno, argument.arg.replace("_", " ")
        yield from texts(argument.annotation)


def texts_in(node):
    """Yield the texts of one node of a plugin's source."""
    if isinstance(node, ast.ClassDef) and "name" in map(assigned_name, node.body):
        for paragraph in cleandoc(ast.get_docstring(node)).split("\n\n"):
            yield node.lineno, " ".join(paragraph.split())
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and method.name == "__init__":
                yield from options_in(method)
    elif (name := called_name(node)) in CALLS:
        positions, keywords = CALLS[name]
        for position in positions & {*range(len(node.args))}:
            yield from texts(node.args[position])
        for keyword in node.keywords:
            if keyword.arg in keywords:
                yield from texts(keyword.value)
    elif assigned_name(node) in ATTRIBUTES:
        for value in getattr(node.value, "values", [node.value]):
            yield from texts(value)
    elif assigned_name(node) in NAMES:
        for key in filter(None, getattr(node.value, "keys", [node.value])):
            yield from texts(key)
    elif isinstance(node, ast.FunctionDef) and node.name in METHODS:
        for statement in node.body[ast.get_docstring(node) is not None :]:
            yield from ((line, text) for line, text in texts(statement) if " " in text.strip())


def plugin_texts(source):
    """Yield the line and the text of each message in the source of a plugin, without repeats."""
    found = {text: line for node in ast.walk(ast.parse(source)) for line, text in texts_in(node)}
    yield from ((line, text) for text, line in found.items() if text)


def file_texts(source):
    """Yield the line and the text of each paragraph of the rules in a TOML file."""
    rules = tomllib.loads(source).get("rules", "")
    for paragraph in filter(None, rules.strip().split("\n\n")):
        yield 1, " ".join(paragraph.split())


def extract_from_toml(file, keywords, comment_tags, options):
    """Yield messages in the form that Babel expects."""
    for line, text in file_texts(file.read().decode()):
        yield line, "_", text, []


def extract(file, keywords, comment_tags, options):
    """Yield messages in the form that Babel expects."""
    from babel.messages.extract import extract_python

    for line, text in plugin_texts(file.read().decode()):
        yield line, "_", text, []
    file.seek(0)
    yield from extract_python(file, keywords, comment_tags, options)
