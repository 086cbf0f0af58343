/// A translation of one key, with its plural forms.
struct Translation: Equatable, Sendable {
    /// The format. If the whole translation has plural forms, that of the category "other".
    var format: String
    /// The formats, by the plural category of the first integer; empty without plural forms.
    var forms: [String: String] = [:]
    /// The variables `%#@name@` of the format, by name.
    var variables: [String: Variable] = [:]

    /// A part of a format that has its own plural forms.
    struct Variable: Equatable, Sendable {
        /// The index of the value that selects the form; nil for the order of placeholders.
        var argument: Int?
        var forms: [String: String]
    }

    /// Returns the format with the plural forms for some values.
    ///
    /// - Parameter arguments: The values that are integers, by index.
    func format(for arguments: [Int?], language: String) -> String {
        let number = arguments.lazy.compactMap { $0 }.first
        let format = Self.form(of: forms, number: number, language: language) ?? format
        guard !variables.isEmpty else { return format }
        var next = 0
        let values = Values(arguments: arguments, language: language)
        return replacingVariables(in: format[...], values, next: &next, around: [])
    }

    /// The values by which variables select their forms.
    private struct Values {
        let arguments: [Int?]
        let language: String
    }

    /// Returns the form for a number, or "other". A form "zero" is for 0 in every language, also in
    /// those that have no such category.
    private static func form(of forms: [String: String], number: Int?, language: String) -> String? {
        guard !forms.isEmpty else { return nil }
        guard let number else { return forms["other"] }
        if number == 0, let zero = forms["zero"] { return zero }
        return forms[PluralRules.category(of: number, language: language)] ?? forms["other"]
    }

    /// Replaces the variables `%#@name@` by their forms, and those in the forms by theirs. All
    /// placeholders of the result have positions, because a form may omit its value and thus change
    /// the order of the others.
    ///
    /// - Parameters:
    ///   - own: The index of the value of the variable around, for which all placeholders stand; nil
    ///     for the order of placeholders.
    ///   - next: The index of the next value in the order of placeholders.
    ///   - names: The variables around. One of them that occurs again has no text.
    private func replacingVariables(
        in format: Substring, _ values: Values, of own: Int? = nil, next: inout Int, around names: Set<String>
    ) -> String {
        func positioned(_ text: Substring) -> String {
            guard var own else { return FormatString.positioned(text, from: &next) }
            return FormatString.positioned(text, from: &own, staysAtFirst: true)
        }
        var result = ""
        var rest = format
        // Most forms have no variables, and the search by a pattern is slow.
        while rest.utf8.contains(UInt8(ascii: "#")), let match = rest.firstMatch(of: /%(?:(\d+)\$)?#@(\w+)@/) {
            result += positioned(rest[..<match.range.lowerBound])
            rest = rest[match.range.upperBound...]
            let name = String(match.2)
            guard let variable = variables[name], !names.contains(name) else { continue }
            let index = variable.argument ?? match.1.flatMap { Int($0) }.map { $0 - 1 } ?? next
            if variable.argument == nil, match.1 == nil { next += 1 }
            let number = values.arguments.indices.contains(index) ? values.arguments[index] : nil
            let form = Self.form(of: variable.forms, number: number, language: values.language) ?? ""
            result += replacingVariables(
                in: form.replacing("%arg", with: "%lld")[...], values, of: index, next: &next, around: names.union([name]))
        }
        return result + positioned(rest)
    }
}
