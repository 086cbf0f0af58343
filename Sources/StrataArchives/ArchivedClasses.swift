internal import Foundation

/// The classes of objects in archives by their names there.
///
/// A name in an archive may be any text, so it is looked up only if it has the form of a class's
/// name: the runtime's own lookup of a type takes other texts for mangled names, and follows the
/// addresses in them.
package struct ArchivedClasses: Sendable {
    /// A class and its name in archives, which differs from its own.
    // Safe to share: both are constant, and a class is not state.
    package struct Entry: @unchecked Sendable {
        package let type: AnyClass
        package let name: String

        package init(_ type: AnyClass, _ name: String) {
            self.type = type
            self.name = name
        }
    }

    private let types: [String: Entry]
    private let names: [ObjectIdentifier: String]

    package init(_ entries: [Entry] = []) {
        types = Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
        names = Dictionary(entries.map { (ObjectIdentifier($0.type), $0.name) }) { first, _ in first }
    }

    /// Returns the class that a name stands for: one of the entries, one that the app has registered
    /// with NSKeyedUnarchiver, one with that name in Objective-C, or the class of a module with that
    /// name. Returns nil for Foundation's own classes.
    func type(named name: String) -> AnyClass? {
        if let known = types[name] { return known.type }
        if let registered = NSKeyedUnarchiver.class(forClassName: name) { return registered }
        let name = ObjectiveCNames.className(of: name) ?? name
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(Self.isIdentifier), let type = NSClassFromString(name),
            !Self.isFoundations(type)
        else { return nil }
        return type
    }

    private static func isIdentifier(_ text: Substring) -> Bool {
        guard let first = text.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
        return text.unicodeScalars.allSatisfy {
            !$0.isASCII || $0 == "_" || ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
        }
    }

    /// Returns the names under which an archive has a class and its superclasses, without NSObject;
    /// nil if the class could not be found by its name again, as one that is private or declared
    /// inside another type.
    func names(of type: AnyClass) -> [String]? {
        if let known = names[ObjectIdentifier(type)] { return [known] }
        let name = Self.name(of: type)
        guard let found = self.type(named: name), found == type else { return nil }
        var list = [ObjectiveCNames.name(of: name) ?? name]
        var next: AnyClass? = _getSuperclass(type)
        while let type = next, type != NSObject.self {
            let name = Self.name(of: type)
            list.append(names[ObjectIdentifier(type)] ?? ObjectiveCNames.name(of: name) ?? name)
            next = _getSuperclass(type)
        }
        return list
    }

    /// Returns the name of a class, as Foundation's archives have it. `NSStringFromClass(_:)` traps for
    /// a class of an app that is private or declared inside another type.
    private static func name(of type: AnyClass) -> String {
        isFoundations(type) ? NSStringFromClass(type) : String(reflecting: type)
    }

    /// Whether a class is one of Foundation's.
    static func isFoundations(_ type: AnyClass) -> Bool { String(reflecting: type).hasPrefix("Foundation.") }

    /// Whether objects of a class encode and decode themselves with the methods of any coder.
    ///
    /// Those of Foundation's collections, strings and so on need Foundation's own coder, and trap
    /// without it. A class that derives from one of them inherits that.
    static func codesItself(_ type: AnyClass) -> Bool {
        var next: AnyClass? = type
        while let type = next {
            if isFoundations(type) {
                let bases: [AnyClass] = [NSObject.self, Unit.self, Dimension.self, UnitConverter.self, Formatter.self]
                return bases.contains { $0 == type }
            }
            next = _getSuperclass(type)
        }
        return true
    }

    /// Whether a class is another one or derives from it.
    static func isClass(_ type: AnyClass, _ other: AnyClass) -> Bool {
        var next: AnyClass? = type
        while let type = next {
            if type == other { return true }
            next = _getSuperclass(type)
        }
        return false
    }
}
