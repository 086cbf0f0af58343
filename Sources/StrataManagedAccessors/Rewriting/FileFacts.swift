/// The facts about a file that the other files of its folder need.
struct FileFacts: Hashable, Codable {
    struct TypeFact: Hashable, Codable {
        /// The name with the enclosing types: `Outer.Inner`.
        var path: String
        /// The first inherited type of a class.
        var superclass: String?
        /// The name in `@objc(Name)`.
        var objectiveCName: String?
        /// Whether the class is `public` or `open`.
        var isPublic: Bool
    }

    /// A member that overrides, in an extension, one of a superclass. The class itself gets an
    /// override that calls it.
    struct Override: Hashable, Codable {
        /// The class as the extension names it.
        var type: String
        /// The member for the class, on one line.
        var text: String
    }

    /// A method that `#selector` can name.
    struct Method: Hashable, Codable {
        var type: String
        var name: String
        /// The argument labels, with `_` for none.
        var labels: [String]
        /// The name in Objective-C, with a colon for each argument.
        var selector: String
    }

    var types: [TypeFact] = []
    var overrides: [Override] = []
    var methods: [Method] = []
    /// The types that aliases stand for.
    var aliases: [String: String] = [:]
    /// The names in `@objc(name)` of properties, by the property's name.
    var propertyNames: [String: String] = [:]
    /// The properties whose names begin with an uppercase letter.
    var uppercaseProperties: [String] = []

    init() {}

    /// Words without one of which a file has no facts that its tokens would have to show.
    static let triggers = ["class ", "class\t", "struct ", "enum ", "typealias ", "protocol ", "actor ", "@objc", "override "]

    init(_ list: DeclarationList) {
        let tokens = list.tokens
        for declaration in list.all {
            switch declaration.keyword {
            case "extension", "subscript", "init", "let": break
            case "typealias":
                if declaration.container == nil, tokens.isSign("=", at: declaration.nameIndex + 1) {
                    aliases[declaration.name] = tokens.text(ofType: declaration.nameIndex + 2)
                }
            case "var":
                if let name = declaration.objectiveCName(tokens) { propertyNames[declaration.name] = name }
                if declaration.container != nil, declaration.name.first?.isUppercase == true {
                    uppercaseProperties.append(declaration.name)
                }
            case "func": addMethod(declaration, list)
            default:
                types.append(
                    TypeFact(
                        path: declaration.path.joined(separator: "."),
                        superclass: declaration.keyword == "class" ? declaration.inherited.first : nil,
                        objectiveCName: declaration.objectiveCName(tokens),
                        isPublic: ["public", "open"].contains(declaration.access)))
            }
        }
        overrides = OverrideMover(list: list).overrides
    }

    private mutating func addMethod(_ function: Declaration, _ list: DeclarationList) {
        guard let container = function.container, function.attribute("NSManaged") == nil else { return }
        let isExposed = function.attribute("objc") != nil || function.attribute("IBAction") != nil
        guard isExposed || function.modifier("override") != nil || list.all[container].attribute("objcMembers") != nil else {
            return
        }
        let labels = list.tokens.parameters(of: function).map(\.label)
        methods.append(
            Method(
                type: function.path.joined(separator: "."), name: function.name, labels: labels,
                selector: function.objectiveCName(list.tokens) ?? SelectorName.name(of: function.name, labels: labels)))
    }
}

extension Declaration {
    /// The name in `@objc(name)`, with its colons; nil without one.
    func objectiveCName(_ tokens: TokenList) -> String? {
        guard let arguments = attribute("objc")?.arguments, !arguments.isEmpty else { return nil }
        return tokens.tokens[arguments].map(\.text).joined()
    }
}

/// A parameter of a function, as its tokens show it.
struct ParameterText {
    /// The argument label, or `_`.
    var label: String
    /// The name inside the function.
    var name: String
    /// The tokens of the type.
    var type: Range<Int>
}

extension TokenList {
    /// Returns the parameters of a function or initializer.
    func parameters(of function: Declaration) -> [ParameterText] {
        guard let open = openOfParameters(of: function), let close = closingBracket(of: open) else { return [] }
        return tokens[(open + 1)..<close].split(at: ",").compactMap { part in
            guard let colon = part.firstIndex(ofOuter: ":") else { return nil }
            let names = part[..<colon].filter { $0.kind == .word }.map(\.text)
            guard let label = names.first, let name = names.last else { return nil }
            let end = part[colon...].firstIndex(ofOuter: "=") ?? part.endIndex
            return ParameterText(label: label, name: name, type: (colon + 1)..<end)
        }
    }

    /// Returns the index of the parenthesis that opens the parameters.
    func openOfParameters(of function: Declaration) -> Int? {
        var index = function.nameIndex + 1
        // The name of an operator is several signs.
        while let token = self[index], token.kind == .sign, !["(", "<", "{", "}"].contains(token.text) { index += 1 }
        if isSign("<", at: index) { index = (closingBracket(of: index) ?? index) + 1 }
        return isSign("(", at: index) ? index : nil
    }

    /// Returns the index of the last token of a type; nil if no type begins there.
    ///
    /// A line break ends a type, except inside brackets and around `&`, `.` and `->`.
    func lastTokenOfType(from start: Int) -> Int? {
        var index = start
        while ["any", "some", "inout", "borrowing", "consuming", "sending", "nonisolated"].contains(word(at: index)) {
            index += 1
        }
        while isSign("@", at: index) { index += 2 }
        var end: Int
        if isSign("(", at: index) || isSign("[", at: index) {
            guard let close = closingBracket(of: index) else { return nil }
            end = close
        } else if word(at: index) != nil {
            end = index
            if isSign("<", at: end + 1), let close = closingBracket(of: end + 1) { end = close }
        } else {
            return nil
        }
        while isSign("?", at: end + 1) || isSign("!", at: end + 1) { end += 1 }
        if isSign(".", at: end + 1) || isSign("&", at: end + 1) || self[end + 1]?.text == "->" {
            return lastTokenOfType(from: end + 2)
        }
        if ["async", "throws"].contains(word(at: end + 1)), isSign(")", at: end),
            let arrow = (end + 1...end + 3).first(where: { self[$0]?.text == "->" })
        {
            return lastTokenOfType(from: arrow + 1)
        }
        return end
    }

    /// Returns the text of the type that begins at a token; empty if none does.
    func text(ofType start: Int) -> String {
        lastTokenOfType(from: start).map { text(of: start...$0) } ?? ""
    }

    /// Returns the text of the file from one token to another.
    func text(of range: ClosedRange<Int>) -> String {
        let bytes = tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound].range.upperBound
        return String(decoding: source.bytes[bytes], as: UTF8.self)
    }
}
