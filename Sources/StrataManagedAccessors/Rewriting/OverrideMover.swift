/// A mover of overrides from extensions into their classes.
///
/// Swift lets an extension override a method only if that is one of Objective-C. On Linux none is.
/// So the extension's member gets a name of its own, and the class gets an override that calls it:
///
///     extension Quake {
///         override func awakeFromInsert() { super.awakeFromInsert(); time = .now }
///     }
///
/// becomes a method `strata_Quake_awakeFromInsert()`, in which `super` means the same. The body
/// stays in the file and at its line, so it can use what is private there.
struct OverrideMover {
    let list: DeclarationList

    private var tokens: TokenList { list.tokens }

    /// The members to move, with the class that each extension extends.
    var members: [(member: Declaration, type: String)] {
        list.all.compactMap { member in
            guard let container = member.container, list.all[container].keyword == "extension",
                member.modifier("override") != nil,
                ["func", "var"].contains(member.keyword), !Self.isForObservers(member)
            else { return nil }
            return (member, list.all[container].name)
        }
    }

    /// Whether a member serves key-value observing, which Linux lacks. Nothing would call an
    /// override.
    static func isForObservers(_ member: Declaration) -> Bool { inheritedResults[member.name] != nil }

    /// The results of these members where nothing overrides them.
    static let inheritedResults = ["keyPathsForValuesAffectingValue": "Set<String>()", "automaticallyNotifiesObservers": "true"]

    /// The members for the classes.
    var overrides: [FileFacts.Override] {
        members.filter { obstacle(to: $0.member) == nil }.map { member, type in
            FileFacts.Override(type: type, text: text(of: member, type))
        }
    }

    /// Returns why a member cannot move; nil if it can.
    func obstacle(to member: Declaration) -> String? {
        if list.isUncertain(member) {
            return "it is in an #if clause that may be inactive: only the compiler decides that"
        }
        if member.keyword == "var" {
            guard let open = openOfAccessors(of: member) else { return "it has no accessors" }
            let isObserved = ["willSet", "didSet"].contains { tokens.isWord($0, at: open + 1) }
            return isObserved ? "it observes a property" : nil
        }
        guard let open = tokens.openOfParameters(of: member), let close = tokens.closingBracket(of: open) else { return nil }
        let parameters = tokens.tokens[open...close]
        if parameters.indices.contains(where: { tokens.isSign(".", at: $0) && tokens.isSign(".", at: $0 + 1) }) {
            return "a list of arguments cannot be passed on"
        }
        if parameters.contains(where: { $0.text == "autoclosure" }) { return "an @autoclosure cannot be passed on" }
        let isLong = parameters.contains { $0.kind == .literal && tokens.source.bytes[$0.range].contains(UInt8(ascii: "\n")) }
        return isLong ? "a default value has several lines" : nil
    }

    /// Returns the name of the extension's member.
    static func name(of member: Declaration, _ type: String) -> String {
        "strata_\(type.replacing(".", with: "_"))_\(member.name)"
    }

    private func text(of member: Declaration, _ type: String) -> String {
        let moved = Self.name(of: member, type)
        let head = "\(attributes(of: member))\(access(of: member))\(modifiers(of: member))override "
        let receiver = member.isStatic ? "Self." : ""
        guard member.keyword == "func" else {
            let type = typeRange(of: member).map(tokens.codeText) ?? "Any"
            let name = tokens.text(of: member.nameIndex...member.nameIndex)
            let setter = hasSetter(member) ? " set { \(receiver)\(moved) = newValue }" : ""
            return "\(head)var \(name): \(type) { get { \(receiver)\(moved) }\(setter) }"
        }
        let close = tokens.openOfParameters(of: member).flatMap(tokens.closingBracket) ?? member.nameIndex
        let body = (close..<tokens.tokens.count).first { tokens.isSign("{", at: $0) } ?? close + 1
        let signature = tokens.codeText(of: member.index...max(close, body - 1))
        let effects = tokens.effects(of: member)
        let arguments = tokens.parameters(of: member).map { parameter in
            let isInOut = tokens.isWord("inout", at: parameter.type.lowerBound)
            return "\(parameter.label == "_" ? "" : "\(parameter.label): ")\(isInOut ? "&" : "")`\(parameter.name)`"
        }
        let call = "\(receiver)\(moved)(\(arguments.joined(separator: ", ")))"
        let canThrow = effects.contains("throws") || effects.contains("rethrows")
        return "\(head)\(signature) { \(canThrow ? "try " : "")\(effects.contains("async") ? "await " : "")\(call) }"
    }

    private func attributes(of member: Declaration) -> String {
        member.attributes.filter { ["MainActor", "discardableResult", "available"].contains($0.name) }
            .map { tokens.codeText(of: $0.range) + " " }.joined()
    }

    /// Returns the access that the member has in the extension.
    private func access(of member: Declaration) -> String {
        let access = member.access ?? member.container.flatMap { list.all[$0].access }
        return access.map { "\($0) " } ?? ""
    }

    private func modifiers(of member: Declaration) -> String {
        let kept = member.modifiers.filter { ["class", "static", "nonisolated"].contains($0.word) }
        return kept.map { tokens.codeText(of: $0.range) + " " }.joined()
    }

    private func typeRange(of variable: Declaration) -> ClosedRange<Int>? {
        tokens.bindings(of: variable).first?.type
    }

    private func openOfAccessors(of variable: Declaration) -> Int? {
        let open = (typeRange(of: variable)?.upperBound ?? variable.nameIndex) + 1
        return tokens.isSign("{", at: open) ? open : nil
    }

    private func hasSetter(_ variable: Declaration) -> Bool {
        guard let open = openOfAccessors(of: variable), let close = tokens.closingBracket(of: open) else { return false }
        return (open..<close).contains { index in
            tokens.isWord("set", at: index) && tokens.openBracket("{", around: index) == open
                && (tokens.isSign("{", at: index + 1) || tokens.isSign("(", at: index + 1))
        }
    }
}
