public import Foundation
internal import StrataTraps

/// A key to sort by, with a direction and a comparison for text.
///
/// Immutable, so it can be shared between threads.
// Safe to share: immutable after init. A key path is a constant, and the author of a closure is
// responsible for its thread safety.
open class NSSortDescriptor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The property names to sort by, joined by dots; nil for the object itself, and for a Swift
    /// key path whose names are unknown, such as one to a computed property.
    open var key: String? { givenKey ?? keyPath.flatMap { naming?.names(of: $0) }?.joined(separator: ".") }
    /// The Swift key path from which the descriptor was created.
    public private(set) var keyPath: AnyKeyPath?
    /// Whether lesser values come first.
    public let ascending: Bool

    private(set) var comparison: TextComparison
    let closure: Comparator?
    private let givenKey: String?
    /// The class that names the properties of `keyPath`, if there is one.
    private var naming: (any KeyPathNaming.Type)?

    /// Creates a descriptor that sorts by the value at a key path of names; nil sorts by the object
    /// itself. Text is compared by its UTF-8 bytes.
    public init(key: String?, ascending: Bool) {
        givenKey = key
        self.ascending = ascending
        comparison = .binary
        closure = nil
    }

    /// Creates a descriptor with a comparison for text: `compare:`, `caseInsensitiveCompare:`,
    /// `localizedCompare:`, `localizedCaseInsensitiveCompare:` or `localizedStandardCompare:`.
    /// Traps for any other selector.
    public init(key: String?, ascending: Bool, selector: Selector?) {
        givenKey = key
        self.ascending = ascending
        comparison = TextComparison(selector)
        closure = nil
    }

    /// Creates a descriptor that compares with a closure, in memory only. The closure is not called
    /// for nil, which sorts first.
    public init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
        givenKey = key
        self.ascending = ascending
        comparison = .binary
        closure = cmptr
    }

    /// Creates a descriptor that sorts by the value at a Swift key path.
    public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(key: nil, ascending: ascending)
        follow(keyPath)
    }

    /// Creates a descriptor that sorts by the value at a Swift key path, with a comparison for
    /// text; see `init(key:ascending:selector:)`.
    public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool, selector: Selector?) {
        self.init(key: nil, ascending: ascending, selector: selector)
        follow(keyPath)
    }

    /// Creates a descriptor that compares the values at a Swift key path with a closure, in memory
    /// only.
    public convenience init<Root, Value>(
        keyPath: KeyPath<Root, Value>, ascending: Bool, comparator cmptr: @escaping Comparator
    ) {
        self.init(key: nil, ascending: ascending, comparator: cmptr)
        follow(keyPath)
    }

    /// Converts Foundation's `SortDescriptor`. Traps for one without a key path.
    ///
    /// Text is compared by its UTF-8 bytes, as SQLite does, unless the comparator is `.localized`
    /// or `.localizedStandard`.
    public convenience init<Compared>(_ sortDescriptor: SortDescriptor<Compared>) {
        guard let keyPath = sortDescriptor.keyPath else {
            trap(
                "A SortDescriptor must name a key path, such as SortDescriptor(\\.time), to become an NSSortDescriptor.")
        }
        self.init(key: nil, ascending: sortDescriptor.order == .forward)
        comparison = sortDescriptor.stringComparator.flatMap(TextComparison.init) ?? .binary
        follow(BooleanKeyPaths.original(of: keyPath))
    }

    /// Converts Foundation's `SortDescriptor` of a key path whose names are known.
    package convenience init<Compared>(_ sortDescriptor: SortDescriptor<Compared>, names: [String]) {
        self.init(key: names.joined(separator: "."), ascending: sortDescriptor.order == .forward)
        comparison = sortDescriptor.stringComparator.flatMap(TextComparison.init) ?? .binary
    }

    /// Sorts by the values at a Swift key path. Called at the end of an initializer.
    private func follow(_ keyPath: AnyKeyPath) {
        self.keyPath = keyPath
        naming = Self.naming(of: keyPath)
    }

    /// Decodes a descriptor; nil if the archive names no known comparison.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "NSSelector"),
            let selector = coder.decodeObject(of: NSString.self, forKey: "NSSelector"),
            let comparison = TextComparison(rawValue: String(selector))
        else { return nil }
        givenKey =
            coder.containsValue(forKey: "NSKey") ? coder.decodeObject(of: NSString.self, forKey: "NSKey").map { String($0) } : nil
        ascending = coder.decodeBool(forKey: "NSAscending")
        closure = nil
        self.comparison = comparison
    }

    /// True: an archive consists of strings and a Boolean.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the descriptor. Traps for a closure, and for a Swift key path whose names are
    /// unknown.
    open func encode(with coder: NSCoder) {
        let key = key
        require(
            closure == nil && (keyPath == nil || key != nil),
            "A sort descriptor with a comparator, or a key path to a computed property, cannot be archived; make one with a key and a selector."
        )
        if let key { coder.encode(NSString(string: key), forKey: "NSKey") }
        coder.encode(ascending, forKey: "NSAscending")
        coder.encode(NSString(string: comparison.rawValue), forKey: "NSSelector")
    }

    /// The selector of the comparison; nil if a closure compares.
    open var selector: Selector? { closure == nil ? Selector(comparison.rawValue) : nil }

    /// A closure that compares two non-nil values as this descriptor does, but always in ascending
    /// order.
    open var comparator: Comparator {
        if let closure { return closure }
        let comparison = comparison
        return { a, b in
            do {
                return comparison.order(try Operand(a).value, try Operand(b).value)
            } catch {
                trap("\(error)")
            }
        }
    }

    /// A descriptor with the opposite direction. Untyped as on Apple's platforms; it is an
    /// `NSSortDescriptor`.
    open var reversedSortDescriptor: Any {
        let reversed =
            if let closure {
                NSSortDescriptor(key: givenKey, ascending: !ascending, comparator: closure)
            } else {
                NSSortDescriptor(key: givenKey, ascending: !ascending)
            }
        reversed.comparison = comparison
        if let keyPath { reversed.follow(keyPath) }
        return reversed
    }

    /// Returns the order of two objects by this key: null first, then numbers and dates, then text,
    /// which is compared by its UTF-8 bytes unless the descriptor has another comparison.
    ///
    /// Reads keys, and traps, as `NSPredicate.evaluate(with:)` does.
    open func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        let result = order(operand(of: object1), operand(of: object2))
        return ascending ? result : result.reversed
    }

    private func order(_ a: Operand, _ b: Operand) -> ComparisonResult {
        do {
            guard let closure, let left = a.object, let right = b.object else {
                return comparison.order(try a.value, try b.value)
            }
            return closure(left, right)
        } catch {
            trap("\(error)")
        }
    }

    private func operand(of object: Any) -> Operand {
        let named: [String]?
        if let keyPath {
            named = naming?.readsByName(object) == true ? naming?.names(of: keyPath) : nil
            guard named != nil else { return Operand(object[keyPath: keyPath] as Any) }
        } else {
            named = nil
        }
        do {
            return try Operand(subject: object).following((named ?? names)[...])
        } catch {
            trap("\(error)")
        }
    }

    private var names: [String] {
        givenKey?.split(separator: ".").map(String.init) ?? []
    }

    private static func naming(of keyPath: AnyKeyPath) -> (any KeyPathNaming.Type)? {
        type(of: keyPath).rootType as? any KeyPathNaming.Type
    }

    /// Returns the sort in the form that both evaluators read; nil for a closure.
    ///
    /// - Parameter resolving: Returns the property names of a Swift key path, or nil if they are
    ///   unknown, which makes the result nil.
    package func form(resolving: (AnyKeyPath) -> [String]?) -> SortForm? {
        guard closure == nil else { return nil }
        let names = keyPath.map(resolving) ?? names
        return names.map { SortForm(keyPath: $0, ascending: ascending, comparison: comparison) }
    }

    /// Does nothing; see `NSPredicate.allowEvaluation()`.
    open func allowEvaluation() {}

    open override var description: String {
        let direction = ascending ? "ascending" : "descending"
        let comparison = closure == nil ? comparison.rawValue : "comparator"
        return "(\(key ?? keyPath.map { "\($0)" } ?? "SELF"), \(direction), \(comparison))"
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSSortDescriptor, closure == nil, other.closure == nil else {
            return self === object as AnyObject?
        }
        guard ascending == other.ascending, comparison == other.comparison else { return false }
        // A Swift key path equals a string key that names the same properties.
        let key = key
        return key == other.key && (key != nil || keyPath == other.keyPath)
    }

    open override var hash: Int {
        var hasher = Hasher()
        let key = key
        hasher.combine(key)
        if key == nil { hasher.combine(keyPath) }
        hasher.combine(ascending)
        return hasher.finalize()
    }

    /// Returns the descriptor itself, since it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension TextComparison {
    fileprivate init(_ selector: Selector?) {
        guard let selector else {
            self = .binary
            return
        }
        guard let comparison = TextComparison(rawValue: selector.description) else {
            trap(
                "A sort cannot call \(selector) on Linux. Use one of \(Self.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self = comparison
    }
}
