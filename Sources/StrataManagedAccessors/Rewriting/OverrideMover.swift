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
    static func isForObservers(_ member: Declaration) -> Bool {
        member.name == "keyPathsForValuesAffectingValue" || member.name == "automaticallyNotifiesObservers"
    }

    /// The members for the classes.
    var overrides: [FileFacts.Override] {
        members.map { member, type in
            FileFacts.Override(type: type, text: text(of: member, type))
        }
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
            let type = tokens.isSign(":", at: member.nameIndex + 1) ? oneLine(tokens.text(ofType: member.nameIndex + 2)) : "Any"
            let name = tokens.text(of: member.nameIndex...member.nameIndex)
            let setter = hasSetter(member) ? " set { \(receiver)\(moved) = newValue }" : ""
            return "\(head)var \(name): \(type) { get { \(receiver)\(moved) }\(setter) }"
        }
        let close = tokens.openOfParameters(of: member).flatMap(tokens.closingBracket) ?? member.nameIndex
        let body = (close..<tokens.tokens.count).first { tokens.isSign("{", at: $0) } ?? close + 1
        let signature = oneLine(tokens.text(of: member.index...max(close, body - 1)))
        let effects = tokens.tokens[close..<max(close, body)].prefix { $0.text != "->" }.filter { $0.kind == .word }.map(\.text)
        let arguments = tokens.parameters(of: member).map { parameter in
            let isInOut = tokens.isWord("inout", at: parameter.type.lowerBound)
            return "\(parameter.label == "_" ? "" : "\(parameter.label): ")\(isInOut ? "&" : "")`\(parameter.name)`"
        }
        let call = "\(receiver)\(moved)(\(arguments.joined(separator: ", ")))"
        let prefix = (effects.contains("throws") ? "try " : "") + (effects.contains("async") ? "await " : "")
        return "\(head)\(signature) { \(prefix)\(call) }"
    }

    private func attributes(of member: Declaration) -> String {
        member.attributes.filter { ["MainActor", "discardableResult", "available"].contains($0.name) }
            .map { oneLine(tokens.text(of: $0.range)) + " " }.joined()
    }

    /// Returns the access that the member has in the extension.
    private func access(of member: Declaration) -> String {
        let access = member.access ?? member.container.flatMap { list.all[$0].access }
        return access.map { "\($0) " } ?? ""
    }

    private func modifiers(of member: Declaration) -> String {
        let kept = member.modifiers.filter { ["class", "static", "nonisolated"].contains($0.word) }
        return kept.map { oneLine(tokens.text(of: $0.range)) + " " }.joined()
    }

    private func hasSetter(_ variable: Declaration) -> Bool {
        guard let end = tokens.lastTokenOfType(from: variable.nameIndex + 2), tokens.isSign("{", at: end + 1),
            let close = tokens.closingBracket(of: end + 1)
        else { return false }
        return (end + 1..<close).contains { index in
            tokens.isWord("set", at: index) && (tokens.isSign("{", at: index + 1) || tokens.isSign("(", at: index + 1))
        }
    }

    private func oneLine(_ text: String) -> String { text.split { $0.isNewline }.joined(separator: " ") }
}
