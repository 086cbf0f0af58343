internal import Synchronization

/// The key spaces and the reference objects of a coordinator's stores, which it remembers for as
/// long as it exists, so that a store that is added again has the same IDs.
///
/// A store that is being opened gets both before it is known whether it can be opened. They are
/// kept once the store was added, and given back if that failed: a failure uses up nothing.
final class StoreNumbers: Sendable {
    private struct State {
        /// The key spaces by UUID: one, and others of copies that were open at the same time.
        var spaces: [String: [KeySpace]] = [:]
        /// The reference objects of stores of an app's own class, by type and UUID.
        var references: [String: ReferenceObjects] = [:]
        /// Those of stores that have been added, which are never given back.
        var usedSpaces: Set<KeySpace> = []
        var usedReferences: Set<String> = []
        /// The ordinal of the next new key space.
        var next = 0
        /// Key spaces that were given back.
        var free: [KeySpace] = []
    }

    private let state = Mutex(State())

    /// The number of key spaces that stores have.
    var count: Int { state.withLock { state in state.spaces.values.reduce(0) { $0 + $1.count } } }

    /// Returns the key space for a store with a UUID: the one that it had before, or else a new one.
    ///
    /// Two stores with one UUID, an original and a copy, get different key spaces.
    ///
    /// - Parameter taken: The key spaces of the stores that are open.
    func keySpace(for identifier: String, taken: Set<KeySpace>) -> KeySpace {
        state.withLock { state in
            if let known = state.spaces[identifier]?.first(where: { !taken.contains($0) }) { return known }
            let space = state.free.popLast() ?? KeySpace(ordinal: state.next)
            if space == KeySpace(ordinal: state.next) { state.next += 1 }
            state.spaces[identifier, default: []].append(space)
            return space
        }
    }

    /// Returns the reference objects of a store. A store that is added again gets its previous ones, so
    /// that the same objects have the same keys.
    func references(of identifier: String, type: String, otherwise new: ReferenceObjects) -> ReferenceObjects {
        state.withLock { state in
            let name = Self.name(identifier, type)
            let references = state.references[name] ?? new
            state.references[name] = references
            return references
        }
    }

    /// Records what an added store has.
    ///
    /// - Parameter references: Its reference objects; nil for a store that knows objects by keys.
    func use(_ space: KeySpace, _ references: ReferenceObjects?, of identifier: String, type: String) {
        state.withLock { state in
            state.usedSpaces.insert(space)
            guard let references else { return }
            let name = Self.name(identifier, type)
            state.references[name] = references
            state.usedReferences.insert(name)
        }
    }

    /// Gives back what a store got that was not added, unless another one has it.
    ///
    /// - Parameter taken: The key spaces of the stores that are open.
    func giveBack(_ space: KeySpace, of identifier: String, type: String, taken: Set<KeySpace>) {
        state.withLock { state in
            let name = Self.name(identifier, type)
            if !state.usedReferences.contains(name) { state.references[name] = nil }
            guard !state.usedSpaces.contains(space), !taken.contains(space),
                let index = state.spaces[identifier]?.firstIndex(of: space)
            else { return }
            state.spaces[identifier]?.remove(at: index)
            if state.spaces[identifier]?.isEmpty == true { state.spaces[identifier] = nil }
            state.free.append(space)
        }
    }

    private static func name(_ identifier: String, _ type: String) -> String { "\(type) \(identifier)" }
}
