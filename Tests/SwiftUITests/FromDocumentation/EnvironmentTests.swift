import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// The environment by its documentation.
@MainActor
struct EnvironmentTests {
    private struct Reader: View {
        @Environment(\.documentedCaption) private var caption

        var body: some View { Text(caption) }
    }

    private struct KeyReader: View {
        @Environment(\.documentedNumber) private var number

        var body: some View { Text("\(number)") }
    }

    @Test func `a value that is not set is the default value`() {
        #expect(TestWindow(Reader()).texts == ["caption"])
        #expect(TestWindow(KeyReader()).texts == ["7"])
    }

    @Test func `a value applies to the view and its descendants only`() {
        let window = TestWindow {
            VStack { Reader() }.environment(\.documentedCaption, "set")
            Reader()
        }
        #expect(window.texts == ["set", "caption"])
    }

    @Test func `the closest value is used`() {
        let window = TestWindow {
            VStack { Reader().environment(\.documentedCaption, "inner") }.environment(\.documentedCaption, "outer")
        }
        #expect(window.texts == ["inner"])
    }

    @Test func `a view is updated when a value of the environment changes`() {
        let caption = DocumentedValue("first")
        let window = TestWindow(ValueHost(caption) { Reader().environment(\.documentedCaption, $0.wrappedValue) })
        #expect(window.texts == ["first"])
        caption.value = "second"
        #expect(window.texts == ["second"])
    }

    @Test func `transforming a value changes the value from above`() {
        let window = TestWindow {
            KeyReader().transformEnvironment(\.documentedNumber) { $0 += 1 }.environment(\.documentedNumber, 10)
        }
        #expect(window.texts == ["11"])
    }

    private struct AllReader: View {
        @Environment(\.self) private var values

        var body: some View { Text("\(values.documentedNumber)") }
    }

    @Test func `a view can read all values of the environment`() {
        #expect(TestWindow { AllReader().environment(\.documentedNumber, 3) }.texts == ["3"])
    }

    @Test func `new environment values have their defaults`() {
        var values = EnvironmentValues()
        #expect(values.documentedNumber == 7)
        #expect(values.isEnabled)
        values.documentedNumber = 8
        #expect(values.documentedNumber == 8)
    }

    private struct Multiline: View {
        @Environment(\.lineLimit) private var limit
        @Environment(\.font) private var font
        @Environment(\.layoutDirection) private var direction

        var body: some View {
            Text(limit.map { "\($0)" } ?? "none")
            Text(font == .title ? "title" : "other")
            Text(direction == .rightToLeft ? "right to left" : "left to right")
        }
    }

    @Test func `modifiers such as the line limit and the font set values of the environment`() {
        let window = TestWindow {
            Multiline().lineLimit(3).font(.title).environment(\.layoutDirection, .rightToLeft)
        }
        #expect(window.texts == ["3", "title", "right to left"])
    }

    private struct SizeReader: View {
        @Environment(\.dynamicTypeSize) private var size
        @Environment(\.colorScheme) private var scheme

        var body: some View { Text("\(String(describing: size)) \(scheme == .dark ? "dark" : "light")") }
    }

    @Test func `a fixed size of dynamic type is that of the environment`() {
        #expect(TestWindow { SizeReader().dynamicTypeSize(.xxLarge) }.texts == ["xxLarge light"])
    }

    @Test func `a range limits the size of dynamic type`() {
        let window = TestWindow { SizeReader().dynamicTypeSize(...DynamicTypeSize.small).dynamicTypeSize(.xxLarge) }
        #expect(window.texts == ["small light"])
    }

    @Test func `the color scheme of the environment can be set`() {
        #expect(TestWindow { SizeReader().environment(\.colorScheme, .dark).dynamicTypeSize(.large) }.texts == ["large dark"])
    }

    // MARK: Opening URLs

    private struct Opener: View {
        let log: DocumentationLog
        @Environment(\.openURL) private var openURL

        var body: some View {
            Button("Open") {
                guard let url = URL(string: "https://example.com") else { return }
                openURL(url) { log.events.append("accepted \($0)") }
            }
        }
    }

    @Test func `a custom action opens URLs, and reports those that it handled`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Opener(log: log).environment(
                \.openURL,
                OpenURLAction { url in
                    log.events.append(url.absoluteString)
                    return .handled
                })
        }
        try window.find(.button, "Open").tap()
        #expect(log.events == ["https://example.com", "accepted true"])
    }

    @Test func `a URL that the action discards is not accepted`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Opener(log: log).environment(\.openURL, OpenURLAction { _ in .discarded })
        }
        try window.find(.button, "Open").tap()
        #expect(log.events == ["accepted false"])
    }
}

private struct NumberKey: EnvironmentKey {
    static let defaultValue = 7
}

extension EnvironmentValues {
    @Entry fileprivate var documentedCaption: String = "caption"

    fileprivate var documentedNumber: Int {
        get { self[NumberKey.self] }
        set { self[NumberKey.self] = newValue }
    }
}
