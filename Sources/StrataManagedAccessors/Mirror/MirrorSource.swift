/// Swift files that declare an app's managed members, and the types they mention, without contents.
///
/// They are compiled under the app's module name and file names, so that the members get the same
/// symbols as in the app. Each member's body calls a function with a known name, a marker, by which
/// `SymbolReader` finds the member's symbol.
struct MirrorSource {
    /// A module with its files by name.
    struct Module: Hashable {
        var name: String
        var files: [String: String] = [:]
    }

    private(set) var app: Module
    private(set) var dependencies: [Module] = []

    init(of members: [ManagedMember], resolver: TypeResolver) {
        var types = MentionedTypes(resolver: resolver)
        var extensions: [String: [String]] = [:]
        for (index, member) in members.enumerated() {
            extensions[member.place.file, default: []].append(Self.stub(member, index, &types))
        }
        app = Module(name: resolver.app.name)
        var imports = "import CoreData\n"
        for module in resolver.dependencies {
            let declarations = types.declarations.filter { $0.module == module.name }
            guard !declarations.isEmpty else { continue }
            let text = "@_exported import Foundation\n" + declarations.map { Self.skeleton($0, types, isPublic: true) }.joined()
            dependencies.append(Module(name: module.name, files: ["Types.swift": text]))
            imports += "import \(module.name)\n"
        }
        let own = types.declarations.filter { $0.module == resolver.app.name }
        for (path, declarations) in Dictionary(grouping: own, by: \.place.file) {
            extensions[path, default: []].insert(
                contentsOf: declarations.map { Self.skeleton($0, types, isPublic: false) }, at: 0)
        }
        for (path, parts) in extensions {
            app.files[Self.fileName(path), default: imports] += parts.joined()
        }
        app.files["strata markers.swift"] = Self.markers(members)
    }

    /// Returns the name of the member's own file, because the symbol of a private member contains
    /// its file's name.
    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    // MARK: Members

    private static func stub(_ member: ManagedMember, _ index: Int, _ types: inout MentionedTypes) -> String {
        let scope = TypeResolver.Scope(module: types.resolver.app.name, path: member.container)
        types.add(.named(member.container.map { SwiftType.Component(name: $0, arguments: []) }), in: scope)
        let access =
            switch member.access {
            case .unspecified: ""
            case .file: "fileprivate "
            case .internal, .outside: "internal "
            }
        let place = "#sourceLocation(file: \"\(member.place.file.escaped)\", line: \(member.place.line))\n"
        let declaration: String
        switch member.kind {
        case .property(let type):
            let spelling = types.add(type, in: scope)
            declaration =
                "\(access)var `\(member.name)`: \(spelling) { get { strata_\(index)_get() } set { strata_\(index)_set() } }"
        case .function(let parameters, let returns):
            let list = parameters.enumerated().map { position, parameter in
                "\(parameter.label.map { "`\($0)`" } ?? "_") p\(position): \(types.add(parameter.type, in: scope))"
            }
            let result = returns.map { " -> \(types.add($0, in: scope))" } ?? ""
            declaration = "\(access)func `\(member.name)`(\(list.joined(separator: ", ")))\(result) { strata_\(index)_call() }"
        }
        return "extension \(member.container.joined(separator: ".")) {\n\(place)\(declaration)\n}\n#sourceLocation()\n"
    }

    private static func markers(_ members: [ManagedMember]) -> String {
        members.enumerated().map { index, member in
            let ends = if case .property = member.kind { ["get", "set"] } else { ["call"] }
            return ends.map { "@_silgen_name(\"strata_\(index)_\($0)\") func strata_\(index)_\($0)() -> Never\n" }.joined()
        }.joined()
    }

    // MARK: Types

    private static func skeleton(_ declaration: TypeDeclaration, _ types: MentionedTypes, isPublic: Bool) -> String {
        let access =
            switch declaration.access {
            case _ where isPublic: "public "
            case .unspecified: ""
            case .file: "fileprivate "
            case .internal, .outside: "internal "
            }
        let name = "`\(declaration.name)`"
        let body =
            switch declaration.kind {
            // Hashable, so that a Set can contain them. An enumeration has cases, because the
            // compiler omits code for uninhabited types.
            case .class: "\(isPublic ? "open " : access)class \(name): NSObject {}"
            case .structure, .conditional: "\(access)struct \(name): Hashable {}"
            case .enumeration: "\(access)enum \(name): Hashable { case one, two }"
            case .actor: "\(access)actor \(name) {}"
            case .protocol: "\(access)protocol \(name) {}"
            case .alias(let target): "\(access)typealias \(name) = \(types.spelling(of: target, in: declaration.scope))"
            }
        let outer = declaration.path.dropLast()
        return outer.isEmpty ? "\(body)\n" : "extension \(outer.joined(separator: ".")) {\n\(body)\n}\n"
    }
}
