extension SourceRewriter {
    // MARK: Initializers

    /// Classes of which another initializer without arguments is `required`.
    private static let requiringPlain: Set<String> = [
        "ValueTransformer", "NSSecureUnarchiveFromDataTransformer", "NSPropertyDescription", "NSAttributeDescription",
        "NSRelationshipDescription", "NSFetchedPropertyDescription", "NSExpressionDescription", "NSDerivedAttributeDescription",
        "NSCompositeAttributeDescription", "NSEntityMigrationPolicy", "CoreData.NSEntityMigrationPolicy",
    ]

    /// Writes `required` where Linux needs it: objects are made from classes that are known only at
    /// run time.
    mutating func rewriteInitializer(_ initializer: Declaration) {
        guard let container = initializer.container else { return }
        let type = list.all[container]
        let name = type.path.joined(separator: ".")
        let labels = tokens.parameters(of: initializer).map(\.label)
        let isRequired: Bool
        switch labels {
        case ["entity", "insertInto"]: isRequired = facts.isManaged(name) != false
        case ["context"]: isRequired = facts.isManaged(name) == true
        case []: isRequired = facts.superclasses(of: name).contains(where: Self.requiringPlain.contains)
        default: isRequired = false
        }
        guard isRequired else { return }
        guard type.keyword == "class" else {
            report(
                at: initializer.index,
                "On Linux 'init(\(labels.map { "\($0):" }.joined()))' is required, and an extension cannot have a required initializer. "
                    + "Move it into the class '\(type.name)'.")
            return
        }
        require(initializer, in: type)
    }

    /// Makes an initializer `required`, with the access that Swift wants of one: it is accessible
    /// wherever its class can have a subclass.
    private mutating func require(_ initializer: Declaration, in type: Declaration) {
        var added = initializer.modifier("required") == nil ? ["required"] : []
        if type.access == "open", !["public", "open"].contains(initializer.access) {
            added.insert("public", at: 0)
            if let access = initializer.access { blank(access, of: initializer) }
        } else {
            // Without them the access is that of the class, up to internal.
            blank("private", of: initializer)
            blank("fileprivate", of: initializer)
        }
        if let override = initializer.modifier("override") {
            let range = byte(override.range.lowerBound)..<end(override.range.upperBound)
            replace(range, paddedWith: added.joined(separator: " "))
        } else if !added.isEmpty {
            // An attribute stands in front of all modifiers.
            insert(
                "\(added.joined(separator: " ")) ", at: byte(initializer.modifiers.first?.range.lowerBound ?? initializer.index))
        }
    }

    // MARK: Classes

    /// Adds to a class what Linux needs inside it, behind its brace.
    mutating func completeClass(_ type: Declaration) {
        guard let open = type.open else { return }
        let name = type.path.joined(separator: ".")
        var added = facts.overrides[name, default: []].map(\.text)
        if let initializer = missingInitializer(of: type, name) { added.append(initializer) }
        if let call = policyCall(of: type, name) { added.append(call) }
        added += facts.keyOverrides(of: name, isPublic: ["public", "open"].contains(type.access))
        restateSendable(type, name, open)
        if !added.isEmpty { insert(" \(added.joined(separator: "; "));", at: end(open)) }
        checkName(of: type, name)
    }

    /// Returns the initializer that a managed class lost because it has one of its own.
    private func missingInitializer(of type: Declaration, _ name: String) -> String? {
        guard facts.isManaged(name) == true else { return nil }
        let own = list.all.filter { member in
            member.keyword == "init" && member.container.map { list.all[$0].index } == type.index
        }
        let designated = own.filter { $0.modifier("convenience") == nil }
        guard !designated.isEmpty,
            !designated.contains(where: { tokens.parameters(of: $0).map(\.label) == ["entity", "insertInto"] })
        else { return nil }
        let access = ["public", "open"].contains(type.access) ? "public " : ""
        return "\(access)required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) "
            + "{ super.init(entity: entity, insertInto: context) }"
    }

    /// Returns the override by which the value expressions of a mapping model call a policy's
    /// methods: Linux finds no method by its selector.
    private func policyCall(of type: Declaration, _ name: String) -> String? {
        let methods = facts.calledMethods(of: name)
        guard !methods.isEmpty else { return nil }
        let access = ["public", "open"].contains(type.access) ? "public " : ""
        let cases = methods.map { "case \"\($0.selector)\": \($0.policyCall ?? "");" }.joined(separator: " ")
        return "\(access)override func call(_ selector: String, arguments: [Any?]) throws -> Any? { switch selector { \(cases) "
            + "default: return try super.call(selector, arguments: arguments) } }"
    }

    /// Adds what Swift wants each subclass of a transformer to restate. Apple's transformers do not
    /// conform to Sendable.
    private mutating func restateSendable(_ type: Declaration, _ name: String, _ open: Int) {
        let isolated = type.attributes.contains { $0.name.hasSuffix("Actor") }
        let stated = list.all.filter { $0.isType && $0.path == type.path }.flatMap(\.inherited)
        guard !isolated, !stated.contains("Sendable"), facts.isTransformer(name) else { return }
        let end = (type.nameIndex..<open).first { tokens.isWord("where", at: $0) } ?? open
        // Safe to share: what the class inherits has no state, and contexts on any queue call it on
        // Apple's platforms, too.
        insert(", @unchecked Sendable", at: self.end(end - 1))
    }

    /// Warns about a class that the model names as Objective-C does.
    private mutating func checkName(of type: Declaration, _ name: String) {
        guard let other = facts.types[name]?.objectiveCName, other != type.name, facts.isManaged(name) == true,
            !facts.models.uses(ofClass: other, in: facts.module).isEmpty
        else { return }
        report(
            .warning, at: type.nameIndex,
            "The model names the class '\(other)', as @objc does. On Linux a class is found by its Swift name: name the class "
                + "'\(type.name)' in the model.")
    }

    /// Gives the overrides in extensions their own names.
    mutating func renameOverrides() {
        let mover = OverrideMover(list: list)
        for (member, type) in mover.members {
            if let obstacle = mover.obstacle(to: member) {
                report(
                    at: member.nameIndex,
                    "Without Objective-C, an override in an extension moves into its class, and '\(member.name)' cannot, because "
                        + "\(obstacle). Write it in the class '\(type)'.")
                continue
            }
            guard facts.isType(facts.simple(type)) else {
                report(
                    at: member.nameIndex,
                    "'\(member.name)' cannot be overridden in an extension of '\(type)': without Objective-C only a class can override, "
                        + "and '\(type)' is not in this folder. Write a subclass.")
                continue
            }
            renameModifier(of: member, type)
            // An extension's member of Swift cannot be open.
            blank("open", of: member)
            replace(byte(member.nameIndex)..<end(member.nameIndex), with: OverrideMover.name(of: member, type))
        }
    }

    /// Replaces `override` of a moved member. An override of a managed object's method is
    /// nonisolated like that, whatever the target's default isolation is.
    private mutating func renameModifier(of member: Declaration, _ type: String) {
        let isIsolated = member.attributes.contains { $0.name.hasSuffix("Actor") } || member.modifier("nonisolated") != nil
        guard let override = member.modifier("override"), facts.isManaged(type) == true, !isIsolated else {
            blank("override", of: member)
            return
        }
        replace(byte(override.range.lowerBound)..<end(override.range.upperBound), with: "nonisolated")
    }
}
