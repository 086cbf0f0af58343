/// A resolver of the names in a source file, which looks them up as the compiler does: in the
/// enclosing types and their superclasses, in the module, then in its dependencies. A name found in
/// none of them belongs to Foundation or the standard library.
final class TypeResolver {
    let app: ModuleIndex
    let dependencies: [ModuleIndex]

    init(app: ModuleIndex, dependencies: [ModuleIndex]) {
        self.app = app
        self.dependencies = dependencies
    }

    /// The start of a lookup: a module and the enclosing types.
    struct Scope: Hashable {
        var module: String
        var path: [String]
    }

    /// Returns the declaration that a name refers to, with aliases resolved; nil for a type of the
    /// system, or an alias of one.
    func declaration(of names: [String], in scope: Scope) -> TypeDeclaration? {
        resolve(names, in: scope, depth: 0)
    }

    /// Returns the type with the aliases of the sources resolved.
    func unaliased(_ type: SwiftType, in scope: Scope) -> (type: SwiftType, scope: Scope) {
        var (type, scope) = (type, scope)
        // An alias of itself does not compile, but its source must not cause an endless loop.
        for _ in 0..<32 {
            guard case .named(let components) = type, components.allSatisfy(\.arguments.isEmpty),
                let found = find(components.map(\.name), in: scope), case .alias(let target) = found.kind, !found.isGeneric
            else { break }
            (type, scope) = (target, found.scope)
        }
        return (type, scope)
    }

    /// Returns the class and its superclasses as far as the sources declare them, and the name of
    /// the first superclass that they do not declare.
    func superclasses(of declaration: TypeDeclaration) -> (classes: [TypeDeclaration], root: String?) {
        var classes = [declaration]
        while let last = classes.last, classes.count < 64 {
            let scope = last.scope
            guard case .named(let components)? = last.inherited.first else { return (classes, nil) }
            guard let next = resolve(components.map(\.name), in: scope, depth: 0) else {
                return (classes, components.last?.name)
            }
            guard next.kind == .class else { return (classes, nil) }
            classes.append(next)
        }
        return (classes, nil)
    }

    func isManaged(_ declaration: TypeDeclaration) -> Bool {
        declaration.kind == .class && superclasses(of: declaration).root == "NSManagedObject"
    }

    private func resolve(_ names: [String], in scope: Scope, depth: Int) -> TypeDeclaration? {
        guard depth < 32, let found = find(names, in: scope, depth: depth) else { return nil }
        guard case .alias(let target) = found.kind else { return found }
        guard case .named(let components) = target, components.allSatisfy(\.arguments.isEmpty) else { return nil }
        return resolve(
            components.map(\.name), in: found.scope, depth: depth + 1)
    }

    /// Returns the declaration of the last name; the names before it may be aliases or a module.
    func find(_ names: [String], in scope: Scope, depth: Int = 0) -> TypeDeclaration? {
        guard let module = module(named: scope.module) else { return nil }
        if let first = lexical(names[0], in: scope, module, depth), let found = descend(first, names.dropFirst(), depth) {
            return found
        }
        if names.count > 1, let named = self.module(named: names[0]),
            let first = named.declaration(at: [names[1]]), let found = descend(first, names.dropFirst(2), depth)
        {
            return found
        }
        for dependency in dependencies where dependency.name != scope.module {
            if let first = dependency.declaration(at: [names[0]]), first.access == .outside,
                let found = descend(first, names.dropFirst(), depth)
            {
                return found
            }
        }
        return nil
    }

    private func lexical(_ name: String, in scope: Scope, _ module: ModuleIndex, _ depth: Int) -> TypeDeclaration? {
        var path = scope.path
        while !path.isEmpty {
            if path.last == name, let found = module.declaration(at: path) { return found }
            if let found = module.declaration(at: path + [name]) { return found }
            if depth < 8, let around = module.declaration(at: path), around.kind == .class,
                let inherited = inheritedMember(name, of: around, depth)
            {
                return inherited
            }
            path.removeLast()
        }
        return module.declaration(at: [name])
    }

    private func inheritedMember(_ name: String, of declaration: TypeDeclaration, _ depth: Int) -> TypeDeclaration? {
        guard case .named(let components)? = declaration.inherited.first else { return nil }
        let scope = declaration.scope
        guard let superclass = resolve(components.map(\.name), in: scope, depth: depth + 1), superclass.kind == .class else {
            return nil
        }
        if let found = module(named: superclass.module)?.declaration(at: superclass.path + [name]) { return found }
        return inheritedMember(name, of: superclass, depth + 1)
    }

    private func descend(_ first: TypeDeclaration, _ rest: ArraySlice<String>, _ depth: Int) -> TypeDeclaration? {
        var found = first
        for name in rest {
            let outer: TypeDeclaration
            if case .alias = found.kind {
                let scope = found.scope
                guard let target = resolve([found.name], in: scope, depth: depth + 1) else { return nil }
                outer = target
            } else {
                outer = found
            }
            guard let inner = module(named: outer.module)?.declaration(at: outer.path + [name]) else { return nil }
            found = inner
        }
        return found
    }

    func module(named name: String) -> ModuleIndex? {
        name == app.name ? app : dependencies.first { $0.name == name }
    }
}
