// Sort descriptors by Booleans, which are not Comparable. Apple's Foundation has these initializers,
// and Foundation on Linux does not.
//
// Such a descriptor has the key path of a number, which is 0 for false and 1 for true. For a fetch,
// `NSSortDescriptor` replaces it by the key path of the Boolean.

public import Foundation
internal import Synchronization

extension SortDescriptor where Compared: NSObject {
    /// Creates a descriptor that sorts objects by a Boolean: false before true, unless the order is
    /// reversed.
    public init(_ keyPath: any KeyPath<Compared, Bool> & Sendable, order: SortOrder = .forward) {
        self.init(ofBooleans: keyPath, order: order)
    }

    /// Creates a descriptor that sorts objects by an optional Boolean: nil before false before true,
    /// unless the order is reversed.
    public init(_ keyPath: any KeyPath<Compared, Bool?> & Sendable, order: SortOrder = .forward) {
        self.init(ofOptionalBooleans: keyPath, order: order)
    }
}

extension SortDescriptor {
    /// Creates a descriptor that sorts by a Boolean.
    package init(ofBooleans keyPath: KeyPath<Compared, Bool>, order: SortOrder) {
        let number = keyPath.appending(path: \.sortNumber)
        BooleanKeyPaths.add(keyPath, as: number)
        self.init(sendable(number), order: order)
    }

    /// Creates a descriptor that sorts by an optional Boolean.
    package init(ofOptionalBooleans keyPath: KeyPath<Compared, Bool?>, order: SortOrder) {
        let number = keyPath.appending(path: \.sortNumber)
        BooleanKeyPaths.add(keyPath, as: number)
        self.init(sendable(number), order: order)
    }
}

/// The key paths of Booleans, by those of their numbers.
enum BooleanKeyPaths {
    /// A key path.
    // Safe to share: it captures no values, since it was requested as a Sendable key path.
    private struct Constant: Hashable, @unchecked Sendable { let keyPath: AnyKeyPath }

    private static let keyPaths = Mutex<[Constant: Constant]>([:])

    static func add(_ keyPath: AnyKeyPath, as number: AnyKeyPath) {
        keyPaths.withLock { $0[Constant(keyPath: number)] = Constant(keyPath: keyPath) }
    }

    /// Returns the key path of the Boolean whose number another key path refers to, and that key
    /// path itself if there is none.
    static func original(of keyPath: AnyKeyPath) -> AnyKeyPath {
        keyPaths.withLock { $0[Constant(keyPath: keyPath)] }?.keyPath ?? keyPath
    }
}

extension Bool {
    fileprivate var sortNumber: Int { self ? 1 : 0 }
}

extension Bool? {
    fileprivate var sortNumber: Int? { map { $0 ? 1 : 0 } }
}
