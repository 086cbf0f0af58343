import PackagePlugin

/// A search for the modules whose sources may declare types that a managed class mentions: a
/// target's dependencies, without Strata's own.
struct ModuleFinder {
    private let ownTargets: Set<Target.ID>
    private let accessors: any Target

    init(package: Package, accessors: any Target) {
        self.accessors = accessors
        // Strata is the package that has this plug-in's tool. The tool knows the types of its
        // library products. Its other targets, such as examples, are read like any app's.
        let strata = Self.packages(from: package).first { $0.targets.contains { $0.name == "managed-accessors" } }
        ownTargets = Set(strata?.products(ofType: LibraryProduct.self).flatMap { $0.targets.map(\.id) } ?? [])
    }

    func dependencies(of target: any Target) -> [SwiftSourceModuleTarget] {
        var seen: Set<Target.ID> = [target.id, accessors.id]
        var found: [SwiftSourceModuleTarget] = []
        visit(target, &seen, &found)
        return found
    }

    private func visit(_ target: any Target, _ seen: inout Set<Target.ID>, _ found: inout [SwiftSourceModuleTarget]) {
        for dependency in target.dependencies {
            let next: [any Target] =
                switch dependency {
                case .target(let target): [target]
                case .product(let product): product.targets
                @unknown default: []
                }
            for target in next where !ownTargets.contains(target.id) && seen.insert(target.id).inserted {
                if let module = target.sourceModule as? SwiftSourceModuleTarget { found.append(module) }
                visit(target, &seen, &found)
            }
        }
    }

    private static func packages(from package: Package) -> [Package] {
        [package] + package.dependencies.flatMap { packages(from: $0.package) }
    }
}
