internal import Foundation
internal import Synchronization

/// The reference objects by which a store of an app's own class knows its objects, each with the
/// primary key that the rest of the framework uses.
///
/// A reference object is what the app's format has for an identity, such as the name of a file or
/// the number of a record. Two reference objects are the same if their texts are: the text is all
/// that is left of one in the URI of an object ID. Keys are given out in order and last as long as
/// the store is open.
///
/// Except for those of missing objects: a URI may name any number of objects that never existed, and
/// objects are deleted. Only the last 10,000 objects that the store was found not to have are
/// remembered. An ID of an earlier one remains that of an object that does not exist.
///
/// Safe to use from any thread.
// Safe to share: a mutex around everything. Reference objects are values that do not change.
final class ReferenceObjects: @unchecked Sendable {
    private struct Name: Hashable {
        let hierarchy: ObjectIdentifier
        let text: String
    }

    // Safe to share: reference objects are values that do not change.
    private struct Entry: @unchecked Sendable {
        let object: Any
        let text: String
        /// Whether the type of the object is a guess from a URI.
        var isGuessed = false
    }

    /// A key that was not given out in order: those of a copied store are unique in each hierarchy.
    private struct AssignedKey: Hashable {
        let hierarchy: ObjectIdentifier
        let key: PrimaryKey
    }

    private struct State {
        var keys: [Name: PrimaryKey] = [:]
        var entries: [PrimaryKey: Entry] = [:]
        var assigned: [AssignedKey: Entry] = [:]
        var last = PrimaryKey(0)
        /// The names of missing objects, numbered in the order in which they were found missing.
        var missing: [PrimaryKey: (name: Name, number: Int)] = [:]
        var lastMissing = 0
    }

    private let state = Mutex(State())
    /// The number of missing objects that are remembered.
    private let missingLimit: Int

    init(missingLimit: Int = 10_000) {
        self.missingLimit = missingLimit
    }

    /// Returns the key of a reference object; gives it one if it has none.
    func key(of object: Any, _ layout: EntityLayout, isGuessed: Bool = false) -> PrimaryKey {
        let text = Self.text(object)
        let entry = Entry(object: object, text: text, isGuessed: isGuessed)
        return state.withLock { state in
            let name = Name(hierarchy: layout.hierarchy, text: text)
            if let key = state.keys[name] {
                if !isGuessed { state.missing[key] = nil }
                if !isGuessed, state.entries[key]?.isGuessed == true { state.entries[key] = entry }
                return key
            }
            state.last = state.last.next
            state.keys[name] = state.last
            state.entries[state.last] = entry
            return state.last
        }
    }

    /// Returns the reference object of a key; nil if no reference object has it.
    func object(of key: PrimaryKey) -> Any? {
        state.withLock { $0.entries[key] }?.object
    }

    /// Returns the reference object of the key of an object of an entity; nil if there is none.
    func object(of key: PrimaryKey, _ layout: EntityLayout) -> Any? {
        state.withLock { $0.assigned[AssignedKey(hierarchy: layout.hierarchy, key: key)] ?? $0.entries[key] }?.object
    }

    /// Returns the reference object of a key, or for a missing object that was forgotten a text that
    /// no object has; nil if there was none.
    func objectOrForgotten(of key: PrimaryKey, _ layout: EntityLayout) -> Any? {
        object(of: key, layout) ?? (hasForgotten(key, layout) ? Self.forgotten(key) : nil)
    }

    private static func forgotten(_ key: PrimaryKey) -> String { "forgotten-\(process)-\(key.rawValue)" }

    private static let process = UUID().uuidString

    /// Whether an object of the entity's hierarchy has the reference object.
    func isKnown(_ object: Any, _ layout: EntityLayout) -> Bool {
        let name = Name(hierarchy: layout.hierarchy, text: Self.text(object))
        return state.withLock { $0.keys[name] != nil }
    }

    /// Gives a reference object the key that its object has already, in a copy of another store.
    func assign(_ object: Any, _ layout: EntityLayout, to key: PrimaryKey) {
        let entry = Entry(object: object, text: Self.text(object))
        state.withLock { state in
            state.keys[Name(hierarchy: layout.hierarchy, text: entry.text)] = key
            state.assigned[AssignedKey(hierarchy: layout.hierarchy, key: key)] = entry
            state.last = max(state.last, key)
        }
    }

    // MARK: Missing objects

    /// The number of reference objects.
    var count: Int { state.withLock { $0.entries.count + $0.assigned.count } }

    /// Records that the store does not have the object of a key. Returns the keys of earlier missing
    /// objects that were forgotten for it.
    func isMissing(_ key: PrimaryKey, _ layout: EntityLayout) -> [PrimaryKey] {
        state.withLock { state in
            guard let entry = state.entries[key], state.missing[key] == nil else { return [] }
            state.lastMissing += 1
            state.missing[key] = (Name(hierarchy: layout.hierarchy, text: entry.text), state.lastMissing)
            guard state.missing.count > missingLimit else { return [] }
            // The older half, so that this is done rarely.
            let older = state.missing.sorted { $0.value.number < $1.value.number }.dropLast(missingLimit / 2)
            for (key, missing) in older {
                state.missing[key] = nil
                state.keys[missing.name] = nil
                state.entries[key] = nil
            }
            return older.map(\.key)
        }
    }

    /// Records that the store has the object of a key.
    func isFound(_ key: PrimaryKey) {
        state.withLock { state in
            if !state.missing.isEmpty { state.missing[key] = nil }
        }
    }

    /// Whether a key was that of a missing object, whose reference object is no longer known.
    func hasForgotten(_ key: PrimaryKey, _ layout: EntityLayout) -> Bool {
        state.withLock { state in
            key <= state.last && state.entries[key] == nil
                && state.assigned[AssignedKey(hierarchy: layout.hierarchy, key: key)] == nil
        }
    }

    /// Replaces the reference object of a key that was given out in order: its object has got another
    /// identity in the store by its first save.
    func replace(_ key: PrimaryKey, by object: Any, _ layout: EntityLayout) {
        let entry = Entry(object: object, text: Self.text(object))
        state.withLock { state in
            if let former = state.entries[key] { state.keys[Name(hierarchy: layout.hierarchy, text: former.text)] = nil }
            state.keys[Name(hierarchy: layout.hierarchy, text: entry.text)] = key
            state.entries[key] = entry
        }
    }

    // MARK: URIs

    /// Returns the text that a URI has for a key, with what a path cannot contain in percent
    /// encoding.
    func uriText(of key: PrimaryKey, _ layout: EntityLayout) -> String {
        let entry = state.withLock { $0.assigned[AssignedKey(hierarchy: layout.hierarchy, key: key)] ?? $0.entries[key] }
        // The text of a forgotten one must not be that of another object.
        let text = entry?.text ?? (hasForgotten(key, layout) ? Self.forgotten(key) : "\(key.rawValue)")
        return text.addingPercentEncoding(withAllowedCharacters: Self.allowed) ?? text
    }

    /// Returns the key for the decoded text of a URI. A text that no reference object has becomes a
    /// new one, as on Apple's platforms: a number if it is one, otherwise a string.
    func key(ofURIText text: String, _ layout: EntityLayout) -> PrimaryKey {
        let number = Int(text).flatMap { "\($0)" == text ? $0 : nil }
        return key(of: number.map { $0 as Any } ?? text, layout, isGuessed: true)
    }

    private static let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "/%"))

    private static func text(_ object: Any) -> String {
        switch object {
        case let text as String: text
        case let uuid as UUID: uuid.uuidString
        default: "\(object)"
        }
    }
}
