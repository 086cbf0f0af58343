/// A declaration with the attribute `@Entry`, and its expansion.
///
///     @Entry var columns: Int = 2
///
/// becomes a computed property that reads and writes the value of a key in the environment, and the
/// key:
///
///     var columns: Int {
///         get { self[__Key_columns.self] }
///         set { self[__Key_columns.self] = newValue }
///     }
///     private struct __Key_columns: EnvironmentKey {
///         static var defaultValue: Int { 2 }
///     }
///
/// Without a declared type, the value is stored, because the compiler does not infer the type of a
/// computed property. `_EntryDefault` makes it Sendable, whether or not its type is:
///
///     private struct __Key_columns: EnvironmentKey, _InferredEntry {
///         static let _entry = _EntryDefault(2)
///     }
///
/// The key of a `Transaction` is a `TransactionKey` with a default value, too. That of
/// `FocusedValues` is a `FocusedValueKey`, which has a type and no default value: the declared type
/// is optional.
struct EntryDeclaration {
    /// The type that has the value.
    enum Container: String {
        case environment = "EnvironmentValues"
        case transaction = "Transaction"
        case focusedValues = "FocusedValues"

        /// The protocol of its keys.
        var key: String {
            switch self {
            case .environment: "EnvironmentKey"
            case .transaction: "TransactionKey"
            case .focusedValues: "FocusedValueKey"
            }
        }
    }

    /// A mistake in the declaration, with the message for its author.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private let name: String
    private let type: String?
    private let initialValue: String
    private let container: Container

    /// Reads the source of a declaration in an extension of a container. Throws a ``Mistake``
    /// unless it declares a variable with a default value, or of focused values an optional one.
    init(_ source: String, in container: Container = .environment) throws {
        self.container = container
        var scanner = DeclarationScanner(source)
        guard scanner.skipToKeyword("var") else { throw Mistake("@Entry needs a variable: declare it with `var`.") }
        name = scanner.name()
        guard !name.isEmpty else { throw Mistake("@Entry needs a variable with a name, not a pattern such as a tuple.") }
        type = scanner.skip(":") ? scanner.text(until: "=") : nil
        let isOptional = type.map { $0.hasSuffix("?") || $0.hasSuffix("!") || $0.hasPrefix("Optional<") } ?? false
        let hasValue = scanner.skip("=")
        if container == .focusedValues {
            guard isOptional, !hasValue || scanner.rest == "nil" else {
                throw Mistake(
                    "`\(name)` needs an optional type and no initial value: it is nil while no view with the focus sets it.")
            }
        }
        if hasValue {
            initialValue = scanner.rest
        } else if isOptional {
            initialValue = "nil"
        } else {
            throw Mistake("`\(name)` needs an initial value, which it has where none is set.")
        }
    }

    private var keyName: String { "__Key_\(name.filter { $0 != "`" })" }

    /// The accessors of the property.
    var accessors: String {
        """
        {
            get { self[\(keyName).self] }
            set { self[\(keyName).self] = newValue }
        }
        """
    }

    /// The key of the value.
    var key: String {
        if container == .focusedValues, let type {
            return """
                private struct \(keyName): FocusedValueKey {
                    typealias Value = \(Self.wrappedType(of: type))
                }
                """
        }
        guard let type else {
            return """
                private struct \(keyName): \(container.key), _InferredEntry {
                    static let _entry = _EntryDefault(\(initialValue)
                    )
                }
                """
        }
        // `Int!` is the type of a variable only.
        let value = type.hasSuffix("!") ? type.dropLast() + "?" : type[...]
        return """
            private struct \(keyName): \(container.key) {
                static var defaultValue: \(value) {
                    \(initialValue)
                }
            }
            """
    }

    /// Returns the type that is wrapped by an optional one.
    private static func wrappedType(of type: String) -> Substring {
        type.hasSuffix("?") || type.hasSuffix("!") ? type.dropLast() : type.dropFirst("Optional<".count).dropLast()
    }
}

/// A scanner for the part of Swift's syntax that the declaration of one variable needs.
struct DeclarationScanner {
    private var text: Substring

    init(_ source: String) { text = source[...] }

    /// The text that has not been read, without white space and comments around it.
    var rest: String {
        var scanner = self
        scanner.skipSpace()
        return String(scanner.text.trimmingSuffix(while: \.isWhitespace))
    }

    /// Skips attributes and modifiers up to a keyword, and the keyword. Returns false if it is not
    /// there.
    @discardableResult
    mutating func skipToKeyword(_ keyword: String) -> Bool {
        while true {
            skipSpace()
            if text.first == "@" {
                text.removeFirst()
                _ = name()
                if text.first == "(" { skipParentheses() }
                continue
            }
            let word = name()
            if word == keyword {
                skipSpace()
                return true
            }
            if word.isEmpty { return false }
            skipSpace()
            // The argument of a modifier, as in `private(set)`.
            if text.first == "(" { skipParentheses() }
        }
    }

    /// Reads an identifier, which may have dots in it; empty if there is none.
    mutating func name() -> String {
        skipSpace()
        let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" || $0 == "." }
        text = text.dropFirst(name.count)
        return String(name)
    }

    /// Skips a character if it comes next. Returns false if it does not.
    mutating func skip(_ character: Character) -> Bool {
        skipSpace()
        guard text.first == character else { return false }
        text.removeFirst()
        return true
    }

    /// Reads the text before a character, or the rest of the text.
    mutating func text(until end: Character) -> String {
        let found = text.prefix { $0 != end }
        text = text.dropFirst(found.count)
        return String(found.drop(while: \.isWhitespace).trimmingSuffix(while: \.isWhitespace))
    }

    private mutating func skipParentheses() {
        var depth = 0
        while let character = text.popFirst() {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if depth == 0 { return }
        }
    }

    /// Skips white space and comments.
    private mutating func skipSpace() {
        while let first = text.first {
            if first.isWhitespace {
                text.removeFirst()
            } else if text.hasPrefix("//") {
                text = text.drop { !$0.isNewline }
            } else if text.hasPrefix("/*") {
                skipBlockComment()
            } else {
                return
            }
        }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        while !text.isEmpty {
            if text.hasPrefix("/*") {
                depth += 1
                text = text.dropFirst(2)
            } else if text.hasPrefix("*/") {
                depth -= 1
                text = text.dropFirst(2)
                if depth == 0 { return }
            } else {
                text.removeFirst()
            }
        }
    }
}

extension Substring {
    /// Returns the substring without the characters at its end that satisfy a condition.
    func trimmingSuffix(while condition: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, condition(last) { text.removeLast() }
        return text
    }
}
