import Foundation
internal import StrataArchives

/// The translations of a table, such as `Localizable`, in all languages.
///
/// They come from a string catalog (`Localizable.xcstrings`), and from `Localizable.strings` and
/// `Localizable.stringsdict` in a folder for each language (`de.lproj`). If several files translate
/// a key into a language, that in the first folder takes precedence. In one folder, tables take
/// precedence over the catalog.
struct TranslationTable: Sendable {
    /// The translations by language and key.
    private(set) var languages: [String: [String: Translation]] = [:]
    /// The language in which the keys are written; nil without a catalog.
    private(set) var sourceLanguage: String?

    /// Reads a table from folders of resources, of which the first is the app's own. A file that is
    /// not valid is ignored, with a warning.
    init(_ name: String, in directories: [URL]) {
        // What is read later replaces what was read before.
        for directory in directories.reversed() {
            addCatalog(at: directory.appendingPathComponent("\(name).xcstrings"))
            for folder in Self.languageFolders(in: directory) {
                let language = folder.deletingPathExtension().lastPathComponent.replacing("_", with: "-")
                addStrings(at: folder.appendingPathComponent("\(name).strings"), language: language)
                addPlurals(at: folder.appendingPathComponent("\(name).stringsdict"), language: language)
            }
        }
        addLongIntegers()
    }

    /// Whether the app has no such table.
    var isEmpty: Bool { languages.isEmpty }

    private static func languageFolders(in directory: URL) -> [URL] {
        let entries = ResourceFiles.entries(of: directory)
        return entries.filter { $0.pathExtension == "lproj" }
    }

    private mutating func add(_ translation: Translation, for key: String, language: String) {
        languages[language, default: [:]][key] = translation
    }

    /// Adds the translations of keys with integers of other lengths under the keys with `%lld`, which
    /// is how a key without a translation is searched for again.
    private mutating func addLongIntegers() {
        for (language, translations) in languages {
            // Sorted, so that the same of several keys is used each time.
            for key in translations.keys.sorted() {
                guard let long = FormatString.withLongIntegers(key) else { continue }
                if languages[language]?[long] == nil { languages[language]?[long] = translations[key] }
            }
        }
    }

    // MARK: Tables of strings

    private mutating func addStrings(at url: URL, language: String) {
        guard let list = Self.propertyList(at: url) else { return }
        languages[language, default: [:]].merge(list.compactMapValues { ($0 as? String).map { Translation(format: $0) } }) { $1 }
    }

    private mutating func addPlurals(at url: URL, language: String) {
        for (key, value) in Self.propertyList(at: url) ?? [:] {
            guard let entry = value as? [String: Any], let format = entry["NSStringLocalizedFormatKey"] as? String else {
                continue
            }
            var translation = Translation(format: format)
            for case (let name, let variable as [String: Any]) in entry {
                translation.variables[name] = Translation.Variable(forms: variable.compactMapValues { $0 as? String })
            }
            add(translation, for: key, language: language)
        }
    }

    private static func propertyList(at url: URL) -> [String: Any]? {
        guard let data = ResourceFiles.data(at: url) else { return nil }
        // Ignored: the warning says all that matters.
        // Safe to decode: the file is one of the app's resources.
        guard let list = (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Any] else {
            WarningLog.warn("\(url.path) is not a valid property list. Its translations are not used.")
            return nil
        }
        return list
    }

    // MARK: String catalogs

    private mutating func addCatalog(at url: URL) {
        guard let data = ResourceFiles.data(at: url) else { return }
        do {
            let catalog = try JSONDecoder().decode(StringCatalog.self, fromUntrusted: data)
            sourceLanguage = catalog.sourceLanguage
            // Adds the source language even if it has no translations: its texts are the keys.
            languages[catalog.sourceLanguage, default: [:]].merge([:]) { $1 }
            for (key, entry) in catalog.strings {
                for (language, localization) in entry.localizations ?? [:] {
                    guard let translation = localization.translation(of: key) else { continue }
                    add(translation, for: key, language: language)
                }
            }
        } catch {
            WarningLog.warn("\(url.path) is not a valid string catalog (\(error)). Its translations are not used.")
        }
    }
}

/// The content of a file `.xcstrings`.
private struct StringCatalog: Decodable {
    struct Entry: Decodable {
        let localizations: [String: Localization]?
    }

    struct Localization: Decodable {
        let stringUnit: Unit?
        let variations: Variations?
        let substitutions: [String: Substitution]?

        /// Returns the translation of a key; nil if it has neither a text nor the form "other".
        func translation(of key: String) -> Translation? {
            let forms = variations?.forms ?? [:]
            guard let format = stringUnit?.value ?? forms["other"] ?? variations?.text else { return nil }
            return Translation(
                format: format, forms: forms,
                variables: (substitutions ?? [:]).mapValues {
                    Translation.Variable(argument: $0.argNum.map { $0 - 1 }, forms: $0.variations?.forms ?? [:])
                })
        }
    }

    struct Unit: Decodable {
        let value: String
    }

    /// One of several variations: a text, or variations of another kind.
    struct Form: Decodable {
        let stringUnit: Unit?
        let variations: Variations?

        /// The text; nil if the form has neither a text nor a variation for this computer with one.
        var text: String? { stringUnit?.value ?? variations?.text }
    }

    struct Variations: Decodable {
        let plural: [String: Form]?
        let device: [String: Form]?

        /// The variation for a computer: that for all other devices, or for a Mac, or the first by name.
        private var ownDevice: Form? {
            guard let device else { return nil }
            return device["other"] ?? device["mac"] ?? device.min { $0.key < $1.key }?.value
        }

        /// The texts by plural category; empty without plural forms.
        var forms: [String: String] { plural?.compactMapValues(\.text) ?? ownDevice?.variations?.forms ?? [:] }

        /// The text for a computer; nil if there is none. That of several plural forms is "other".
        var text: String? { plural?["other"]?.text ?? ownDevice?.text }
    }

    struct Substitution: Decodable {
        let argNum: Int?
        let variations: Variations?
    }

    let sourceLanguage: String
    let strings: [String: Entry]
}
