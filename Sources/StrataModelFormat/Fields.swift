/// The XML attributes of an element, as written. They are called fields because "attribute" is a
/// term of Core Data.
///
/// The typed properties of an element read and write these fields, so that fields that this version
/// of Strata does not know are preserved.
package struct Fields: Hashable, Sendable {
    /// The text between the quotation marks, by name.
    package var values: [String: String]

    package init(_ values: [String: String] = [:]) {
        self.values = values
    }

    /// The text of a field; nil if the field is absent.
    package subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// A `YES` or `NO`. Setting the default removes the field, as Xcode omits it.
    package subscript(flag name: String, default default: Bool = false) -> Bool {
        get { values[name].map(Self.isTrue) ?? `default` }
        set { values[name] = newValue == `default` ? nil : newValue ? "YES" : "NO" }
    }

    /// A whole number; nil if the field is absent or has another value.
    package subscript(count name: String) -> Int? {
        get { values[name].flatMap(Int.init) }
        set { values[name] = newValue.map(String.init) }
    }

    /// Whether a text is true as Apple's tools read it, with `NSString.boolValue`: `YES`, `true`
    /// and `1` are.
    private static func isTrue(_ text: String) -> Bool {
        text.drop { $0 == " " }.first.map { "YyTt123456789".contains($0) } ?? false
    }
}
