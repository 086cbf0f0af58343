import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// `Text` and `LocalizedStringKey` by their documentation.
@MainActor
struct TextTests {
    private let english = Locale(identifier: "en_US")
    private let german = Locale(identifier: "de_DE")

    @Test func `a verbatim text shows its characters without interpreting them`() {
        let window = TestWindow(Text(verbatim: "**Bold** [link](https://example.com)"))
        #expect(window.texts == ["**Bold** [link](https://example.com)"])
    }

    @Test func `a text of a string variable is shown without localization`() {
        let string = "**Bold**"
        #expect(TestWindow(Text(string)).texts == ["**Bold**"])
    }

    @Test func `a text of a string literal interprets Markdown`() {
        #expect(TestWindow(Text("**Bold** and _italic_")).texts == ["Bold and italic"])
    }

    @Test func `a link in Markdown is shown by its title`() {
        #expect(TestWindow(Text("Open [Apple](https://apple.com) now")).texts == ["Open Apple now"])
    }

    @Test func `the concatenation of two texts is one text`() {
        let window = TestWindow(Text("Hello, ").bold() + Text("world").italic())
        #expect(window.texts == ["Hello, world"])
        #expect(window.all(.text).count == 1)
    }

    @Test func `a text can be interpolated into another text`() {
        let name = Text("world").bold()
        #expect(TestWindow(Text("Hello, \(name)!")).texts == ["Hello, world!"])
    }

    @Test func `an interpolated string is shown in its place`() {
        let name = "Ann"
        #expect(TestWindow(Text("Hello, \(name)!")).texts == ["Hello, Ann!"])
    }

    @Test func `an interpolation with a specifier is formatted by it`() {
        let window = TestWindow(Text("\(3.14159, specifier: "%.2f")").environment(\.locale, english))
        #expect(window.texts == ["3.14"])
    }

    @Test func `an interpolation with a format style is formatted by it`() {
        let window = TestWindow(Text("\(0.25, format: .percent.locale(english)) done").environment(\.locale, english))
        #expect(window.texts == ["25% done"])
    }

    @Test func `a text with a format style shows the formatted value`() {
        let window = TestWindow(Text(1234.5, format: .number.precision(.fractionLength(2)).locale(english)))
        #expect(window.texts == ["1,234.50"])
    }

    @Test func `a text with a format style uses the locale of the environment`() {
        let window = TestWindow(Text(1234.5, format: .number).environment(\.locale, german))
        #expect(window.texts == ["1.234,5"])
    }

    @Test func `a list format joins the items of an array`() {
        let window = TestWindow(Text(["A", "B", "C"], format: .list(type: .and).locale(english)).environment(\.locale, english))
        #expect(window.texts == ["A, B, and C"])
    }

    @Test func `automatic grammar agreement inflects a noun for its number`() {
        let two = 2
        let window = TestWindow(Text("^[\(two) apple](inflect: true)").environment(\.locale, english))
        #expect(window.texts == ["2 apples"])
    }

    @Test func `automatic grammar agreement keeps the singular for one`() {
        let one = 1
        let window = TestWindow(Text("^[\(one) apple](inflect: true)").environment(\.locale, english))
        #expect(window.texts == ["1 apple"])
    }

    @Test func `a text shows the characters of an attributed string`() {
        var string = AttributedString("Hello")
        string.foregroundColor = .red
        #expect(TestWindow(Text(string)).texts == ["Hello"])
    }

    @Test func `keys made of equal literals are equal`() {
        let key: LocalizedStringKey = "Greeting"
        #expect(key == LocalizedStringKey("Greeting"))
        #expect(key != LocalizedStringKey("Farewell"))
    }

    @Test func `an accessibility label replaces the text as the label`() throws {
        let window = TestWindow(Text("✉").accessibilityLabel("Mail").accessibilityIdentifier("icon"))
        #expect(try window.find(identifier: "icon").label == "Mail")
    }

    @Test func `a label shows its title`() {
        #expect(TestWindow(Label("Rain", systemImage: "cloud.rain")).texts == ["Rain"])
    }

    @Test func `a label with the style of titles only hides its icon`() {
        let window = TestWindow(
            Label {
                Text("Rain")
            } icon: {
                Text("☔")
            }.labelStyle(.titleOnly))
        #expect(window.texts == ["Rain"])
    }
}
