package import Foundation
internal import StrataArchives
package import StrataUserActivity

/// The identity of a scene: a session restores only a window of the same scene, for the same
/// person.
package struct SceneIdentity: Hashable, Sendable {
    /// The digest of the person whose window it is; nil if the app does not tell.
    package var owner: String?
    /// The name of the scene in the URL of its page; nil for the first one.
    package var scene: String?
    /// The JSON of the value in the URL of its page.
    package var value: String?

    package init(owner: String? = nil, scene: String? = nil, value: String? = nil) {
        self.owner = owner
        self.scene = scene
        self.value = value
    }
}

/// The content of a scene session at a moment, as a store keeps it.
package struct SceneRecord: Hashable, Sendable {
    /// The name of the session, which only its tab knows.
    package var name: String
    package var identity: SceneIdentity
    /// The JSON of the value that the window presents now; nil if the app has not changed it.
    package var presented: String?
    /// The activity of the window; nil for none.
    package var activity: UserActivityRecord?
    /// The values of the scene's storage, by key.
    package var values: [String: StoredValue]
    /// The time at which a tab last showed the scene.
    package var lastSeen: Date

    package init(
        name: String, identity: SceneIdentity = SceneIdentity(), presented: String? = nil,
        activity: UserActivityRecord? = nil, values: [String: StoredValue] = [:], lastSeen: Date = Date()
    ) {
        self.name = name
        self.identity = identity
        self.presented = presented
        self.activity = activity
        self.values = values
        self.lastSeen = lastSeen
    }

    /// The key of the activity among the values. It is stored like a value, so that stores of versions
    /// without activities have the same tables.
    private static let activityKey = "strata.userActivity"

    /// The values and the activity as data, for a store that knows nothing of their types.
    package func encodedValues() throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        var values = values
        values[Self.activityKey] = try activity.map { .data(try $0.encoded()) }
        return try encoder.encode(values)
    }

    /// Decodes the values and the activity that ``encodedValues()`` has encoded. Those that another
    /// version of Strata has written in another way are left out.
    package static func decodeValues(_ data: Data) throws -> (values: [String: StoredValue], activity: UserActivityRecord?) {
        var values = try PropertyList.decode([String: LossyValue].self, from: data).compactMapValues(\.value)
        guard case .data(let encoded)? = values.removeValue(forKey: activityKey) else { return (values, nil) }
        return (values, LossyValue.decode("The activity") { try UserActivityRecord(encoded: encoded) })
    }

    /// A value, or nil for one that cannot be decoded.
    private struct LossyValue: Decodable {
        let value: StoredValue?

        init(from decoder: any Decoder) throws { value = Self.decode("A value") { try StoredValue(from: decoder) } }

        static func decode<Content>(_ what: String, _ body: () throws -> Content) -> Content? {
            do {
                return try body()
            } catch {
                WarningLog.warn("\(what) of a stored scene cannot be decoded, and is left out: \(error)")
                return nil
            }
        }
    }
}
