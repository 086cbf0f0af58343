// The members that `@Model` adds to a class.

extension ModelMacro {
    /// All members.
    var members: String {
        [
            "nonisolated(unsafe) private var _$backing = SwiftData._Backing(\(isSubclass ? "partOf: " : "")\(name).self)",
            backingData, schemaMetadata, initializer,
            "private nonisolated let _$observation = SwiftData._ModelObservation()",
            observation, slots, equality(of: model.declaration.members), "private nonisolated struct _SwiftDataNoType {}",
        ].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// The type of a backing data. That of a subclass is the type of its root class, whose property
    /// it overrides.
    private var backingType: String { "any SwiftData.BackingData<\(isSubclass ? "Root" : name)>" }

    private var backingData: String {
        if isSubclass {
            return """
                \(overridableAccess)nonisolated override var persistentBackingData: \(backingType) {
                    get { _$backing.backingData(joining: super.persistentBackingData) }
                    set {
                        super.persistentBackingData = newValue
                        _$backing = SwiftData._Backing(newValue)
                    }
                }
                """
        }
        return """
            \(overridableAccess)nonisolated var persistentBackingData: \(backingType) {
                get { _$backing.backingData(of: self) }
                set { _$backing = SwiftData._Backing(newValue) }
            }
            """
    }

    private var initializer: String {
        let required = model.declaration.isFinal && !isSubclass ? "" : "required "
        return """
            \(required)\(memberAccess)nonisolated init(backingData: \(backingType)) {
            \(Self.placeholders(of: model.layout))    _$backing = SwiftData._Backing(backingData)\
            \(isSubclass ? "\n    super.init(backingData: backingData)" : "")
            }
            """
    }

    /// Returns statements that initialize the placeholders of properties.
    private static func placeholders(of parts: [ModelClass.Part]) -> String {
        parts.map { part in
            switch part {
            case .property(let property):
                return "    \(property.placeholder) = _SwiftDataNoType()\n"
            case .conditional(let clauses, _):
                return clauses.map { "    \($0.directive)\n\(placeholders(of: $0.parts))" }.joined() + "    #endif\n"
            }
        }.joined()
    }

    private var observation: String {
        """
        internal nonisolated func access<_M>(keyPath: KeyPath<\(name), _M>) {
            _$observation.access(self, keyPath: keyPath)
        }

        internal nonisolated func withMutation<_M, _R>(
            keyPath: KeyPath<\(name), _M>, _ mutation: () throws -> _R
        ) rethrows -> _R {
            try _$observation.withMutation(of: self, keyPath: keyPath, mutation)
        }
        """
    }
}

// MARK: Slots

extension ModelMacro {
    /// The constants from which slots are counted; empty if all slots are numbers.
    private var slots: String {
        let ends = Self.ends(of: model.layout)
        return ends.isEmpty ? "" : "private nonisolated enum _$Slots {\n\(ends)}"
    }

    private static func ends(of parts: [ModelClass.Part]) -> String {
        parts.map { part in
            guard case .conditional(let clauses, let end?) = part else { return "" }
            return clauses.map { clause in
                """
                    \(clause.directive)
                \(ends(of: clause.parts))    static var \(end): Int { \(clause.end.expression) }

                """
            }.joined() + "    #endif\n"
        }.joined()
    }
}

// MARK: Equality

extension ModelMacro {
    /// The method with which a class that declares `==` is Equatable; empty for other classes.
    ///
    /// The compiler looks for the operator from the extension that another macro role adds. There it
    /// finds the class's own twice, and calls that ambiguous. The name of this method is not.
    private func equality(of members: [Member]) -> String {
        // A conformance that the class inherits has the operator of the superclass.
        if isSubclass { return "" }
        return members.map { member in
            switch member {
            case .equality(let declaration) where declaration.operands.count == 2:
                guard declaration.operands.allSatisfy({ $0 == "Self" || $0.lastComponent == name }) else { return "" }
                return """
                    @_implements(Swift.Equatable, ==(_:_:))
                    \(memberAccess)nonisolated static func _$areEqual(_ lhs: \(name), _ rhs: \(name)) -> Bool {
                        lhs == rhs
                    }
                    """
            case .conditional(let clauses):
                let parts = clauses.map { (directive: $0.directive, text: equality(of: $0.members)) }
                if parts.allSatisfy(\.text.isEmpty) { return "" }
                return parts.map { $0.directive + "\n" + $0.text }.joined(separator: "\n") + "\n#endif"
            case .property, .initializer, .equality, .macro:
                return ""
            }
        }.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}

// MARK: Metadata

extension ModelMacro {
    /// The property that describes the persisted properties, by slot, and after them the
    /// constraints and indexes.
    ///
    /// It is an array literal, or statements if the class has `#if`, which array literals cannot. The
    /// key paths of a class on the main actor can be formed there only. Forming them elsewhere is
    /// safe, but `_withoutIsolation` has to hide it from the compiler.
    private var schemaMetadata: String {
        let entries = metadata(of: model.layout) + constraints(of: model.declaration.members)
        let type = "[SwiftData.Schema.PropertyMetadata]"
        let modifiers = isSubclass ? "override class" : model.declaration.isFinal ? "static" : "class"
        let body: String
        if entries.contains(where: \.isDirective) {
            let statements = entries.map { $0.isDirective ? $0.text : "metadata.append(\($0.text))" }
            body = """
                var metadata: \(type) = \(isSubclass ? "super.schemaMetadata" : "[]")
                    \(statements.joined(separator: "\n    "))
                    return metadata
                """
        } else if entries.isEmpty {
            body = isSubclass ? "super.schemaMetadata" : "[]"
        } else {
            body = """
                \(isSubclass ? "super.schemaMetadata + " : "")[
                        \(entries.map { $0.text + "," }.joined(separator: "\n        "))
                    ]
                """
        }
        if isOnMainActor {
            return """
                \(overridableAccess)nonisolated \(modifiers) var schemaMetadata: \(type) {
                    SwiftData._withoutIsolation {
                    \(body)
                    }
                }
                """
        }
        return """
            \(overridableAccess)nonisolated \(modifiers) var schemaMetadata: \(type) {
                \(body)
            }
            """
    }

