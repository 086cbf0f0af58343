public import Foundation
internal import StrataArchives

// The encoding of a schema
//
// A schema is encoded as its version and its root entities, each with its subentities. Strata's
// format is its own: Apple does not document theirs.
//
// - A type is encoded by its mangled name, so the program that decodes a schema must contain the
//   type. A private type has no such name.
// - A key path cannot be encoded. The relationships of a decoded schema have names instead.

extension Schema: Codable {
    private enum CodingKeys: String, CodingKey {
        case encodingVersion, version, entities, order
    }

    /// Decodes a schema.
    ///
    /// - Throws: `DecodingError` for a newer format, and for a type that the program does not
    ///   contain.
    public convenience init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let format = try container.decode(Version.self, forKey: .encodingVersion)
        guard format.major <= Schema.schemaEncodingVersion.major else {
            throw DecodingError.dataCorruptedError(
                forKey: .encodingVersion, in: container,
                debugDescription: """
                    The schema has the format \(format). This version of Strata reads \(Schema.schemaEncodingVersion).
                    """)
        }
        let roots = try container.decode([Entity].self, forKey: .entities)
        let order = try container.decode([String].self, forKey: .order)
        var all: [String: Entity] = [:]
        func add(_ entity: Entity) throws {
            guard all.updateValue(entity, forKey: entity.name) == nil else {
                throw DecodingError.dataCorruptedError(
                    forKey: .entities, in: container, debugDescription: "The schema has two entities '\(entity.name)'.")
            }
            try entity.orderedSubentities.forEach(add)
        }
        try roots.forEach(add)
        let ordered = order.compactMap { all[$0] }
        self.init(
            entities: ordered + roots, version: try container.decode(Version.self, forKey: .version), encodingVersion: format)
    }

    /// Encodes the schema.
    ///
    /// - Throws: `EncodingError` for a private type, and for a default value that is not encodable.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Schema.schemaEncodingVersion, forKey: .encodingVersion)
        try container.encode(version, forKey: .version)
        try container.encode(entities.filter { $0.superentity == nil }, forKey: .entities)
        try container.encode(entities.map(\.name), forKey: .order)
    }
}

extension Schema {
    /// Writes the schema to a file, as JSON in a format of Strata.
    ///
    /// - Throws: `EncodingError` for a private type and for a default value that is not encodable,
    ///   or the error of the file system.
    public func save(to toURL: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try encoder.encode(self).write(to: toURL, options: .atomic)
    }

    /// Reads a schema that `save(to:)` wrote.
    ///
    /// Its relationships have no key paths, but names, and `entity(for:)` finds entities by the
    /// name of the class.
    ///
    /// - Throws: `DecodingError` if the file is not a schema or names a type that the program does
    ///   not contain, or the error of the file system.
    public static func load(from fromURL: URL) throws -> Schema {
        try JSONDecoder().decode(Schema.self, fromUntrusted: Data(contentsOf: fromURL))
    }
}
