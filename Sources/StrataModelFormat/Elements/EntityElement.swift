/// An entity with its properties, indexes and constraints.
package struct EntityElement: AnnotatedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    package var userInfo: UserInfoElement?
    package var attributes: [AttributeElement]
    package var relationships: [RelationshipElement]
    package var fetchedProperties: [FetchedPropertyElement]
    package var fetchIndexes: [FetchIndexElement]
    package var uniquenessConstraints: [PropertyListElement]
    package var compoundIndexes: [PropertyListElement]

    package init(name: String) {
        fields = Fields(["name": name])
        location = .none
        unknown = []
        attributes = []
        relationships = []
        fetchedProperties = []
        fetchIndexes = []
        uniquenessConstraints = []
        compoundIndexes = []
    }
}

/// The code that Xcode generates for an entity, with the file's name as its raw value.
package enum CodeGeneration: String, CaseIterable, Sendable {
    /// No code: the class is written by hand, and the file omits the field.
    case manual = "none"

    /// The class with its properties.
    case classDefinition = "class"
    /// The properties only, in an extension of a class written by hand.
    case category
}

extension EntityElement {
    /// The class as written: a name, `.Name` for the module that the model is compiled into, or
    /// `Module.Name`; nil for `NSManagedObject`.
    package var representedClassName: String? {
        get { fields["representedClassName"] }
        set { fields["representedClassName"] = newValue }
    }

    /// The class without its module; nil for `NSManagedObject`.
    package var className: String? {
        guard let name = representedClassName?.split(separator: ".").last else { return nil }
        return String(name)
    }

    /// The module before the class's name; nil if none is named, empty for the module that the
    /// model is compiled into (`.Name`).
    package var moduleName: String? {
        guard let name = representedClassName, let dot = name.lastIndex(of: ".") else { return nil }
        return String(name[..<dot])
    }

    /// The name of the superentity; nil for a root.
    package var parentEntity: String? {
        get { fields["parentEntity"] }
        set { fields["parentEntity"] = newValue }
    }

    /// Whether only subentities have objects.
    package var isAbstract: Bool {
        get { fields[flag: "isAbstract"] }
        set { fields[flag: "isAbstract"] = newValue }
    }

    /// The Codegen setting.
    package var codeGeneration: CodeGeneration {
        get { fields["codeGenerationType"].flatMap(CodeGeneration.init) ?? .manual }
        set { fields["codeGenerationType"] = newValue == .manual ? nil : newValue.rawValue }
    }

    /// The expression for the name that Spotlight shows.
    package var coreSpotlightDisplayNameExpression: String? {
        get { fields["coreSpotlightDisplayNameExpression"] }
        set { fields["coreSpotlightDisplayNameExpression"] = newValue }
    }

    /// All properties, in the file's order within each kind.
    package var properties: [any PropertyElement] {
        attributes as [any PropertyElement] + relationships + fetchedProperties
    }
}
