"""Extraction of messages from plugins for `make messages`: rules, lessons, notes and prompts."""

import ast
import tomllib
from inspect import cleandoc

#: Calls with texts, by name: their positional arguments and keywords.
CALLS = {
    "Example": ({0, 1}, {"title", "text", "caption"}),
    "LessonStep": ({0, 1}, {"title", "text", "wrong", "after"}),
    "Theorem": ({0, 1}, {"name", "statement"}),
}

#: Attributes of a plugin class that are texts, or mappings to texts.
ATTRIBUTES = {"family", "goals", "notation_notes", "option_notes"}

#: Attributes that are mappings from texts, or sequences of texts.
NAMES = {"presets", "players"}

#: Comments for translators, by attribute or call.
COMMENTS = {
    "family": "Kind of game or puzzle",
    "players": "Name of a side",
    "presets": "Name of a preset",
    "Example": "Section of the rules",
    "LessonStep": "Step of a lesson",
    "Theorem": "Theorem about a drawing",
}

#: Methods whose strings are shown.
METHODS = {"prompt", "explain_refusal"}


def called_name(node):
    """Return the name of a called function, or an empty string."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def texts(node):
    """Yield the line and text of each string in a node that is not marked or in an f-string."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    elif not isinstance(node, ast.JoinedStr) and called_name(node) not in ("_", "ngettext"):
        for child in ast.iter_child_nodes(node):
            yield from texts(child)


def assigned_name(node):
    """Return the name that a statement assigns to, or an empty string."""
    if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "family":
        return "family"  # of a base class
    is_name = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    return node.targets[0].id if is_name else ""


def options_in(method):
    """Yield the titles and choices of the options that `__init__` declares."""
    for argument in method.args.args[1:]:
        title, found = argument.arg.replace("_", " "), list(texts(argument.annotation))
        match argument.annotation:  # such as Annotated[int, range(2, 9), "title"]
            case ast.Subscript(
                value=ast.Name(id="Annotated"),
                slice=ast.Tuple(elts=[*_, ast.Constant(value=title)]),
            ):
                found.pop()
        yield argument.lineno, title, "Name of an option"
        for line, text in found:
            yield line, text, f"Value of the option “{title}”"


def texts_in(node):
    """Yield the line, text and comment of each text of one node of a plugin's source."""
    if isinstance(node, ast.ClassDef) and "name" in map(assigned_name, node.body):
        for paragraph in cleandoc(ast.get_docstring(node)).split("\n\n"):
            yield node.lineno, " ".join(paragraph.split()), ""
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and method.name == "__init__":
                yield from options_in(method)
        return
    name, found = called_name(node) or assigned_name(node), []
    if name in CALLS:
        positions, keywords = CALLS[name]
        found = [node.args[position] for position in positions & {*range(len(node.args))}]
        found += [keyword.value for keyword in node.keywords if keyword.arg in keywords]
    elif name in ATTRIBUTES:
        found = getattr(node.value, "values", [node.value])
    elif name in NAMES:
        found = filter(None, getattr(node.value, "keys", [node.value]))
    elif isinstance(node, ast.FunctionDef) and node.name in METHODS:
        for statement in node.body[ast.get_docstring(node) is not None :]:
            yield from ((line, text, "") for line, text in texts(statement) if " " in text.strip())
    for value in found:
        yield from ((line, text, COMMENTS.get(name, "")) for line, text in texts(value))


def plugin_texts(source):
    """Yield the line, text and comment of each message of a plugin, without repeats."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        for line, text, comment in texts_in(node):
            found[text] = line, comment
    yield from ((line, text, comment) for text, (line, comment) in found.items() if text)


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

    for line, text, comment in plugin_texts(file.read().decode()):
        yield line, "_", text, [comment] * bool(comment)
    file.seek(0)
    yield from extract_python(file, keywords, comment_tags, options)
