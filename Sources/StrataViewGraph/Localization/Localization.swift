package import Foundation
import Synchronization

/// The translations of an app, in the language of a window.
package enum Localization {
    /// The settings of the view that is being evaluated, or of the window whose action runs; nil
    /// outside an evaluation and an action.
    @TaskLocal static var current: Settings?

    /// The folder that takes the place of those of the app's resources; nil for none. Tests set it.
    @TaskLocal package static var appDirectory: URL?

    /// The values of the environment that determine how texts are translated and formatted.
    struct Settings: Equatable, Sendable {
        let locale: Locale
        let calendar: Calendar
        let timeZone: TimeZone
    }

    /// An environment with the settings of the view that is being evaluated, and otherwise
    /// defaults.
    static var environment: EnvironmentValues {
        var environment = EnvironmentValues()
        if let current {
            environment.locale = current.locale
            environment.calendar = current.calendar
            environment.timeZone = current.timeZone
        }
        return environment
    }

    private struct TableName: Hashable {
        let name: String
        let directory: URL?
    }

    private static let tables = Mutex<[TableName: TranslationTable]>([:])

    /// Returns the table of a name, which is read once.
    private static func table(_ name: String, in directory: URL?) -> TranslationTable {
        let directory = directory ?? appDirectory
        let key = TableName(name: name, directory: directory)
        if let table = tables.withLock({ $0[key] }) { return table }
        // Read without the lock, which every text of every window acquires.
        let read = TranslationTable(name, in: directory.map { [$0] } ?? ResourceDirectories.app)
        return tables.withLock { tables in
            if let table = tables[key] { return table }
            tables[key] = read
            return read
        }
    }

    /// Returns the format of a key in the language of a locale, or the key itself if it has no
    /// translation.
    ///
    /// - Parameter arguments: The values of the key that are integers, by index.
    static func format(for key: String, table name: String?, directory: URL?, locale: Locale, arguments: [Int?]) -> String {
        translation(of: key, table: name, directory: directory, locale: locale, arguments: arguments) ?? key
    }

    /// Returns the format of a key in the language of a locale, or nil if it has no translation.
    static func translation(
        of key: String, table name: String?, directory: URL?, locale: Locale, arguments: [Int?]
    ) -> String? {
        let table = table(name ?? "Localizable", in: directory)
        return table.isEmpty ? nil : table.format(for: key, locale: locale, arguments: arguments)
    }

    /// Returns a word that a control or the host shows by itself, such as "Delete", in the language
    /// of the window whose view is evaluated or written; the word itself if the app does not
    /// translate it.
    package static func word(_ key: String) -> String {
        format(for: key, table: nil, directory: nil, locale: current?.locale ?? .current, arguments: [])
    }

    // MARK: The language of a window

    /// The languages into which the app is translated, then the language that it is written in.
    static var appLanguages: [String] {
        let table = table("Localizable", in: nil)
        return table.languages.keys.sorted() + [table.sourceLanguage ?? "en"]
    }

    /// Returns the locale of a window: the first requested language that the app has, with the
    /// user's region. If the app has none of them, its own language; without a request, the locale
    /// of the process.
    ///
    /// - Parameter acceptLanguage: The languages that a browser asks for, as in the header
    ///   `Accept-Language`: "de-AT,de;q=0.9,en;q=0.5".
    package static func locale(for acceptLanguage: String?, among available: [String]? = nil) -> Locale {
        let requested = languages(in: acceptLanguage ?? "")
        let available = available ?? appLanguages
        let region = requested.lazy.compactMap(region(of:)).first
        for language in requested {
            guard let match = chain(for: language).first(where: available.contains) else { continue }
            return locale(language: match, region: Self.region(of: language) ?? region)
        }
        guard !requested.isEmpty else { return .current }
        return locale(language: available.last ?? "en", region: region)
    }

    private static func locale(language: String, region: Locale.Region?) -> Locale {
        var components = Locale.Components(identifier: language)
        components.languageComponents.region = components.languageComponents.region ?? region
        return Locale(components: components)
    }

    /// The codes of all regions.
    private static let regionCodes = Set(Locale.Region.isoRegions.map(\.identifier))

    /// Returns the region of a language that a browser asks for, such as AT of "de-AT" and 419 of
    /// "es-419"; nil if it names no region that exists.
    ///
    /// Makes no `Locale` of the client's text, because Foundation keeps each identifier in memory as
    /// long as the process lives.
    private static func region(of language: String) -> Locale.Region? {
        // What follows a subtag of one character is an extension.
        let subtags = language.split(separator: "-").map(String.init).dropFirst().prefix { $0.count > 1 }
        let code = subtags.first { $0.count == 2 || $0.count == 3 && $0.allSatisfy(\.isNumber) }?.uppercased()
        return code.flatMap { regionCodes.contains($0) ? Locale.Region($0) : nil }
    }

    /// Returns the languages of a header, sorted by preference. The header is untrusted, so only
    /// its first 500 characters and 20 languages are read.
    static func languages(in header: String) -> [String] {
        let entries = header.prefix(500).split(separator: ",").prefix(20).compactMap { entry -> (tag: String, quality: Double)? in
            let parts = entry.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let tag = parts.first, !tag.isEmpty, tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
            else { return nil }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return quality > 0 ? (tag, quality) : nil
        }
        // Languages of equal quality keep their order.
        return entries.enumerated().sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }.map(
            \.element.tag)
    }

    /// Returns the names under which an app may have a language, the most specific first:
    /// zh-Hant-TW, zh-Hant, zh. Chinese without a script gets that of its region. Empty for a
    /// locale without a language.
    static func chain(for identifier: String) -> [String] {
        let language = identifier.replacing("_", with: "-").prefix { $0 != "@" }
        let words = language.split(separator: "-").map(String.init)
        var chain = words.indices.reversed().map { words[...$0].joined(separator: "-") }
        if words.first == "zh", !chain.contains("zh-Hant"), !chain.contains("zh-Hans") {
            let isTraditional = words.dropFirst().contains { ["TW", "HK", "MO"].contains($0) }
            chain.insert(isTraditional ? "zh-Hant" : "zh-Hans", at: chain.count - 1)
        }
        return chain
    }
}

