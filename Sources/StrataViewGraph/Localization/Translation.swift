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
        return replacingVariables(in: format, arguments: arguments, language: language)
    }

    /// Returns the form for a number, or "other". A form "zero" is for 0 in every language, also in
    /// those that have no such category.
    private static func form(of forms: [String: String], number: Int?, language: String) -> String? {
        guard !forms.isEmpty else { return nil }
        guard let number else { return forms["other"] }
        if number == 0, let zero = forms["zero"] { return zero }
        return forms[PluralRules.category(of: number, language: language)] ?? forms["other"]
    }

    /// Replaces the variables `%#@name@` by their forms. All placeholders of the result have
    /// positions, because a form may omit its value and thus change the order of the others.
    private func replacingVariables(in format: String, arguments: [Int?], language: String) -> String {
        var result = ""
        var next = 0
        var rest = Substring(format)
        while let match = rest.firstMatch(of: /%(?:(\d+)\$)?#@(\w+)@/) {
            result += FormatString.positioned(rest[..<match.range.lowerBound], from: &next)
            rest = rest[match.range.upperBound...]
            guard let variable = variables[String(match.2)] else { continue }
            var index = variable.argument ?? match.1.flatMap { Int($0) }.map { $0 - 1 } ?? next
            if variable.argument == nil, match.1 == nil { next += 1 }
            let number = arguments.indices.contains(index) ? arguments[index] : nil
            let form = Self.form(of: variable.forms, number: number, language: language) ?? ""
            result += FormatString.positioned(form.replacing("%arg", with: "%lld")[...], from: &index, staysAtFirst: true)
        }
        return result + FormatString.positioned(rest, from: &next)
    }
}
