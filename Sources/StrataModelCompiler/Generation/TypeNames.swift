package import StrataModelFormat

/// The spelling of types in generated code, given the classes of its module.
struct TypeNames {
    /// The module that the code is compiled into.
    let module: String
    /// The classes of that module. A system type with the same name is spelled with its module,
    /// such as `Foundation.Date`.
    private let classes: Set<String>

    init(module: String, model: ModelElement) {
        self.module = module
        classes = Set(model.entities.filter { !$0.isInOtherModule(than: module) }.compactMap(\.className))
    }

    /// Returns the spelling of a type of the standard library, Foundation or CoreData.
    func known(_ name: String) -> String {
        guard classes.contains(name) else { return name }
        return "\(Self.modules[name, default: "Foundation"]).\(name)"
    }

    /// Returns the type of an attribute's property.
    ///
    /// As in Xcode, a type that is not scalar is optional even if the attribute is not, because a
    /// new object has no value yet.
    func type(of attribute: AttributeElement) -> String {
        if attribute.usesScalarValueType, let scalar = Self.scalars[attribute.type] { return known(scalar) }
        switch attribute.type {
        case .integer16, .integer32, .integer64, .double, .float, .boolean: return "\(known("NSNumber"))?"
        case .decimal: return "\(known("NSDecimalNumber"))?"
        case .string: return "\(known("String"))?"
        case .date: return "\(known("Date"))?"
        case .binary: return "\(known("Data"))?"
        case .uuid: return "\(known("UUID"))?"
        case .uri: return "\(known("URL"))?"
        case .objectID: return "\(known("NSManagedObjectID"))?"
        case .composite: return "[\(known("String")): Any]?"
        case .transformable, .undefined:
            guard let custom = CustomType(of: attribute) else { return "\(known("NSObject"))?" }
            return "\(custom.spelling)?"
        }
    }

    /// Returns the class of an entity's objects.
    func type(of entity: EntityElement?) -> String {
        guard let entity, let name = entity.ownClassName else { return known("NSManagedObject") }
        let identifier = SwiftSource.identifier(name)
        guard entity.isInOtherModule(than: module), let other = entity.moduleName else { return identifier }
        return "\(other).\(identifier)"
    }

    private static let scalars: [AttributeType: String] = [
        .integer16: "Int16", .integer32: "Int32", .integer64: "Int64", .double: "Double", .float: "Float", .boolean: "Bool",
        .date: "TimeInterval",
    ]

    /// The modules of the known types outside Foundation.
    private static let modules: [String: String] = [
        "Bool": "Swift", "Double": "Swift", "Float": "Swift", "Identifiable": "Swift", "Int": "Swift", "Int16": "Swift",
        "Int32": "Swift", "Int64": "Swift", "String": "Swift",
        "NSFetchRequest": "CoreData", "NSManagedObject": "CoreData", "NSManagedObjectID": "CoreData",
    ]
}

extension EntityElement {
    /// The name of the entity's own class; nil if its objects are plain `NSManagedObject`s.
    var ownClassName: String? {
        className.flatMap { $0.isEmpty || $0 == "NSManagedObject" ? nil : $0 }
    }

    /// Whether the Codegen setting requires generated code, but the entity names no class.
    package var asksForCodeInVain: Bool {
        codeGeneration != .manual && ownClassName == nil
    }

    /// Whether the class is written in another module than the one that the model is compiled into.
    ///
    /// A generated class is always in the model's own module, regardless of the module in the file.
    func isInOtherModule(than module: String) -> Bool {
        guard codeGeneration == .manual, let named = moduleName else { return false }
        return !named.isEmpty && named != module
    }
}
