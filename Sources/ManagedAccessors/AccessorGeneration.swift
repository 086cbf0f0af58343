package import Foundation

/// Makes the accessors of one app module.
package struct AccessorGeneration {
    package var app: SourceModule
    /// The modules that the app's target depends on, whose sources tell about types and superclasses.
    package var dependencies: [SourceModule]
    /// The names that are defined with `-D`.
    package var conditions: Set<String>
    /// The path of `swiftc`.
    package var compiler: String
    /// A folder to keep the mirror and its symbols in.
    package var folder: URL

    package init(app: SourceModule, dependencies: [SourceModule], conditions: Set<String>, compiler: String, folder: URL) {
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
        let cache = ScanCache(folder: folder, configuration: configuration)
        let (resolver, models) = try read(configuration, cache)
        var problems = resolver.app.problems
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
        guard problems.isEmpty else { throw Problems(problems) }
        let mirror = MirrorSource(of: accessors.map(\.member), resolver: resolver)
        cache.save()
        let symbols = try SymbolCache(folder: folder, compiler: compiler)
            .symbols(of: mirror)
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
            let appIndex = try ModuleIndex(app, configuration: configuration, cache: cache)
            var indexes: [ModuleIndex] = []
            for dependency in dependencies {
                indexes.append(try ModuleIndex(dependency, configuration: configuration, cache: cache))
            }
            for generated in models.generatedClasses {
                ([appIndex] + indexes).first { $0.name == generated.module }?.add(generated)
            }
            return (TypeResolver(app: appIndex, dependencies: indexes), models)
        } catch {
            throw Problems([error])
        }
    }
}
