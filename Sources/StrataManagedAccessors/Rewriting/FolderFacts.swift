import StrataModelFormat

/// The facts about all files of a folder, and about its models.
struct FolderFacts {
    private(set) var types: [String: FileFacts.TypeFact] = [:]
    private(set) var overrides: [String: [FileFacts.Override]] = [:]
    private(set) var methods: [String: [FileFacts.Method]] = [:]
    private(set) var aliases: [String: String] = [:]
    /// The properties that Objective-C would know, by their names.
    private(set) var properties: [String: [FileFacts.Property]] = [:]
    let models: ModelIndex
    let module: String
    /// The classes that are generated from the models, with their superclasses.
    private let generated: [String: String]

    init(files: [FileFacts], models: ModelIndex, module: String) {
        self.models = models
        self.module = module
        var generated: [String: String] = [:]
        for (declaration, _) in models.generatedClasses {
            generated[declaration.path.joined(separator: ".")] = declaration.inherited.first.map { "\($0)" }
        }
        self.generated = generated
        for file in files {
            for type in file.types where types[type.path] == nil { types[type.path] = type }
            for method in file.methods { methods[method.name, default: []].append(method) }
            aliases.merge(file.aliases) { first, _ in first }
            for property in file.properties { properties[property.name, default: []].append(property) }
        }
        for override in files.flatMap(\.overrides) { overrides[simple(override.type), default: []].append(override) }
    }

    /// Returns a type's name with the types around it, and without the app's module in front of it.
    ///
    /// - Parameter scope: The types around the place where the name stands, in which it is looked
    ///   up from the inside out.
    func simple(_ name: String, in scope: [String] = []) -> String {
        let name = name.hasPrefix("\(module).") ? String(name.dropFirst(module.count + 1)) : name
        for count in (0...scope.count).reversed() {
            let nested = (scope.prefix(count) + [name]).joined(separator: ".")
            if types[nested] != nil || generated[nested] != nil { return nested }
        }
        return aliases[name] ?? name
    }

    /// Whether a file may declare a class that gets members because of extensions in other files.
    func hasAdditions(in source: SourceText) -> Bool {
        let types = [overrides.keys.map { $0 }, properties.values.joined().filter(\.isReadable).map(\.type)].joined()
        return Set(types).contains { source.contains($0.split(separator: ".").last.map(String.init) ?? $0) }
    }

    func isGenerated(_ name: String) -> Bool { generated[simple(name)] != nil }

    /// Whether a name is that of a type of the app.
    func isType(_ name: String) -> Bool {
        types[name] != nil || generated[name] != nil || aliases[name] != nil || types.keys.contains { $0.hasSuffix(".\(name)") }
    }

    /// Returns the names of a class's superclasses. The last one is that of a class that the folder
    /// does not declare.
    func superclasses(of name: String) -> [String] {
        var names: [String] = []
        var current = simple(name)
        while names.count < 64, let next = superclass(of: current) {
            current = simple(next, in: Self.scope(of: current))
            names.append(current)
        }
        return names
    }

    /// Returns the names of the classes that inherit from a class.
    func subclasses(of name: String) -> [String] {
        (Array(types.keys) + generated.keys).filter { superclasses(of: $0).contains(name) }
    }

    private func superclass(of name: String) -> String? {
        types[name].map { $0.isClass ? $0.inherited.first : nil } ?? generated[name]
    }

    /// Returns a type, its superclasses and the protocols of these, which is where its members come
    /// from.
    func origins(of name: String) -> [String] {
        var names = [simple(name)]
        var index = 0
        while index < names.count, names.count < 256 {
            let inherited = types[names[index]]?.inherited ?? generated[names[index]].map { [$0] } ?? []
            for next in inherited.map({ simple($0, in: Self.scope(of: names[index])) }) where !names.contains(next) {
                names.append(next)
            }
            index += 1
        }
        return names
    }

    private static func scope(of type: String) -> [String] { type.split(separator: ".").dropLast().map(String.init) }

    /// Whether a class is one of managed objects; nil if another module declares its superclass.
    func isManaged(_ name: String) -> Bool? {
        guard let root = superclasses(of: name).last else { return isType(simple(name)) ? false : nil }
        if root == "NSManagedObject" || root == "CoreData.NSManagedObject" { return true }
        return Self.otherRoots.contains(root) ? false : nil
    }

    /// The methods of a migration policy that the expressions of a mapping model can call by their
    /// selectors; none for another class, and for one that calls its methods itself.
    func calledMethods(of name: String) -> [FileFacts.Method] {
        guard let root = superclasses(of: name).last,
            ["NSEntityMigrationPolicy", "CoreData.NSEntityMigrationPolicy"].contains(root)
        else { return [] }
        let own = methods.values.joined().filter { simple($0.type) == name }
        guard !own.contains(where: { $0.name == "call" && $0.labels == ["_", "arguments"] }) else { return [] }
        return own.filter { $0.policyCall != nil }.sorted { $0.selector < $1.selector }
    }

    /// Whether a class inherits from a transformer of values, which is safe to share.
    func isTransformer(_ name: String) -> Bool {
        superclasses(of: name).contains { ["ValueTransformer", "NSSecureUnarchiveFromDataTransformer"].contains($0) }
    }

    /// The names with the module of classes that archives may name as `@objc(Name)` does, by these
    /// names. A class inside another type is not found by its name.
    var archivedClasses: [String: String] {
        let named = types.values.filter { $0.isClass && !$0.path.contains(".") && isManaged($0.path) != true }
        let names = named.compactMap { type in type.objectiveCName.map { ($0, "\(module).\(type.path)") } }
        return Dictionary(names.sorted { $0.1 < $1.1 }) { first, _ in first }
    }

    private static let otherRoots: Set<String> = [
        "NSObject", "ObservableObject", "Codable", "Identifiable", "Hashable", "Equatable",
    ]

    /// The entities whose objects are of a class.
    func uses(of name: String) -> [ModelIndex.Use] {
        let name = simple(name)
        guard !name.contains(".") else { return [] }
        let names = [name] + (types[name]?.objectiveCName.map { [$0] } ?? [])
        return names.lazy.map { models.uses(ofClass: $0, in: module) }.first { !$0.isEmpty } ?? []
    }

    /// Returns a type with the folder's aliases resolved.
    func unaliased(_ type: String) -> String {
        var type = type
        for _ in 0..<32 {
            let isOptional = type.hasSuffix("?") || type.hasSuffix("!")
            guard let target = aliases[isOptional ? String(type.dropLast()) : type] else { break }
            type = isOptional ? "\(target)?" : target
        }
        return type
    }
}
