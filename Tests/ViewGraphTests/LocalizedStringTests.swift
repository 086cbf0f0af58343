import Foundation
import Testing

@testable import StrataViewGraph

/// Strings that an app localizes outside a text.
@MainActor
struct LocalizedStringTests {
    /// A bundle with translations into German.
    private final class Translations {
        let bundle: Bundle
        private let url: URL

        init() throws {
            url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            let folder = url.appendingPathComponent("de.lproj")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let strings = #""Hello" = "Hallo"; "quakes.count" = "%lld Beben"; "%lld of %@" = "%2$@: %1$lld";"#
            try Data(strings.utf8).write(to: folder.appendingPathComponent("Localizable.strings"))
            try Data(#""Hello" = "Servus";"#.utf8).write(to: folder.appendingPathComponent("Greetings.strings"))
            bundle = try #require(Bundle(url: url))
        }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private struct Greeting: View {
        let bundle: Bundle
        @State private var answer = ""

        var body: some View {
            Text(verbatim: String(localized: "Hello", bundle: bundle))
            Button(String("Ask")) { answer = String(localized: "\(1234) of \("x")", bundle: bundle) }
            Text(verbatim: answer)
        }
    }

    /// Returns the strings of a closure in German.
    private func german(_ strings: () -> String) -> String {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "de_DE")
        var result = ""
        environment.localizing { result = strings() }
        return result
    }

    @Test func `a string without a translation is its key with the values`() {
        let count = 3
        #expect(String(localized: "Hello, **world**") == "Hello, **world**")
        #expect(String(localized: "100% of \(count) \("quakes")") == "100% of 3 quakes")
        #expect(String(localized: String.LocalizationValue("a" + "b"), table: "None", comment: "For nobody") == "ab")
    }

    @Test func `a key without a translation has its default value`() {
        #expect(String(localized: "no.such.key", defaultValue: "\(2) quakes", table: "None", comment: "A count") == "2 quakes")
    }

    @Test func `a string is translated into the language of the view`() throws {
        let translations = try Translations()
        let bundle = translations.bundle
        #expect(german { String(localized: "Hello", bundle: bundle) } == "Hallo")
        #expect(german { String(localized: "Hello", table: "Greetings", bundle: bundle) } == "Servus")
        #expect(german { String(localized: "quakes.count", defaultValue: "\(1234) quakes", bundle: bundle) } == "1.234 Beben")
    }

    @Test func `a locale formats values and does not select the language`() throws {
        let translations = try Translations()
        let bundle = translations.bundle
        let english = Locale(identifier: "en_US")
        #expect(german { String(localized: "\(1234) of \("x")", bundle: bundle, locale: english) } == "x: 1,234")
    }

    @Test func `bodies and actions have the language of their window`() throws {
        let translations = try Translations()
        let view = Greeting(bundle: translations.bundle)
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "de_DE")
        let screen = Screen(WindowGraph(title: "Test", environment: environment, content: view))
        screen.press("Ask")
        #expect(screen.texts == ["Hallo", "Ask", "x: 1.234"])
    }
}
