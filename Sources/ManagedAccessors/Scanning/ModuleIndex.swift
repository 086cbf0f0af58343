import Dispatch
import Synchronization

/// What a module declares: files with `@NSManaged` are parsed at once, the others when a type of theirs is asked for.
final class ModuleIndex {
    let name: String
    private(set) var members: [ManagedMember] = []
    private(set) var problems: [Problem] = []
    private let configuration: LinuxConfiguration
    private let cache: ScanCache
    /// The declarations found so far, by path.
    private var types: [[String]: TypeDeclaration] = [:]
    /// The files that were not parsed yet, by the names they declare.
    private var unparsed: [String: [SourceText]] = [:]
    private var parsed: Set<String> = []

    /// - Throws: `Problem` where a file cannot be read.
    init(_ module: SourceModule, configuration: LinuxConfiguration, cache: ScanCache) throws(Problem) {
        name = module.name
        self.cache = cache
        self.configuration = configuration
        var managed: [SourceText] = []
        for path in module.sources {
            let text = try SourceText(path: path)
            if text.contains("@NSManaged") {
                managed.append(text)
            } else {
                for name in text.declaredNames { unparsed[name, default: []].append(text) }
            }
        }
        parse(managed)
    }

    /// Adds a class that a model's plug-in generates.
    func add(_ declaration: TypeDeclaration) {
        if types[declaration.path] == nil { types[declaration.path] = declaration }
    }

    func declaration(at path: [String]) -> TypeDeclaration? {
        if let known = types[path] { return known }
        guard let name = path.last, let files = unparsed.removeValue(forKey: name) else { return nil }
        parse(files.filter { !parsed.contains($0.path) })
        return types[path]
    }

    private func parse(_ files: [SourceText]) {
        let (module, configuration, cache) = (name, configuration, cache)
        let results = Mutex<[(Int, ScannedFile)]>([])
        DispatchQueue.concurrentPerform(iterations: files.count) { index in
            let file = files[index]
            let scanned = cache.scanned(file.path) { file.scanned(module: module, configuration: configuration) }
            results.withLock { $0.append((index, scanned)) }
        }
        parsed.formUnion(files.map(\.path))
        for (_, file) in results.withLock({ $0 }).sorted(by: { $0.0 < $1.0 }) {
            members += file.members
            problems += file.problems
            for type in file.types where types[type.path] == nil { types[type.path] = type }
        }
    }
}

extension SourceText {
    fileprivate func scanned(module: String, configuration: LinuxConfiguration) -> ScannedFile {
        var scanned = ScannedFile(text: text, path: path, module: module, configuration: configuration)
        // A plug-in is not told whether it builds for debugging, and one set of accessors serves both.
        if contains("DEBUG") {
            var debugging = configuration
            debugging.conditions.insert("DEBUG")
            scanned.add(ScannedFile(text: text, path: path, module: module, configuration: debugging))
        }
        return scanned
    }
}
