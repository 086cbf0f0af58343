package import Foundation

/// Makes the accessors of one app module.
package struct AccessorGeneration {
    package var app: SourceModule
    /// The modules that the app's target depends on, whose sources tell about types and
    /// superclasses.
    package var dependencies: [SourceModule]
    /// The names that are defined with `-D`.
    package var conditions: Set<String>
    package var compiler: SwiftCompiler
    /// A folder to keep the mirror and its symbols in.
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
                    // The sources of a dependency are its own build's to judge.
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

    /// Parses what the managed members will need, a layer of types at a time. Without this each
    /// type would be a run of the compiler.
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
    /// The problems of members that build, and fail when they are used.
    package var warnings: [Problem]
}
