package import Foundation

/// Makes the accessors of one app module.
package struct AccessorGeneration {
    package var app: SourceModule
    /// The modules that the app's target depends on, whose sources tell about types and superclasses.
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

    /// The Swift file with the accessors.
    ///
    /// - Throws: All problems at once, each at its line.
    package func source() throws(Problems) -> String {
        let configuration = LinuxConfiguration(conditions: conditions, modules: Set(dependencies.map(\.name)))
        let cache = ScanCache(folder: folder, compiler: compiler, configuration: configuration)
        let (resolver, models) = try read(configuration, cache)
        var problems: [Problem] = []
        var accessors: [Accessor] = []
        let carrier = TypeCarrier(resolver: resolver)
        let builder = AccessorBuilder(resolver: resolver, carrier: carrier, models: models)
        for member in resolver.app.members {
            do throws(Problem) {
                accessors.append(try builder.accessor(of: member))
            } catch {
                problems.append(error)
            }
        }
        cache.save()
        for module in [resolver.app] + resolver.dependencies {
            if let failure = module.failure { throw failure }
        }
        problems = resolver.app.problems + problems
        guard problems.isEmpty else { throw Problems(problems) }
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
        guard problems.isEmpty else { throw Problems(problems) }
        return writer.text(standIns: carrier.standIns)
    }

    private func read(_ configuration: LinuxConfiguration, _ cache: ScanCache) throws(Problems) -> (TypeResolver, ModelIndex) {
        do throws(Problem) {
            let models = try ModelIndex([app] + dependencies)
            let parser = SourceParser(compiler: compiler, configuration: configuration, folder: folder.appending(path: "sources"))
            let appIndex = try ModuleIndex(app, parser: parser, cache: cache)
            var indexes: [ModuleIndex] = []
            for dependency in dependencies { indexes.append(try ModuleIndex(dependency, parser: parser, cache: cache)) }
            Self.parseMentionedTypes([appIndex] + indexes)
            for generated in models.generatedClasses {
                ([appIndex] + indexes).first { $0.name == generated.module }?.add(generated)
            }
            return (TypeResolver(app: appIndex, dependencies: indexes), models)
        } catch {
            throw Problems([error])
        }
    }

    /// Parses what the managed members will need, a layer of types at a time. Without this each type would be a run of the compiler.
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
