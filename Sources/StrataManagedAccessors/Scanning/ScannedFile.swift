/// The declarations of one source file.
package struct ScannedFile: Hashable, Codable, Sendable {
    package var types: [TypeDeclaration] = []
    package var members: [ManagedMember] = []
    package var problems: [Problem] = []

    init() {}

    /// Creates the declarations from the compiler's output for a file.
    init(_ nodes: [DumpNode], of source: SourceText, module: String) {
        var scanner = FileScanner(source: source, module: module)
        scanner.scan(nodes)
        self = scanner.found
    }

    /// Adds the declarations of the same file under other conditions. A type whose contents differ
    /// becomes conditional.
    mutating func add(_ other: ScannedFile) {
        for type in other.types where !types.contains(type) {
            if let index = types.firstIndex(where: { $0.path == type.path && $0.kind != type.kind }) {
                types[index].kind = .conditional
            } else {
                types.append(type)
            }
        }
        members += other.members.filter { !members.contains($0) }
        problems += other.problems.filter { !problems.contains($0) }
    }
}
