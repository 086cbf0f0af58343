/// The plural categories of integers, by the rules of Unicode's CLDR for common languages. All
/// other languages have the rule of English.
///
/// CLDR's category "many" of French, Italian, Portuguese and Spanish, for multiples of a million,
/// is left out.
enum PluralRules {
    /// Returns the plural category of a number in a language: zero, one, two, few, many or other.
    ///
    /// - Parameter language: The code of the language, which may have a script and a region:
    ///   "pt-PT" has another rule than "pt".
    static func category(of number: Int, language: String) -> String {
        let n = number.magnitude
        if language == "pt-PT" { return n == 1 ? "one" : "other" }
        switch language.prefix(while: { $0 != "-" }) {
        case "ja", "zh", "ko", "vi", "th", "id", "ms", "lo", "my", "yue", "km": return "other"
        case "bo", "dz", "ig", "jv", "sah", "su", "to", "wo", "yo": return "other"
        case "fr", "pt", "hy", "kab", "ff": return n <= 1 ? "one" : "other"
        case "fa", "hi", "bn", "gu", "kn", "zu", "am", "as", "pa", "si", "ak", "ln", "mg", "ti", "wa":
            return n <= 1 ? "one" : "other"
        case "ru", "uk", "be": return slavic(n)
        case "sr", "hr", "bs": return slavic(n) == "many" ? "other" : slavic(n)
        case "pl": return polish(n)
        case "cs", "sk": return n == 1 ? "one" : (2...4).contains(n) ? "few" : "other"
        case "sl": return n % 100 == 1 ? "one" : n % 100 == 2 ? "two" : (3...4).contains(n % 100) ? "few" : "other"
        case "lt": return lithuanian(n)
        case "lv": return n % 10 == 0 || (11...19).contains(n % 100) ? "zero" : n % 10 == 1 && n % 100 != 11 ? "one" : "other"
        case "ro", "mo": return n == 1 ? "one" : n == 0 || (1...19).contains(n % 100) ? "few" : "other"
        case "he", "iw": return n == 1 ? "one" : n == 2 ? "two" : "other"
        case "ar": return arabic(n)
        case "cy": return n < 4 ? ["zero", "one", "two", "few"][Int(n)] : n == 6 ? "many" : "other"
        case "ga": return n == 1 ? "one" : n == 2 ? "two" : (3...6).contains(n) ? "few" : (7...10).contains(n) ? "many" : "other"
        case "gd": return [1, 11].contains(n) ? "one" : [2, 12].contains(n) ? "two" : (3...19).contains(n) ? "few" : "other"
        case "mt": return maltese(n)
        case "is", "mk": return n % 10 == 1 && n % 100 != 11 ? "one" : "other"
        case "fil", "tl": return (1...3).contains(n) || ![4, 6, 9].contains(n % 10) ? "one" : "other"
        default: return n == 1 ? "one" : "other"
        }
    }

    private static func slavic(_ n: UInt) -> String {
        if n % 10 == 1, n % 100 != 11 { return "one" }
        if (2...4).contains(n % 10), !(12...14).contains(n % 100) { return "few" }
        return "many"
    }

    private static func polish(_ n: UInt) -> String {
        if n == 1 { return "one" }
        return (2...4).contains(n % 10) && !(12...14).contains(n % 100) ? "few" : "many"
    }

    private static func lithuanian(_ n: UInt) -> String {
        if (11...19).contains(n % 100) || n % 10 == 0 { return "other" }
        return n % 10 == 1 ? "one" : "few"
    }

    private static func maltese(_ n: UInt) -> String {
        switch n {
        case 1: "one"
        case 2: "two"
        default: n == 0 || (3...10).contains(n % 100) ? "few" : (11...19).contains(n % 100) ? "many" : "other"
        }
    }

    private static func arabic(_ n: UInt) -> String {
        switch n {
        case 0: "zero"
        case 1: "one"
        case 2: "two"
        default: (3...10).contains(n % 100) ? "few" : (11...99).contains(n % 100) ? "many" : "other"
        }
    }
}
