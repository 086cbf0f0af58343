import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct LocalizationTests {
    /// A folder with a string catalog and a table of strings.
    final class Folder {
        let url: URL

        init(catalog: String? = nil, files: [String: String] = [:]) throws {
            url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            if let catalog { try Data(catalog.utf8).write(to: url.appendingPathComponent("Localizable.xcstrings")) }
            for (path, content) in files {
                let file = url.appendingPathComponent(path)
                try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(content.utf8).write(to: file)
            }
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func string(_ key: LocalizedStringKey, _ language: String) -> String {
            var environment = EnvironmentValues()
            environment.locale = Locale(identifier: language)
            return Text(segments: [TextSegment(source: .localized(key, table: nil, directory: url))]).string(in: environment)
        }
    }

    private static let catalog = """
        {"sourceLanguage": "en", "version": "1.0", "strings": {
          "Hello": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Hallo"}}}},
          "%@ likes %@": {"localizations": {"de": {"stringUnit": {"value": "%2$@ gefällt %1$@"}}}},
          "%lld quakes": {"localizations": {
            "en": {"variations": {"plural": {"one": {"stringUnit": {"value": "%lld quake"}}, "other": {"stringUnit": {"value": "%lld quakes"}}}}},
            "ru": {"variations": {"plural": {
              "one": {"stringUnit": {"value": "%lld толчок"}}, "few": {"stringUnit": {"value": "%lld толчка"}},
              "many": {"stringUnit": {"value": "%lld толчков"}}, "other": {"stringUnit": {"value": "%lld толчка"}}}}}}},
          "%@ has %lld cats and %lld dogs": {"localizations": {"en": {
            "stringUnit": {"value": "%@ has %#@cats@ and %#@dogs@"},
            "substitutions": {
              "cats": {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {
                "one": {"stringUnit": {"value": "a cat"}}, "other": {"stringUnit": {"value": "%arg cats"}}}}},
              "dogs": {"argNum": 3, "formatSpecifier": "lld", "variations": {"plural": {
                "one": {"stringUnit": {"value": "a dog"}}, "other": {"stringUnit": {"value": "%arg dogs"}}}}}}}}}
        }}
        """

    @Test func `a catalog translates`() throws {
        let folder = try Folder(catalog: Self.catalog)
        #expect(folder.string("Hello", "de_AT") == "Hallo")
        #expect(folder.string("Hello", "fr") == "Hello")
        #expect(folder.string("\("Ann") likes \("Bob")", "de") == "Bob gefällt Ann")
    }

    @Test func `the words of controls and hosts are in the language of the window`() throws {
        let strings = ["de.lproj/Localizable.strings": #""Delete" = "Löschen";"#]
        let folder = try Folder(files: strings)
        func words(_ language: String) -> [String] {
            var environment = EnvironmentValues()
            environment.locale = Locale(identifier: language)
            let graph = WindowGraph(title: "Test", environment: environment, content: Text("a"))
            return Localization.$appDirectory.withValue(folder.url) {
                graph.localizing { ["Delete", "Refresh"].map { Localization.word($0) } }
            }
        }
        #expect(words("de_AT") == ["Löschen", "Refresh"])
        #expect(words("fr_FR") == ["Delete", "Refresh"])
    }

    @Test func `what runs inside of another window has the language of its own`() {
        func window(_ language: String) -> WindowGraph {
            var environment = EnvironmentValues()
            environment.locale = Locale(identifier: language)
            return WindowGraph(title: "Test", environment: environment, content: Text("a"))
        }
        let (english, german) = (window("en"), window("de"))
        var languages: [String?] = []
        func note() { languages.append(Localization.current?.locale.identifier) }
        english.localizing {
            note()
            let isGerman = german.localizing {
                note()
                english.localizing { note() }
                return true
            }
            #expect(isGerman)
            note()
        }
        #expect(languages == ["en", "de", "en", "en"])
    }

    @Test func `a catalog has plural forms`() throws {
        let folder = try Folder(catalog: Self.catalog)
        #expect(folder.string("\(1) quakes", "en") == "1 quake")
        #expect(folder.string("\(2) quakes", "fr") == "2 quakes")
        #expect(folder.string("\(21) quakes", "ru") == "21 толчок")
        #expect(folder.string("\(3) quakes", "ru") == "3 толчка")
        #expect(folder.string("\(11) quakes", "ru") == "11 толчков")
    }

    @Test func `each substitution has its own plural form`() throws {
        let folder = try Folder(catalog: Self.catalog)
        #expect(folder.string("\("Ann") has \(1) cats and \(2) dogs", "en") == "Ann has a cat and 2 dogs")
        #expect(folder.string("\("Ann") has \(5) cats and \(1) dogs", "en") == "Ann has 5 cats and a dog")
    }

    @Test func `tables of strings and of plurals translate`() throws {
        let plurals = """
            <?xml version="1.0"?><plist version="1.0"><dict><key>%lld days</key><dict>
            <key>NSStringLocalizedFormatKey</key><string>%#@days@</string>
            <key>days</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key><string>lld</string>
            <key>one</key><string>ein Tag</string><key>other</key><string>%lld Tage</string></dict></dict></dict></plist>
            """
        let folder = try Folder(files: [
            "de.lproj/Localizable.strings": "/* greeting */\n\"Hello\" = \"Hallo \\\"du\\\"\";\n",
            "de.lproj/Localizable.stringsdict": plurals,
        ])
        #expect(folder.string("Hello", "de") == "Hallo \"du\"")
        #expect(folder.string("\(1) days", "de") == "ein Tag")
        #expect(folder.string("\(1200) days", "de") == "1.200 Tage")
    }

    /// Returns the XML of a variable of a `.stringsdict`.
    private func variable(_ name: String, one: String, other: String) -> String {
        """
        <key>\(name)</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
        <key>NSStringFormatValueTypeKey</key><string>lld</string>
        <key>one</key><string>\(one)</string><key>other</key><string>\(other)</string></dict>
        """
    }

    /// Returns a folder whose `.stringsdict` translates a key into English by a format with variables.
    private func folder(_ key: String, _ format: String, _ variables: [String]) throws -> Folder {
        let plurals = """
            <?xml version="1.0"?><plist version="1.0"><dict><key>\(key)</key><dict>
            <key>NSStringLocalizedFormatKey</key><string>\(format)</string>\(variables.joined())</dict></dict></plist>
            """
        return try Folder(files: ["en.lproj/Localizable.stringsdict": plurals])
    }

    @Test func `a plural form may have a variable with plural forms`() throws {
        let trips = variable("trips", one: "one trip in %2$#@days@", other: "%lld trips in %2$#@days@, all %lld")
        let days = variable("days", one: "a day", other: "%lld days")
        let folder = try folder("%lld in %lld of %@", "%1$#@trips@ (%3$@)", [trips, days])
        #expect(folder.string("\(1) in \(1) of \("x")", "en") == "one trip in a day (x)")
        #expect(folder.string("\(1) in \(5) of \("x")", "en") == "one trip in 5 days (x)")
        #expect(folder.string("\(2) in \(1) of \("x")", "en") == "2 trips in a day, all 2 (x)")
    }

    @Test func `a variable in a form without a position is for the next value`() throws {
        let trips = variable("trips", one: "one trip in %#@days@", other: "%lld trips in %#@days@")
        let days = variable("days", one: "a day", other: "%lld days")
        let folder = try folder("%lld in %lld of %@", "%#@trips@ of %@", [trips, days])
        #expect(folder.string("\(2) in \(5) of \("x")", "en") == "2 trips in 5 days of x")
    }

    @Test func `a variable inside itself has no text`() throws {
        let own = variable("a", one: "1 %#@b@", other: "%lld %#@b@")
        let folder = try folder("%lld a", "%#@a@!", [own, variable("b", one: "b", other: "b%1$#@a@")])
        #expect(folder.string("\(2) a", "en") == "2 b!")
    }

    @Test func `a translation cannot read values that are not there`() throws {
        let folder = try Folder(
            catalog:
                #"{"sourceLanguage":"en","strings":{"a %@":{"localizations":{"de":{"stringUnit":{"value":"%9$@ %s %n %lld"}}}}}}"#
        )
        #expect(folder.string("a \("x")", "de") == " x %n ")
    }

    /// Returns a folder whose catalog translates keys into German, each by one text.
    private func german(_ translations: [String: String]) throws -> Folder {
        let entries = translations.map { #""\#($0)":{"localizations":{"de":{"stringUnit":{"value":"\#($1)"}}}}"# }
        return try Folder(catalog: #"{"sourceLanguage":"en","strings":{\#(entries.joined(separator: ","))}}"#)
    }

    @Test func `a translation sets the format of a number`() throws {
        let folder = try german(["Distance: %lf km": "Strecke: %.1f km", "Type %lld %lf": "Typ %1$03lld %2$.2lf"])
        #expect(folder.string("Distance: \(12.34) km", "de") == "Strecke: 12,3 km")
        #expect(folder.string("Distance: \(12.34) km", "en") == "Distance: 12.340000 km")
        #expect(folder.string("Type \(3) \(6.0)", "de") == "Typ 003 6,00")
    }

    @Test func `a translation replaces the format of a specifier`() throws {
        let folder = try german(["%.1f km": "%.3f km", "%.2f km": "%@ km"])
        #expect(folder.string("\(1.5, specifier: "%.1f") km", "de") == "1,500 km")
        // A format for another type of value is ignored.
        #expect(folder.string("\(1.5, specifier: "%.2f") km", "de") == "1,50 km")
    }

    @Test func `a translation replaces the format of an integer's specifier`() throws {
        let folder = try german(["%03ld m": "%05ld Meter", "%llu g": "%x Gramm", "%02d h": "%@ Uhr", "%03d s": "%.1f Sekunden"])
        #expect(folder.string("\(7, specifier: "%03ld") m", "de") == "00007 Meter")
        #expect(folder.string("\(7, specifier: "%03ld") m", "en") == "007 m")
        #expect(folder.string("\(UInt64.max, specifier: "%llu") g", "de") == "ffffffffffffffff Gramm")
        // A format for another type of value is ignored.
        #expect(folder.string("\(7, specifier: "%02d") h", "de") == "07 Uhr")
        #expect(folder.string("\(7, specifier: "%03d") s", "de") == "007 Sekunden")
    }

    @Test func `a plain format of a translation groups the digits of an integer`() throws {
        let folder = try german(["%lld m": "%1$lld Meter", "%lld g": "%x Gramm", "**%lld** kg": "**%05lld** kg"])
        #expect(folder.string("\(1234) m", "de") == "1.234 Meter")
        #expect(folder.string("\(255) g", "de") == "ff Gramm")
        #expect(folder.string("**\(12)** kg", "de") == "00012 kg")
    }

    @Test func `a translation of a string sets the format of a number`() throws {
        let folder = try Folder(catalog: #"{"sourceLanguage":"en","strings":{"Type %lld %lf":\#(Self.typeInEnglish)}}"#)
        let bundle = try #require(Bundle(url: folder.url))
        let english = Locale(identifier: "en_US")
        withExtendedLifetime(folder) {
            #expect(String(localized: "Type \(3) \(6.0)", bundle: bundle, locale: english) == "Type 003: 6.00")
        }
    }

    private static let typeInEnglish =
        #"{"localizations":{"en":{"stringUnit":{"value":"Type %1$03lld: %2$.2lf"}}}}"#

    /// A server is none of the devices, so "other" is for it, then the computer among them.
    @Test func `a translation for devices is that for computers`() throws {
        func unit(_ text: String) -> String { #"{"stringUnit":{"value":"\#(text)"}}"# }
        func entry(_ variations: String) -> String { #"{"localizations":{"de":{"variations":\#(variations)}}}"# }
        let plural = #"{"variations":{"plural":{"one":\#(unit("%lld Tag")),"other":\#(unit("%lld Tage"))}}}"#
        let other = #"{"device":{"iphone":\#(unit("Tippen")),"mac":\#(unit("Mac")),"other":\#(unit("Klicken"))}}"#
        let mac = #"{"device":{"appletv":\#(unit("TV")),"iphone":\#(unit("Tippen")),"mac":\#(unit("Mac"))}}"#
        let first = #"{"device":{"ipod":\#(unit("Pod")),"iphone":\#(unit("Phone")),"ipad":\#(unit("Pad"))}}"#
        let days = #"{"device":{"applewatch":\#(unit("%lld T.")),"other":\#(plural)}}"#
        let both = #"{"plural":{"one":{"variations":\#(other)},"other":{"variations":\#(mac)}}}"#
        let entries = [
            #""Tap":\#(entry(other))"#, #""Touch":\#(entry(mac))"#, #""Hold":\#(entry(first))"#, #""%lld days":\#(entry(days))"#,
            #""%lld ways":\#(entry(both))"#,
        ]
        let folder = try Folder(catalog: #"{"sourceLanguage":"en","strings":{\#(entries.joined(separator: ","))}}"#)
        #expect(folder.string("Tap", "de") == "Klicken")
        #expect(folder.string("Touch", "de") == "Mac")
        #expect(folder.string("Hold", "de") == "Pad")
        #expect(folder.string("\(1) days", "de") == "1 Tag")
        #expect(folder.string("\(2) days", "de") == "2 Tage")
        #expect(folder.string("\(1) ways", "de") == "Klicken")
        #expect(folder.string("\(2) ways", "de") == "Mac")
    }

    /// The specifiers that SwiftUI's types have as values of a `LocalizedStringKey`.
    @Test func `the key of an integer has a placeholder of its length`() {
        let (tiny, short, medium, long) = (Int8(1), Int16(2), Int32(3), Int64(4))
        let (byte, word, quad) = (UInt8(5), UInt32(6), UInt64(7))
        #expect(("\(tiny) \(short) \(medium)" as LocalizedStringKey).key == "%d %d %d")
        #expect(("\(1) \(long)" as LocalizedStringKey).key == "%lld %lld")
        #expect(("\(byte) \(UInt16(1)) \(word)" as LocalizedStringKey).key == "%u %u %u")
        #expect(("\(UInt(1)) \(quad)" as LocalizedStringKey).key == "%llu %llu")
    }

    @Test func `a translation for integers of a length is preferred`() throws {
        let folder = try german(["%d days": "%d kurze Tage", "%lld days": "%lld Tage", "%u%% of %@": "%u%% von %@"])
        #expect(folder.string("\(Int16(2)) days", "de") == "2 kurze Tage")
        #expect(folder.string("\(2) days", "de") == "2 Tage")
        #expect(folder.string("\(UInt8(5))% of \("x")", "de") == "5% von x")
        #expect(folder.string("\(Int16(1200)) hours", "de") == "1.200 hours")
    }

    @Test func `a translation for integers of another length is found`() throws {
        let folder = try german(["%lld days": "%lld Tage", "%d%% of %@": "%d%% von %@"])
        #expect(folder.string("\(Int32(1200)) days", "de") == "1.200 Tage")
        #expect(folder.string("\(UInt8(2)) days", "de") == "2 Tage")
        #expect(folder.string("\(5)% of \("x")", "de") == "5% von x")
        #expect(folder.string("\(UInt(5))% of \("x")", "de") == "5% von x")
        let bundle = try #require(Bundle(url: folder.url))
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "de_DE")
        var text = ""
        withExtendedLifetime(folder) {
            environment.localizing { text = String(localized: "\(Int16(3)) days", bundle: bundle) }
        }
        #expect(text == "3 Tage")
    }

    @Test func `a broken catalog shows the keys`() throws {
        #expect(try Folder(catalog: "{").string("Hello", "de") == "Hello")
    }

    @Test func `the language of a window is the first that the app has`() {
        let languages = ["de", "fr", "en"]
        func locale(_ header: String?) -> String { Localization.locale(for: header, among: languages).identifier }
        #expect(locale("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5") == "fr_CH")
        #expect(locale("it;q=0.9, de-AT;q=0.95") == "de_AT")
        #expect(locale("it-IT") == "en_IT")
        #expect(locale("en;q=0, de") == "de")
        #expect(locale("\"><script>") == Locale.current.identifier)
    }

    @Test(arguments: [
        ("de-AT", "de_AT"), ("de-at", "de_AT"), ("de-Latn-AT", "de_AT"), ("de-1996-AT", "de_AT"), ("de-001", "de_001"),
        ("de-XX", "de"), ("de-000", "de"), ("de-AT000", "de"), ("de-x-AT", "de"), ("AT-de", "en_DE"), ("-AT", "en"), ("-", "en"),
    ])
    func `the region of a window is one that exists`(header: String, identifier: String) {
        #expect(Localization.locale(for: header, among: ["de", "en"]).identifier == identifier)
    }

    @Test func `Chinese is matched by its script`() {
        #expect(Localization.chain(for: "zh-TW") == ["zh-TW", "zh-Hant", "zh"])
        #expect(Localization.chain(for: "zh_Hans_SG") == ["zh-Hans-SG", "zh-Hans", "zh"])
    }

    @Test func `the direction of lines is that of the language`() {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "ar_EG")
        #expect(environment.layoutDirection == .rightToLeft)
        environment.layoutDirection = .leftToRight
        #expect(environment.layoutDirection == .leftToRight)
    }

    @Test func `a locale without a language shows the keys`() throws {
        let folder = try Folder(catalog: Self.catalog)
        #expect(folder.string("Hello", "") == "Hello")
        #expect(Localization.chain(for: "") == [])
        #expect(Localization.chain(for: "@calendar=buddhist") == [])
    }

    @Test func `the translations of the app's own folder take precedence over those of others`() throws {
        func files(_ word: String) -> [String: String] {
            [
                "de.lproj/Localizable.strings": "\"Hello\" = \"\(word)\";",
                "fr.lproj/Localizable.strings": "\"\(word)\" = \"x\";",
            ]
        }
        let (own, other) = (try Folder(files: files("Hallo")), try Folder(files: files("Tag")))
        let table = TranslationTable("Localizable", in: [own.url, other.url])
        #expect(table.languages["de"]?["Hello"]?.format == "Hallo")
        #expect(table.languages["fr"]?["Tag"]?.format == "x")
    }

    @Test func `the source language is that of the app's own catalog`() throws {
        let (own, other) = (try Folder(catalog: #"{"sourceLanguage":"de","strings":{}}"#), try Folder(catalog: Self.catalog))
        #expect(TranslationTable("Localizable", in: [own.url, other.url]).sourceLanguage == "de")
    }

    @Test(arguments: [
        ("%d dB", "5 dB"), ("%d%% of d", "5% of d"), ("%hhd", "5"), ("%03d", "005"), ("%.1f f", "5.0 f"), ("%2$d", "5"),
        ("100% %d", "5"), ("%d %d", "5"), ("%Lf", "5"), ("%s", "5"), ("%*d", "5"), ("no number", "5"),
    ])
    func `a C format writes an integer, or is ignored if it is for something else`(format: String, result: String) {
        #expect(CFormat.string(format, integer: 5) == result)
    }

    @Test func `a C format writes an integer of 64 bits`() {
        #expect(CFormat.string("%d dB", integer: 5_000_000_000) == "5000000000 dB")
        #expect(CFormat.string("%x", integer: 0xFF_FFFF_FFFF) == "ffffffffff")
    }

    /// By the chart of Unicode's CLDR, "Language Plural Rules".
    @Test(arguments: [
        ("pt", 0, "one"), ("pt-PT", 0, "other"), ("pt-PT", 1, "one"), ("pt-BR", 0, "one"), ("pa", 0, "one"), ("pa", 1, "one"),
        ("pa", 2, "other"), ("si", 0, "one"), ("si", 2, "other"), ("zh-Hant", 1, "other"), ("mt", 2, "two"), ("mt", 103, "few"),
        ("gd", 12, "two"), ("en-GB", 1, "one"), ("sr-Latn", 21, "one"),
    ])
    func `plural categories are those of the language and its region`(language: String, number: Int, category: String) {
        #expect(PluralRules.category(of: number, language: language) == category)
    }

    @Test func `European Portuguese has a plural form for zero`() throws {
        let plural = #"{"one":{"stringUnit":{"value":"%lld dia"}},"other":{"stringUnit":{"value":"%lld dias"}}}"#
        let forms = #""variations":{"plural":\#(plural)}"#
        let localizations = #""localizations":{"pt":{\#(forms)},"pt-PT":{\#(forms)}}"#
        let folder = try Folder(catalog: #"{"sourceLanguage":"en","strings":{"%lld days":{\#(localizations)}}}"#)
        #expect(folder.string("\(0) days", "pt_BR") == "0 dia")
        #expect(folder.string("\(0) days", "pt_PT") == "0 dias")
    }
}
