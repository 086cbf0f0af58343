public import Foundation

// On Apple's platforms, these initializers are part of Foundation, which has none of them on Linux.

extension String {
    /// Creates a string from a key, which is also the text in the language that the app is written
    /// in.
    ///
    ///     let title = String(localized: "\(count) earthquakes")
    ///
    /// The language is that of the window whose view is evaluated or whose action runs, and in other
    /// code that of the process. Markdown stays as it is.
    ///
    /// - Parameters:
    ///   - keyAndValue: The key, usually a literal with interpolations.
    ///   - table: The name of the table of translations; nil for `Localizable`.
    ///   - bundle: The bundle with the translations; nil for the app's.
    ///   - locale: The locale in which interpolated values are formatted: by default, that of the
    ///     window. It does not select the language.
    ///   - comment: A note for translators.
    public init(
        localized keyAndValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = ._ofRunningWindow, comment: StaticString? = nil
    ) {
        self = keyAndValue.string(for: keyAndValue.key.key, table: table, bundle: bundle, locale: locale)
    }

    /// Creates a string from a key, with a text in the language that the app is written in.
    ///
    /// The language is that of the window whose view is evaluated or whose action runs, and in other
    /// code that of the process. Markdown stays as it is.
    ///
    /// - Parameters:
    ///   - key: The key of the translation.
    ///   - defaultValue: The text if the key has no translation, and the values of the translation.
    ///   - table: The name of the table of translations; nil for `Localizable`.
    ///   - bundle: The bundle with the translations; nil for the app's.
    ///   - locale: The locale in which interpolated values are formatted: by default, that of the
    ///     window. It does not select the language.
    ///   - comment: A note for translators.
    public init(
        localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = ._ofRunningWindow, comment: StaticString? = nil
    ) {
        self = defaultValue.string(for: key.description, table: table, bundle: bundle, locale: locale)
    }

    /// A key to the app's translations, with the values of its interpolations.
    public struct LocalizationValue: ExpressibleByStringInterpolation, Equatable, Sendable {
        fileprivate let key: LocalizedStringKey

        /// Creates a key from a string.
        public init(_ value: String) { key = LocalizedStringKey(value) }

        /// Creates a key from a literal without interpolations.
        public init(stringLiteral value: String) { self.init(value) }

        /// Creates a key from a literal with interpolations.
        public init(stringInterpolation: StringInterpolation) {
            key = LocalizedStringKey(stringInterpolation: stringInterpolation.key)
        }

        /// Returns the translation of another key with the values of this one, or this one's text if
        /// there is none.
        fileprivate func string(for other: String, table: String?, bundle: Bundle?, locale: Locale) -> String {
            var environment = Localization.environment
            let format =
                Localization.translation(
                    of: other, table: table, directory: bundle?.directoryOfTranslations, locale: environment.locale,
                    arguments: key.arguments.map(\.integer)) ?? key.key
            guard !key.arguments.isEmpty else { return format }
            environment.locale = locale
            return key.string(of: FormatString.tokens(of: format), in: environment)
        }
    }
}

extension String.LocalizationValue {
    /// A literal with interpolations under construction, by code of the compiler.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key: LocalizedStringKey.StringInterpolation

        /// Creates an empty literal with room for literal text.
        public init(literalCapacity: Int, interpolationCount: Int) {
            key = LocalizedStringKey.StringInterpolation(
                literalCapacity: literalCapacity, interpolationCount: interpolationCount)
        }

        /// Appends literal text.
        public mutating func appendLiteral(_ literal: String) { key.appendLiteral(literal) }

        /// Appends a string as it is.
        public mutating func appendInterpolation(_ string: String) { key.appendInterpolation(string) }

        /// Appends a string as it is.
        public mutating func appendInterpolation(_ string: Substring) { key.appendInterpolation(string) }

        /// Appends an integer in the format of the user's language. A translation can have a plural
        /// form for it.
        public mutating func appendInterpolation<N: BinaryInteger>(_ number: N) { key.appendInterpolation(number) }

        /// Appends a number with six decimals, as C's `%lf` does.
        public mutating func appendInterpolation(_ number: Double) { key.appendInterpolation(number) }

        /// Appends a number with six decimals, as C's `%f` does.
        public mutating func appendInterpolation(_ number: Float) { key.appendInterpolation(number) }

        /// Appends a number with six decimals, as C's `%lf` does.
        public mutating func appendInterpolation(_ number: CGFloat) { key.appendInterpolation(number) }

        /// Appends an integer in a C format, such as `"%03ld"`. It selects no plural form.
        public mutating func appendInterpolation<N: BinaryInteger>(_ number: N, specifier: String) {
            key.appendInterpolation(number, specifier: specifier)
        }

        /// Appends a number in a C format, such as `"%.1f"`.
        public mutating func appendInterpolation(_ number: Double, specifier: String) {
            key.appendInterpolation(number, specifier: specifier)
        }

        /// Appends a number in a C format, such as `"%.1f"`.
        public mutating func appendInterpolation(_ number: Float, specifier: String) {
            key.appendInterpolation(number, specifier: specifier)
        }

        /// Appends a value formatted by a format style.
        public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
        where F.FormatInput: Equatable, F.FormatOutput == String {
            key.appendInterpolation(input, format: format)
        }

        /// Appends a value formatted by a formatter; without one, its description.
        public mutating func appendInterpolation<Subject: ReferenceConvertible>(_ subject: Subject, formatter: Formatter? = nil) {
            key.appendInterpolation(subject, formatter: formatter)
        }

        /// Appends an object formatted by a formatter; without one, its description.
        public mutating func appendInterpolation<Subject: NSObject>(_ subject: Subject, formatter: Formatter? = nil) {
            key.appendInterpolation(subject, formatter: formatter)
        }
    }
}

extension Locale {
    /// The locale of the window whose view is evaluated or whose action runs; in other code, that of
    /// the process.
    public static var _ofRunningWindow: Locale { Localization.environment.locale }
}

extension Bundle {
    /// The folder of the bundle's translations; nil for those of the app, of which SwiftPM puts none
    /// into the main bundle.
    var directoryOfTranslations: URL? { self == .main ? nil : resourceURL }
}
