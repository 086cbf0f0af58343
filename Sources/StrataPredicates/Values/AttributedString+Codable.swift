public import Foundation

// Attributed strings are Codable on Apple's platforms only, where an attribute of a model may be
// one.
//
// The form is Apple's: a text without attributes is a string. Otherwise each run is its text,
// followed by a dictionary with its attributes by their names:
//
//     ["Read ", {}, "this", {"NSLanguage": "en"}]
//
// From eleven runs on, equal attributes are written once, and a run has their position:
//
//     {"runs": ["Read ", 0, "this", 1, …], "attributeTable": [{}, {"NSLanguage": "en"}]}
//
// As on Apple's platforms, attributes without an encoding are left out. On Linux these are all but
// Foundation's: there is no list of an app's own scopes.
extension AttributedString: @retroactive Codable {
    private enum CodingKeys: String, CodingKey {
        case runs, attributeTable
    }

    /// The number of runs up to which each has its attributes beside it.
    private static var fewRuns: Int { 10 }

    /// Encodes the text and Foundation's attributes.
    public func encode(to encoder: any Encoder) throws {
        let runs = self.runs.map { (text: text(in: $0.range), attributes: $0.attributes) }
        if runs.isEmpty || runs.count == 1 && runs[0].attributes == AttributeContainer() {
            var container = encoder.singleValueContainer()
            return try container.encode(runs.first?.text ?? "")
        }
        guard runs.count > Self.fewRuns else {
            var container = encoder.unkeyedContainer()
            for run in runs {
                try container.encode(run.text)
                try container.encode(EncodedAttributes(run.attributes))
            }
            return
        }
        var table: [AttributeContainer] = []
        var places: [AttributeContainer: Int] = [:]
        var container = encoder.container(keyedBy: CodingKeys.self)
        var list = container.nestedUnkeyedContainer(forKey: .runs)
        for run in runs {
            let place = places[run.attributes] ?? table.count
            if place == table.count {
                table.append(run.attributes)
                places[run.attributes] = place
            }
            try list.encode(run.text)
            try list.encode(place)
        }
        try container.encode(table.map(EncodedAttributes.init), forKey: .attributeTable)
    }

    /// Decodes the text and the attributes that are Foundation's. Ignores other attributes.
    ///
    /// - Throws: `DecodingError` for another form.
    public init(from decoder: any Decoder) throws {
        // Ignored: a text with attributes is no string.
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self.init(text)
            return
        }
        self.init()
        var table: [EncodedAttributes] = []
        var runs: any UnkeyedDecodingContainer
        // Ignored: many runs have keys.
        if let list = try? decoder.unkeyedContainer() {
            runs = list
        } else {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            table = try container.decode([EncodedAttributes].self, forKey: .attributeTable)
            runs = try container.nestedUnkeyedContainer(forKey: .runs)
        }
        while !runs.isAtEnd {
            let text = try runs.decode(String.self)
            // Ignored: the attributes themselves follow then.
            let place = try? runs.decode(Int.self)
            if let place, !table.indices.contains(place) {
                throw DecodingError.dataCorruptedError(
                    in: runs, debugDescription: "A run has the attributes \(place), of \(table.count) in the table.")
            }
            let attributes = try place.map { table[$0] } ?? runs.decode(EncodedAttributes.self)
            append(AttributedString(text, attributes: attributes.container))
        }
    }

    /// Returns the text of a run, which may end within a character.
    private func text(in range: Range<Index>) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: unicodeScalars[range])
        return String(scalars)
    }
}

/// The attributes of a run that have an encoding, by their names.
private struct EncodedAttributes: Codable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// A key of an attribute.
    private struct Attribute: Sendable {
        let encode: @Sendable (AttributeContainer, inout KeyedEncodingContainer<Name>) throws -> Void
        let decode: @Sendable (inout AttributeContainer, KeyedDecodingContainer<Name>) throws -> Void

        init<Key: CodableAttributedStringKey>(_ key: Key.Type) where Key.Value: Sendable {
            encode = { attributes, container in
                guard let value = attributes[Key.self] else { return }
                try Key.encode(value, to: container.superEncoder(forKey: Name(Key.name)))
            }
            decode = { attributes, container in
                guard container.contains(Name(Key.name)) else { return }
                attributes[Key.self] = try Key.decode(from: container.superDecoder(forKey: Name(Key.name)))
            }
        }
    }

    private static let known: [Attribute] = {
        typealias Keys = AttributeScopes.FoundationAttributes
        return [
            Attribute(Keys.LinkAttribute.self), Attribute(Keys.LanguageIdentifierAttribute.self),
            Attribute(Keys.PersonNameComponentAttribute.self), Attribute(Keys.NumberFormatAttributes.NumberPartAttribute.self),
            Attribute(Keys.NumberFormatAttributes.SymbolAttribute.self), Attribute(Keys.DateFieldAttribute.self),
            Attribute(Keys.AlternateDescriptionAttribute.self), Attribute(Keys.ImageURLAttribute.self),
            Attribute(Keys.ReplacementIndexAttribute.self), Attribute(Keys.MeasurementAttribute.self),
            Attribute(Keys.ByteCountAttribute.self), Attribute(Keys.DurationFieldAttribute.self),
            Attribute(Keys.WritingDirectionAttribute.self),
        ]
    }()

    let container: AttributeContainer

    init(_ container: AttributeContainer) { self.container = container }

    init(from decoder: any Decoder) throws {
        let names = try decoder.container(keyedBy: Name.self)
        var attributes = AttributeContainer()
        for attribute in Self.known { try attribute.decode(&attributes, names) }
        container = attributes
    }

    func encode(to encoder: any Encoder) throws {
        var names = encoder.container(keyedBy: Name.self)
        for attribute in Self.known { try attribute.encode(container, &names) }
    }
}
