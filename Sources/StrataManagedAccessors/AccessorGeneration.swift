package import Foundation

/// The generation of the accessors of one app module's `@NSManaged` members.
///
/// # From a member to its symbols
///
/// The compiler leaves the getter and the setter of an `@NSManaged` member undefined. On Apple's
/// platforms the Objective-C runtime finds a method for them; on Linux they are unresolved symbols
/// in the object file. This tool runs before the app is compiled, in a target that the app depends
/// on, and writes a Swift file that defines the symbols. A member such as
///
///     public class Quake: NSManagedObject {
///         @NSManaged public var time: Date?
///     }
///
/// passes through these steps:
///
/// 1. **Find** (`Scanning`, `Parsing`). A search for `@NSManaged` selects the files of the app and
///    its dependencies that have to be parsed, usually few. The compiler parses them in one run
///    (`-dump-parse`) and prints the positions of declarations; the spelling of types is read from
///    the text at these positions. The files of the types that members mention are parsed in the
///    same way, then those of the types that these mention, one run of the compiler for each such
///    layer. `ScanCache` keeps the results of unedited files.
/// 2. **Check portability** (`Portability`): casts that fail on Linux, and missing imports that the
///    compiler does not report as such.
/// 3. **Carry** (`Types`). The accessors' module is below the app and cannot name the app's types.
///    `TypeCarrier` chooses a type that is passed in the same registers with the same ownership:
///    `NSManagedObject` for each class of managed objects, a stand-in with the same fields for a
///    structure.
/// 4. **Check against the model** (`Models`). `PropertyCheck` looks up the property and its slot in
///    the entities that have the class. A difference is a warning, and in most cases a trap when
///    the property is used.
/// 5. **Ask for the symbols** (`Mirror`). `MirrorSource` declares the members and the types they
///    mention again, with nothing in them, under the same module and file names. `MirrorCompiler`
///    compiles that to SIL, and `SymbolReader` reads the symbols, such as
///    `$s3App5QuakeC4time20FoundationEssentials4DateVSgvg`, from it. So the tool does not mangle
///    the names of members itself: they come from the compiler that builds the app.
/// 6. **Write** (`Writing`), for each getter, setter and function:
///
///        @_silgen_name("$s3App5Quake…vg") func App_get0() -> Date? { value(at: 5, "time") }
///
/// # Invariants
///
/// - Each accessor has exactly the symbol that the app's object file refers to. If the compiler
///   printed declarations in another form, a member would be missed, and the app would fail to link
///   with an undefined reference. `ParserProbe` detects this and stops the build with a message.
/// - Each accessor's parameters and result are laid out as the app's caller expects. A wrong
///   stand-in would corrupt memory, so a type whose layout the sources do not show is an error.
/// - The same input generates the same text, and a file with the same text is not written again, so
///   that an edit of a function's body does not compile the accessors again.
package struct AccessorGeneration {
    package var app: SourceModule
    /// The modules that the app's target depends on, whose sources declare types and superclasses.
    package var dependencies: [SourceModule]
    /// The names defined with `-D`.
    package var conditions: Set<String>
    package var compiler: SwiftCompiler
    /// A folder for the caches and the mirror.
    package var folder: URL

    package init(app: SourceModule, dependencies: [SourceModule], conditions: Set<String>, compiler: SwiftCompiler, folder: URL) {
        self.app = app
        self.dependencies = dependencies
        self.conditions = conditions
        self.compiler = compiler
        self.folder = folder
    }

    /// Returns the Swift file with the accessors.
    ///
    /// - Throws: All problems at once, each at its line.
    package func accessors() throws(Problems) -> GeneratedAccessors {
        let configuration = LinuxConfiguration(conditions: conditions, modules: Set(dependencies.map(\.name)))
        let cache = ScanCache(folder: folder, compiler: compiler, configuration: configuration)
        var problems: [Problem] = []
        let (resolver, models) = try read(configuration, cache, &problems)
        problems += try portabilityProblems(configuration, resolver)
        let carrier = TypeCarrier(resolver: resolver)
        var builder = AccessorBuilder(resolver: resolver, carrier: carrier, models: models)
        let accessors = builder.accessors(of: resolver.app.members, &problems)
        cache.save()
        for module in [resolver.app] + resolver.dependencies {
            if let failure = module.failure { throw failure }
        }
        let warnings = problems.filter { $0.severity == .warning } + builder.warnings
        problems = resolver.app.problems + problems.filter { $0.severity == .error }
        guard problems.isEmpty else { throw Problems(problems + warnings) }
        let mirror = MirrorSource(of: accessors.map(\.member), resolver: resolver)
        let symbols = try SymbolCache(folder: folder, compiler: compiler).symbols(of: mirror)
        var writer = AccessorWriter(app: app.name, symbols: symbols)
        for (index, accessor) in accessors.enumerated() {
            do throws(Problem) {
                try writer.add(accessor, index: index)
            } catch {
                problems.append(error)
            }
        }
        guard problems.isEmpty else { throw Problems(problems + warnings) }
        return GeneratedAccessors(text: writer.text(standIns: carrier.standIns), warnings: warnings)
    }

    private func read(
        _ configuration: LinuxConfiguration, _ cache: ScanCache, _ problems: inout [Problem]
    ) throws(Problems) -> (TypeResolver, ModelIndex) {
        do throws(Problem) {
            let models = try ModelIndex(app: app, dependencies: dependencies)
            let parser = SourceParser(compiler: compiler, configuration: configuration, folder: folder.appending(path: "sources"))
            let appIndex = try ModuleIndex(app, parser: parser, cache: cache)
            var indexes: [ModuleIndex] = []
            for dependency in dependencies { indexes.append(try ModuleIndex(dependency, parser: parser, cache: cache)) }
            Self.parseMentionedTypes([appIndex] + indexes)
            for (declaration, use) in models.generatedClasses {
                guard let module = ([appIndex] + indexes).first(where: { $0.name == declaration.module }) else { continue }
                if let written = module.declaration(at: declaration.path) {
                    // Sources of a dependency are checked when the dependency is built.
                    if module === appIndex, written.kind == .class { problems.append(GeneratedTwice.problem(of: written, use)) }
                } else {
                    module.add(declaration)
                }
            }
            return (TypeResolver(app: appIndex, dependencies: indexes), models)
        } catch {
            throw Problems([error])
        }
    }

    private func portabilityProblems(
        _ configuration: LinuxConfiguration, _ resolver: TypeResolver
    ) throws(Problems) -> [Problem] {
        let folder = folder.appending(path: "portability")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let checker = PortabilityChecker(
                conditions: ConditionalReader(compiler: compiler, configuration: configuration, folder: folder),
                resolver: resolver,
                reexportingModules: PortabilityChecker.reexportingModules(among: resolver.dependencies))
            return try checker.problems(in: resolver.app.sources)
        } catch let problems as Problems {
            throw problems
        } catch {
            throw Problems([Problem(at: nil, "The sources of \(app.name) could not be read: \(error.localizedDescription)")])
        }
    }

    /// Parses the types that managed members mention, then the types that these mention, and so on.
    /// Each such layer takes one run of the compiler, instead of one run for each type.
    private static func parseMentionedTypes(_ modules: [ModuleIndex]) {
        var known: Set<String> = []
        var names = modules[0].namesInMembers
        while !names.isEmpty {
            for module in modules { module.parseFiles(declaring: names) }
            known.formUnion(names)
            let mentioned = modules.reduce(into: Set<String>()) { $0.formUnion($1.names(mentionedBy: names)) }
            names = mentioned.subtracting(known)
        }
    }
}

/// The accessors of an app module.
package struct GeneratedAccessors: Sendable {
    /// The text of a Swift file.
    package var text: String
    /// Problems of code that builds but fails when it runs.
    package var warnings: [Problem]
}
