/// A translation of one key, with its plural forms.
struct Translation: Equatable, Sendable {
    /// The format; of the form "other", if the whole translation has plural forms.
    var format: String
    /// The formats by plural category of the first integer; empty without plural forms.
    var forms: [String: String] = [:]
    /// The parts `%#@name@` of the format, by name.
    var variables: [String: Variable] = [:]

    /// A part of a format with plural forms of its own.
    struct Variable: Equatable, Sendable {
        /// The index of the value that selects the form; nil for the order in the format.
        var argument: Int?
        var forms: [String: String]
    }

    /// Returns the format for values.
    ///
    /// - Parameter arguments: The values that are integers, by index.
    func format(for arguments: [Int?], language: String) -> String {
        let number = arguments.lazy.compactMap { $0 }.first
        let format = Self.form(of: forms, number: number, language: language) ?? format
        guard !variables.isEmpty else { return format }
        return replacingVariables(in: format, arguments: arguments, language: language)
    }

    private static func form(of forms: [String: String], number: Int?, language: String) -> String? {
        guard !forms.isEmpty else { return nil }
        guard let number else { return forms["other"] }
        if number == 0, let zero = forms["zero"] { return zero }
        return forms[PluralRules.category(of: number, language: language)] ?? forms["other"]
    }

    /// Replaces the parts `%#@name@` by their forms. All places get positions then, because a form
    /// may leave its value out.
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

extension FormatString {
    /// Returns a format with a position in each place.
    ///
    /// - Parameters:
    ///   - next: The index of the next value, which is advanced.
    ///   - staysAtFirst: Whether all places have the same value.
    static func positioned(_ format: Substring, from next: inout Int, staysAtFirst: Bool = false) -> String {
        String(format).replacing(/%(%|[0-9.+\-# 'lhqzjtL]*[@dDiuUxXoOfFeEgGaAcCsSp])/) { match in
            if match.1 == "%" { return "%%" }
            defer { if !staysAtFirst { next += 1 } }
            return "%\(next + 1)$\(match.1)"
        }
    }
}
