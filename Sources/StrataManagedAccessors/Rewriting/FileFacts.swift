/// The facts about a file that the other files of its folder need.
struct FileFacts: Hashable, Codable {
    struct TypeFact: Hashable, Codable {
        /// The name with the enclosing types: `Outer.Inner`.
        var path: String
        /// The inherited types. The first one of a class is its superclass, or a protocol.
        var inherited: [String]
        var isClass: Bool
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
        /// The statements of `call(_:arguments:)` that call the method of a migration policy; nil
        /// if that cannot be called by its selector, or not from its class.
        var policyCall: String?
    }

    /// A property that `#keyPath` and `#selector` can name.
    struct Property: Hashable, Codable {
        var type: String
        var name: String
        /// The name in `@objc(name)`.
        var objectiveCName: String?
        /// The names in `@objc(name)` of its accessors.
        var getter: String?
        var setter: String?
        /// The type of its value, or of the elements of its collection; nil if the tokens do not
        /// show it.
        var valueType: String?
        /// Whether code in the class can read it of an object, and no model has to have it.
        var isReadable = false
        /// Whether that code can set it.
        var isSettable = false
    }

    var types: [TypeFact] = []
    var overrides: [Override] = []
    var methods: [Method] = []
    var properties: [Property] = []
    /// The types that aliases stand for.
    var aliases: [String: String] = [:]

    init() {}

    /// Words without one of which a file has no facts that its tokens would have to show.
    static let triggers = ["class", "struct", "enum", "typealias", "protocol", "actor", "@objc", "@NSManaged", "@IB", "override"]

    init(_ list: DeclarationList) {
        let tokens = list.tokens
        for declaration in list.all {
            switch declaration.keyword {
            case "extension", "subscript", "init", "let": break
            case "typealias":
                if declaration.container == nil, tokens.isSign("=", at: declaration.nameIndex + 1) {
                    aliases[declaration.name] = tokens.text(ofType: declaration.nameIndex + 2)
                }
            case "var": addProperties(declaration, list)
            case "func": addMethod(declaration, list)
            default:
                types.append(
                    TypeFact(
                        path: declaration.path.joined(separator: "."), inherited: declaration.inherited,
                        isClass: declaration.keyword == "class", objectiveCName: declaration.objectiveCName(tokens),
                        isPublic: ["public", "open"].contains(declaration.access)))
            }
        }
        overrides = OverrideMover(list: list).overrides
    }

    private mutating func addMethod(_ function: Declaration, _ list: DeclarationList) {
        guard function.container != nil, function.attribute("NSManaged") == nil,
            function.modifier("override") != nil || list.isExposed(function)
        else { return }
        let parameters = list.tokens.parameters(of: function)
        let labels = parameters.map(\.label)
        let effects = list.tokens.effects(of: function)
        let closures = parameters.reversed().prefix { list.tokens.isFunctionType($0.type) }.count
        let selector = SelectorName.name(
            of: function.name, labels: labels, errorIndex: effects.contains("throws") ? labels.count - closures : nil,
            isAsync: effects.contains("async"))
        methods.append(
            Method(
                type: function.path.joined(separator: "."), name: function.name, labels: labels,
                selector: function.objectiveCName(list.tokens) ?? selector, policyCall: Self.policyCall(of: function, list)))
    }

    /// Whether a member is in an extension that may be in another file than its class, which cannot
    /// use it.
    private static func isHidden(_ member: Declaration, _ list: DeclarationList) -> Bool {
        let container = member.container.map { list.all[$0] }
        let accesses = [member.access, container?.access].compactMap { $0 }
        return container?.keyword == "extension" && !Set(accesses).isDisjoint(with: ["private", "fileprivate"])
    }

    private static func policyCall(of function: Declaration, _ list: DeclarationList) -> String? {
        let parameters = list.tokens.parameters(of: function)
        guard function.modifier("override") == nil, !function.isStatic, !isHidden(function, list),
            list.tokens.effects(of: function).isEmpty,
            !parameters.contains(where: { list.tokens.isWord("inout", at: $0.type.lowerBound) }),
            let close = list.tokens.openOfParameters(of: function).flatMap(list.tokens.closingBracket)
        else { return nil }
        let arguments = parameters.enumerated().map { index, parameter in
            "\(parameter.label == "_" ? "" : "\(parameter.label): ")argument(\(index), of: arguments, for: selector)"
        }
        let call = "\(parameters.isEmpty ? "" : "try ")\(function.name)(\(arguments.joined(separator: ", ")))"
        return list.tokens[close + 1]?.text == "->" ? "return \(call)" : "\(call); return nil"
    }

    private mutating func addProperties(_ variable: Declaration, _ list: DeclarationList) {
        guard variable.container != nil, list.isExposed(variable) else { return }
        let tokens = list.tokens
        for (index, binding) in tokens.bindings(of: variable).enumerated() {
            guard let name = tokens.word(at: binding.name) else { continue }
            var property = Property(type: variable.path.joined(separator: "."), name: name)
            property.valueType = binding.type.flatMap { Self.valueType(tokens.codeText(of: $0)) }
            property.isReadable = Self.isReadable(variable, list)
            property.isSettable = property.isReadable && Self.isSettable(variable) && tokens.hasSetter(behind: binding)
            if index == 0 {
                property.objectiveCName = variable.objectiveCName(tokens)
                property.getter = tokens.accessorName("get", behind: binding)
                property.setter = tokens.accessorName("set", behind: binding)
            }
            properties.append(property)
        }
    }

    private static func isReadable(_ variable: Declaration, _ list: DeclarationList) -> Bool {
        let isElsewhere = variable.attributes.contains { $0.name.hasSuffix("Actor") && $0.name != "MainActor" }
        return !variable.isStatic && variable.attribute("NSManaged") == nil && variable.modifier("override") == nil
            && !isElsewhere && !list.isUncertain(variable) && !isHidden(variable, list)
    }

    private static func isSettable(_ variable: Declaration) -> Bool {
        !variable.modifiers.contains { ["private", "fileprivate"].contains($0.word) && $0.range.count > 1 }
    }

    /// Returns the class in a type such as `Set<Report>?`; nil for one that does not name it.
    private static func valueType(_ spelling: String) -> String? {
        var type = spelling.filter { !$0.isWhitespace }[...]
        while true {
            if type.hasSuffix("?") || type.hasSuffix("!") {
                type = type.dropLast()
            } else if type.hasPrefix("["), type.hasSuffix("]") {
                type = type.dropFirst().dropLast()
            } else if let wrapper = ["Set<", "Array<", "Optional<"].first(where: type.hasPrefix), type.hasSuffix(">") {
                type = type.dropFirst(wrapper.count).dropLast()
            } else {
                let isName = type.allSatisfy { $0 == "." || $0 == "_" || $0.isLetter || $0.isNumber }
                return isName && !["NSSet", "NSOrderedSet", "NSArray"].contains(type) ? String(type) : nil
            }
        }
    }
}

extension DeclarationList {
    /// Whether Objective-C would know a member, as far as this file shows it.
    fileprivate func isExposed(_ member: Declaration) -> Bool {
        let own: Set = ["objc", "NSManaged", "IBAction", "IBSegueAction", "IBOutlet", "IBInspectable", "GKInspectable"]
        if member.attributes.contains(where: { own.contains($0.name) }) { return true }
        guard let container = member.container.map({ all[$0] }) else { return false }
        // `@objc` in front of a class is not about its members.
        return container.attribute("objcMembers") != nil || container.keyword != "class" && container.attribute("objc") != nil
    }
}
