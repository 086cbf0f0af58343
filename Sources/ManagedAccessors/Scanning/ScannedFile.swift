/// What one source file declares.
package struct ScannedFile: Hashable, Codable, Sendable {
    package var types: [TypeDeclaration] = []
    package var members: [ManagedMember] = []
    package var problems: [Problem] = []

    init() {}

    /// Reads what the compiler says of a file.
    init(_ nodes: [DumpNode], of source: SourceText, module: String) {
        var scanner = FileScanner(source: source, module: module)
        scanner.scan(nodes)
        self = scanner.found
    }

    /// Adds what another reading of the same file has, which was made under other conditions.
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
