/// The XML attributes of an element, as written. They are called fields here, because "attribute" means Core Data's.
///
/// Everything an element knows of itself is kept in here, and typed properties read and write it. So what this version of Strata
/// does not know is kept too.
package struct Fields: Hashable, Sendable {
    /// What stands between the quotes, by name.
    package var values: [String: String]

    package init(_ values: [String: String] = [:]) {
        self.values = values
    }

    /// The text of a field; nil if the field is absent.
    package subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// A `YES` or `NO`. Setting the default removes the field, as Xcode leaves it out.
    package subscript(flag name: String, default default: Bool = false) -> Bool {
        get { values[name].map(Self.isTrue) ?? `default` }
        set { values[name] = newValue == `default` ? nil : newValue ? "YES" : "NO" }
    }

    /// A whole number; nil if the field is absent or holds something else.
    package subscript(count name: String) -> Int? {
        get { values[name].flatMap(Int.init) }
        set { values[name] = newValue.map(String.init) }
    }

    /// Reads a flag as `NSString.boolValue` does, which is how Apple's tools read it: `YES`, `true` and `1` are true.
    private static func isTrue(_ text: String) -> Bool {
        text.drop { $0 == " " }.first.map { "YyTt123456789".contains($0) } ?? false
    }
}