    /// A line of the metadata.
    private struct Entry {
        let text: String
        /// Whether the line is `#if`, `#elseif`, `#else` or `#endif`.
        let isDirective: Bool

        static func directive(_ text: String) -> Entry { Entry(text: text, isDirective: true) }

        /// Returns an entry of the array.
        static func metadata(name: String, keyPath: String, defaultValue: String = "nil", metadata: String = "nil") -> Entry {
            Entry(
                text: "SwiftData.Schema.PropertyMetadata("
                    + "name: \"\(name)\", keypath: \(keyPath), defaultValue: \(defaultValue), metadata: \(metadata))",
                isDirective: false)
        }
    }

    /// The key path of entries that do not describe a property.
    private static let otherKeyPath = #"\SwiftData.Schema.encodingVersion"#

    private func metadata(of parts: [ModelClass.Part]) -> [Entry] {
        parts.flatMap { part in
            switch part {
            case .property(let property):
                return [
                    Entry.metadata(
                        name: property.name.withoutBackticks, keyPath: "\\\(name).\(property.name)",
                        defaultValue: property.defaultValue, metadata: property.metadata)
                ]
            case .conditional(let clauses, _):
                let entries = clauses.flatMap { [.directive($0.directive)] + metadata(of: $0.parts) }
                return entries + [.directive("#endif")]
            }
        }
    }

    /// Returns the entries for `#Unique` and `#Index` among members.
    private func constraints(of members: [Member]) -> [Entry] {
        members.flatMap { member -> [Entry] in
            switch member {
            case .macro(let macro) where macro.name == "Unique" || macro.name == "Index":
                let type = "SwiftData.Schema.\(macro.name)"
                return [.metadata(name: type, keyPath: Self.otherKeyPath, metadata: "\(type)<\(name)>(\(macro.arguments))")]
            case .conditional(let clauses):
                let entries = clauses.map { (directive: $0.directive, entries: constraints(of: $0.members)) }
                if entries.allSatisfy(\.entries.isEmpty) { return [] }
                return entries.flatMap { [.directive($0.directive)] + $0.entries } + [.directive("#endif")]
            case .property, .initializer, .equality, .macro:
                return []
            }
        }
    }
}

extension PersistedProperty {
    /// The initial value as an expression of the declared type; "nil" if there is none.
    ///
    /// The type matters for literals: without it, `[]` has no type, and the 0 of a `Double` is an
    /// `Int`.
    fileprivate var defaultValue: String {
        guard let value = variable.initialValue, value != "nil" else { return "nil" }
        guard let type = variable.type, !type.hasPrefix("some ") else { return value }
        // `Int!` is the type of a variable only.
        return "(\(value)) as \(type.hasSuffix("!") ? type.dropLast() + "?" : type)"
    }

    /// The description that `@Attribute` or `@Relationship` gives; "nil" without them.
    fileprivate var metadata: String {
        guard let attribute = schemaAttributes.first else { return "nil" }
        return "SwiftData.Schema.\(attribute.name.lastComponent)(\(attribute.arguments ?? ""))"
    }
}
