/// The declarations of a module. Files with `@NSManaged` are parsed immediately, the others when
/// one of their types is looked up.
final class ModuleIndex {
    let name: String
    /// All files of the module.
    let sources: [SourceText]
    private(set) var members: [ManagedMember] = []
    private(set) var problems: [Problem] = []
    /// The error of a run of the compiler, after which types of the module may be missing.
    private(set) var failure: Problems?
    private let parser: SourceParser
    private let cache: ScanCache
    /// The declarations found so far, by path.
    private var types: [[String]: TypeDeclaration] = [:]
    /// The files that have not been parsed, by the names they declare.
    private var unparsed: [String: [SourceText]] = [:]
    private var parsed: Set<String> = []

    /// Reads the files of a module and parses those with managed members.
    ///
    /// - Throws: `Problem` if a file cannot be read.
    init(_ module: SourceModule, parser: SourceParser, cache: ScanCache) throws(Problem) {
        name = module.name
        self.cache = cache
        self.parser = parser
        var managed: [SourceText] = []
        var sources: [SourceText] = []
        for path in module.sources { sources.append(try SourceText(path: path)) }
        self.sources = sources
        for text in sources {
            if text.contains("@NSManaged") {
                managed.append(text)
            } else {
                for name in text.declaredNames { unparsed[name, default: []].append(text) }
            }
        }
        parse(managed)
    }

    /// Adds a class that `CoreDataModelPlugin` generates.
    func add(_ declaration: TypeDeclaration) {
        if types[declaration.path] == nil { types[declaration.path] = declaration }
    }

    func declaration(at path: [String]) -> TypeDeclaration? {
        if let known = types[path] { return known }
        guard let name = path.last else { return nil }
        parseFiles(declaring: [name])
        return types[path]
    }

    /// Parses the files that declare types of these names, in one run of the compiler.
    func parseFiles(declaring names: Set<String>) {
        var added = parsed
        parse(names.compactMap { unparsed.removeValue(forKey: $0) }.joined().filter { added.insert($0.path).inserted })
    }

    /// The names of the managed members' classes, and of the types that the members mention.
    var namesInMembers: Set<String> {
        members.flatMap(\.types).reduce(into: Set(members.flatMap(\.container))) { $0.formUnion($1.names) }
    }

    /// Returns the names of the types that the declarations with some names mention, as far as
    /// those were parsed.
    func names(mentionedBy names: Set<String>) -> Set<String> {
        types.values.filter { names.contains($0.name) }.flatMap(\.mentionedTypes).reduce(into: []) { $0.formUnion($1.names) }
    }

    private func parse(_ files: [SourceText]) {
        var found: [String: ScannedFile] = [:]
        for file in files { found[file.path] = cache.file(at: file.path) }
        let edited = files.filter { found[$0.path] == nil }
        do throws(Problems) {
            for (file, scanned) in zip(edited, try parser.scan(edited, module: name)) {
                cache.note(scanned, at: file.path)
                found[file.path] = scanned
            }
        } catch {
            failure = error
        }
        for file in files where parsed.insert(file.path).inserted {
            guard let scanned = found[file.path] else { continue }
            members += scanned.members
            problems += scanned.problems
            for type in scanned.types where types[type.path] == nil { types[type.path] = type }
        }
    }
}

extension TypeDeclaration {
    /// The types whose declarations are needed to use this one.
    fileprivate var mentionedTypes: [SwiftType] {
        switch kind {
        case .class, .actor, .protocol, .conditional: inherited
        case .structure(let fields): inherited + fields.compactMap(\.type)
        case .enumeration(let cases): inherited + cases.flatMap(\.payload)
        case .alias(let target): [target]
        }
    }
}
