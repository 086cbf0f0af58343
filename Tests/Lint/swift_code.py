"""Reads Swift sources as far as a check of their dependencies needs: tokens, declarations, and the types of names.

It is no parser of Swift. Where it does not know the type of an expression, it says so, and the caller decides.
"""

import bisect
import re
from dataclasses import dataclass, field

TOKEN = re.compile(r"[A-Za-z_]\w*|`\w+`|->|[^\s\w]|\d\w*")
OPENING = re.compile(r'//|/\*|#*"(?:"")?|[()]')
COMMENT_EDGE = re.compile(r"/\*|\*/")
TYPES = {"class", "struct", "enum", "protocol", "actor", "extension"}
# A closure's parameters stand between its brace and `in`, without any of these.
NO_PARAMETERS = TYPES | {"{", "}", ";", "if", "guard", "for", "while", "switch", "let", "var", "return", "try", "case", "func"}
ACCESS_MODIFIERS = {"private", "fileprivate", "internal", "package", "public", "open"}
# The tokens that may stand before an accessor.
ACCESSOR_STARTS = {"{", "}", "get", "set", "async", "throws", "mutating", "nonmutating"}
BEFORE_TYPE = {"any", "some", "inout", "borrowing", "consuming", "sending", "isolated", "weak"}


def blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def code(text: str) -> str:
    """The text with blanks instead of comments and string literals, but with what literals interpolate."""
    parts: list[str] = []

    def read(index: int, is_interpolation: bool) -> int:
        depth = 0
        while True:
            match = OPENING.search(text, index)
            if match is None:
                parts.append(text[index:])
                return len(text)
            parts.append(text[index : match.start()])
            mark = match[0]
            index = match.end()
            if mark == "//":
                end = text.find("\n", index)
                index = len(text) if end < 0 else end
                parts.append(" " * (index - match.start()))
            elif mark == "/*":
                index = comment_end(text, index)
                parts.append(blank(text[match.start() : index]))
            elif mark in "()":
                depth += 1 if mark == "(" else -1
                parts.append(mark)
                if is_interpolation and depth < 0:
                    return index
            else:
                parts.append(" " * len(mark))
                index = literal(index, mark)

    def literal(index: int, mark: str) -> int:
        hashes = mark.count("#") * "#"
        quotes = mark.strip("#")
        # An empty literal looks like the first two of three quotation marks.
        if quotes == '""':
            return index
        edge = re.compile(rf'\\{hashes}\(|\\{hashes}[^(]|{quotes}{hashes}' + ("" if quotes == '"""' else r"|\n"))
        while True:
            match = edge.search(text, index)
            if match is None:
                parts.append(blank(text[index:]))
                return len(text)
            parts.append(blank(text[index : match.end()]))
            index = match.end()
            if match[0] == f"\\{hashes}(":
                index = read(index, True)
            elif match[0][0] != "\\":
                return index

    read(0, False)
    return "".join(parts)


def comment_end(text: str, index: int) -> int:
    depth = 1
    while depth > 0:
        match = COMMENT_EDGE.search(text, index)
        if match is None:
            return len(text)
        depth += 1 if match[0] == "/*" else -1
        index = match.end()
    return index


@dataclass(frozen=True)
class Declaration:
    """A type, a member or something at the top level: `owner` is the dotted name of the type around it, or ""."""

    owner: str
    name: str
    kind: str
    file: int
    is_private: bool
    labels: tuple[str, ...] = ()
    # The type of a variable, or what a function returns, if it is the name of a type.
    type: str | None = None

    @property
    def full_name(self) -> str:
        return f"{self.owner}.{self.name}" if self.owner else self.name


@dataclass
class Region:
    """A member with its body, or a function at the top level: the names bound in it, with their types where they are clear."""

    locals: dict[str, str | None] = field(default_factory=dict)

    def bind(self, name: str, type: str | None = None) -> None:
        known = self.locals.get(name, type)
        self.locals[name] = type if known == type else None