extension WindowGraph {
    /// Calls a function in the language of the window, for the strings that actions localize, and for
    /// the words that a host writes by itself.
    package func localizing<Result>(_ body: () -> Result) -> Result {
        guard let environment = rootNode?.environment else { return body() }
        return environment.localizing(body)
    }
}

extension TranslationTable {
    /// Returns the format of a key in the language of a locale. If there is none, in the language
    /// that the app is written in, in the folder `Base`, or in English; at last, nil.
    ///
    /// The key of an integer has a placeholder of its length. A translation for integers of another
    /// length is found, too, because the type of a value may change.
    fileprivate func format(for key: String, locale: Locale, arguments: [Int?]) -> String? {
        let requested = Localization.chain(for: locale.identifier)
        lazy var long = arguments.isEmpty ? nil : FormatString.withLongIntegers(key)
        for language in requested + [sourceLanguage, "Base", "en"].compactMap({ $0 }) {
            guard let translations = languages[language],
                let translation = translations[key] ?? long.flatMap({ translations[$0] })
            else { continue }
            return translation.format(for: arguments, language: language == "Base" ? "en" : language)
        }
        return nil
    }
}

@MainActor
private enum EvaluatedEnvironment {
    /// The environment whose settings are those of the present evaluation; nil outside one.
    static var current: EnvironmentValues? { didSet { other = nil } }
    /// Another environment that is known to have the same language.
    static var other: EnvironmentValues?
}

extension EnvironmentValues {
    /// Evaluates a view with this environment's language, for texts that become strings during the
    /// evaluation, such as titles.
    @MainActor
    func localizing<Result>(_ evaluate: () -> Result) -> Result {
        let former = EvaluatedEnvironment.current
        // Most views have the environment of the view around them, or one with the same language.
        if let former {
            if former.isIdentical(to: self) || EvaluatedEnvironment.other?.isIdentical(to: self) == true { return evaluate() }
            if former.hasSameLanguage(as: self) {
                EvaluatedEnvironment.other = self
                return evaluate()
            }
        }
        EvaluatedEnvironment.current = self
        defer { EvaluatedEnvironment.current = former }
        let settings = Localization.Settings(locale: locale, calendar: calendar, timeZone: timeZone)
        return Localization.$current.withValue(settings, operation: evaluate)
    }
}