class Source:
    """The tokens and declarations of one file."""

    def __init__(self, text: str, file: int = 0):
        self.file = file
        self.code = code(text)
        matches = list(TOKEN.finditer(self.code))
        self.tokens = [match[0].strip("`") for match in matches]
        self.positions = [match.start() for match in matches]
        self.line_starts = [0, *(match.end() for match in re.finditer("\n", self.code))]
        self.declarations: list[Declaration] = []
        self.supertypes: list[tuple[str, str]] = []
        # By token: the type around it and the member that it belongs to, and whether it names a declaration.
        self.owners: list[str] = []
        self.regions: list[Region] = []
        self.declared: set[int] = set()
        self._walk()

    def line(self, token: int) -> int:
        return bisect.bisect_right(self.line_starts, self.positions[token])

    def at(self, token: int) -> str:
        return self.tokens[token] if 0 <= token < len(self.tokens) else ""

    def is_name(self, token: int) -> bool:
        return re.match(r"[A-Za-z_]", self.at(token)) is not None

    def closing(self, token: int) -> int:
        """The index of the token that closes the parenthesis, bracket or angle at an index."""
        pairs = {"(": ")", "[": "]", "<": ">"}
        opening, end, depth = self.tokens[token], pairs[self.tokens[token]], 0
        for index in range(token, len(self.tokens)):
            if self.tokens[index] == opening:
                depth += 1
            elif self.tokens[index] == end:
                depth -= 1
                if depth == 0:
                    return index
        return len(self.tokens) - 1

    def opening(self, token: int) -> int:
        """The index of the token that opens the parenthesis or bracket closed at an index."""
        pairs = {")": "(", "]": "["}
        end, opening, depth = self.tokens[token], pairs[self.tokens[token]], 0
        for index in range(token, -1, -1):
            if self.tokens[index] == end:
                depth += 1
            elif self.tokens[index] == opening:
                depth -= 1
                if depth == 0:
                    return index
        return 0

    def is_accessor(self, token: int) -> bool:
        """Whether `get` or `set` begins an accessor, as in `var a: Int { get set }`, or limits who may set, as in `private(set)`."""
        if self.at(token) not in ("get", "set"):
            return False
        if self.at(token - 1) == "(":
            return self.at(token - 2) in ACCESS_MODIFIERS
        if self.at(token - 1) not in ACCESSOR_STARTS:
            return False
        following = self.closing(token + 1) + 1 if self.at(token + 1) == "(" else token + 1
        return self.at(following) in ("{", "async", "throws") or (following == token + 1 and self.at(following) in ("}", "get", "set"))

    def type_name(self, token: int) -> str | None:
        """The dotted name of the type at an index, also of its optional; nil for arrays, tuples, functions and compositions."""
        while self.at(token) in BEFORE_TYPE or self.at(token) == "@":
            token += 2 if self.at(token) == "@" else 1
        if not self.is_name(token):
            return None
        name = self.at(token)
        while self.at(token + 1) == "." and self.is_name(token + 2):
            token += 2
            name += "." + self.at(token)
        if self.at(token + 1) == "<":
            token = self.closing(token + 1)
        return None if self.at(token + 1) in ("&", "->", ".") else name

    # MARK: - Declarations

    def _walk(self) -> None:
        tokens = self.tokens
        # Kind, owner, depth of parentheses, region.
        frames: list[tuple[str, str, int, Region]] = [("file", "", 0, Region())]
        pending: tuple[str, str] | None = None
        depth = 0
        region = frames[0][3]
        statement = 0
        for index, token in enumerate(tokens):
            kind, owner, frame_depth, _ = frames[-1]
            self.owners.append(owner)
            self.regions.append(region)
            previous = self.at(index - 1)
            if token in "([":
                depth += 1
            elif token in ")]":
                depth -= 1
            elif token == "{":
                if pending is not None:
                    frames.append((*pending, depth, region))
                    pending = None
                else:
                    frames.append(("body", owner, depth, region))
                    self._bind_parameters_of_closure(index, region)
                statement = index + 1
            elif token == "}":
                if len(frames) > 1:
                    depth = frames.pop()[2]
                region = frames[-1][3] if frames[-1][0] == "body" else Region()
                statement = index + 1
            elif token == ";":
                statement = index + 1
            elif previous == "." or depth != frame_depth or self.at(index + 1) == ":":
                if previous != "." and token in ("let", "var"):
                    self._bind(index, region)
            elif token in TYPES and self.is_name(index + 1) and self.at(index + 1) not in ("func", "var", "let", "subscript"):
                is_local = kind == "body"
                name = self._type(index, owner, is_local, self._is_private(statement, index))
                pending = ("body", owner) if is_local else ("type", name)
                if not is_local:
                    region = Region()
                else:
                    region.bind(self.at(index + 1))
            elif token in ("func", "init", "subscript", "deinit") and (kind != "body" or token == "func"):
                if kind != "body":
                    region = Region()
                    self.regions[-1] = region
                self._function(index, owner, kind == "body", self._is_private(statement, index), region)
                pending = None
            elif token in ("var", "let"):
                if kind == "body":
                    self._bind(index, region)
                else:
                    region = Region()
                    region.bind("newValue")
                    region.bind("oldValue")
                    self.regions[-1] = region
                    self._variables(index, owner, self._is_private(statement, index))
            elif token == "typealias" and kind != "body":
                self._declare(index + 1, owner, "type", self._is_private(statement, index))
            elif token == "case" and kind == "type":
                self._cases(index, owner)
            elif token == "for":
                end = next((at for at in range(index, min(index + 40, len(tokens))) if tokens[at] == "in"), index)
                for at in range(index + 1, end):
                    if self.is_name(at) and self.at(at - 1) != ".":
                        region.bind(self.at(at))
            elif token == "catch":
                region.bind("error")
            if kind != "body" and token not in "([{}])" and self._begins_statement(index):
                statement = index

    def _begins_statement(self, index: int) -> bool:
        """Whether a token is the first of its line, and neither continues an attribute nor the modifiers of the line above."""
        if index > 0 and self.line(index) == self.line(index - 1):
            return False
        return self.at(index - 1) not in ("private", "fileprivate", "static", "public", "package", "final")

    def _is_private(self, start: int, end: int) -> bool:
        return any(
            self.tokens[index] in ("private", "fileprivate") and self.at(index + 1) != "(" for index in range(max(start, end - 12), end)
        )

    def _declare(self, token: int, owner: str, kind: str, is_private: bool, **more) -> None:
        if self.is_name(token):
            self.declared.add(token)
            self.declarations.append(Declaration(owner, self.at(token), kind, self.file, is_private, **more))

    def _type(self, index: int, owner: str, is_local: bool, is_private: bool) -> str:
        keyword = self.tokens[index]
        name = self.at(index + 1)
        end = index + 1
        while self.at(end + 1) == "." and self.is_name(end + 2):
            end += 2
            name += "." + self.at(end)
        full_name = name if keyword == "extension" or not owner else f"{owner}.{name}"
        if keyword != "extension" and not is_local:
            self._declare(index + 1, owner, "type", is_private)
        end += 1
        if self.at(end) == "<":
            end = self.closing(end) + 1
        if self.at(end) == ":" and not is_local:
            while self.at(end) not in ("{", "where", ""):
                if self.at(end) in (":", ",", "&") and (supertype := self.type_name(end + 1)):
                    self.supertypes.append((full_name, supertype))
                elif self.at(end) in (":", ",", "&") and self.is_name(end + 1):
                    self.supertypes.append((full_name, self.at(end + 1)))
                end += 1
        return full_name

    def _function(self, index: int, owner: str, is_local: bool, is_private: bool, region: Region) -> None:
        keyword = self.tokens[index]
        named = index + 1 if keyword == "func" else index
        if keyword == "func" and not self.is_name(named):
            return
        end = named + 1
        while self.at(end) in ("?", "!"):
            end += 1
        if self.at(end) == "<":
            end = self.closing(end) + 1
        labels = []
        if self.at(end) == "(":
            close, depth = self.closing(end), 0
            for at in range(end, close):
                depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(self.tokens[at], 0)
                if depth == 1 and self.tokens[at] in "(," and self.is_name(at + 1):
                    name = at + 2 if self.is_name(at + 2) else at + 1
                    if self.at(name + 1) == ":":
                        labels.append(self.at(at + 1))
                        region.bind(self.at(name), self.type_name(name + 2))
                        self.declared.update((at + 1, name))
            end = close + 1
        while self.at(end) in ("async", "throws", "rethrows"):
            end = self.closing(end + 1) + 1 if self.at(end + 1) == "(" else end + 1
        result = self.type_name(end + 1) if self.at(end) == "->" else None
        if is_local:
            region.bind(self.at(named))
            self.declared.add(named)
        elif keyword in ("func", "init"):
            self._declare(named, owner, keyword, is_private, labels=tuple(labels), type=result)

    def _variables(self, index: int, owner: str, is_private: bool) -> None:
        """Declares `a` and `b` of `var a, b: Int`."""
        names = [index + 1]
        while self.at(names[-1] + 1) == "," and self.is_name(names[-1] + 2):
            names.append(names[-1] + 2)
        for name in names:
            self._declare(name, owner, "var", is_private, type=self._type_of_variable(names[-1]))

    def _type_of_variable(self, name: int) -> str | None:
        if self.at(name + 1) == ":":
            return self.type_name(name + 2)
        if self.at(name + 1) == "=" and self.at(name + 2)[:1].isupper():
            made = self.type_name(name + 2)
            # A call of the type itself, and not of a member that a dotted name ends with.
            if made is not None and made.split(".")[-1][0].isupper() and self.at(name + 3 + 2 * made.count(".")) == "(":
                return made
        return None

    def _cases(self, index: int, owner: str) -> None:
        while True:
            self._declare(index + 1, owner, "case", False)
            end = index + 2
            if self.at(end) == "(":
                end = self.closing(end) + 1
            if self.at(end) == "=":
                end += 1 if self.at(end + 1) in (",", "case", "}") else 2
            if self.at(end) != ",":
                return
            index = end

    # MARK: - Names of bodies

    def _bind(self, index: int, region: Region) -> None:
        """Binds the names of the pattern after `let` or `var`."""
        first = index + 1
        if self.is_name(first):
            region.bind(self.at(first), self._type_of_variable(first))
            while self.at(first + 1) == "," and self.is_name(first + 2) and self.at(first + 2) not in ("let", "var", "case"):
                if self.at(first + 3) not in (",", ":"):
                    return
                first += 2
                region.bind(self.at(first))
            return
        while self.at(first) not in ("(", "=", "{", "}", ""):
            first += 1
        if self.at(first) == "(":
            for at in range(first, self.closing(first)):
                if self.is_name(at) and self.at(at - 1) != "." and self.at(at + 1) != ":":
                    region.bind(self.at(at))

    def _bind_parameters_of_closure(self, brace: int, region: Region) -> None:
        for end in range(brace + 1, min(brace + 60, len(self.tokens))):
            if self.tokens[end] == "in":
                for at in range(brace + 1, end):
                    if self.is_name(at) and self.at(at - 1) not in (".", ":", "->"):
                        region.bind(self.at(at), self.type_name(at + 2) if self.at(at + 1) == ":" else None)
                return
            if self.tokens[end] in NO_PARAMETERS:
                return
