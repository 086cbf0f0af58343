import Foundation
import Testing

@testable import StrataViewGraph

/// Forms of fonts, the modifiers that set them, and the environment's values of text.
@MainActor
struct FontFormTests {
    private func style(_ view: some View) -> TextStyle? {
        Screen(view).all { _ in true }.lazy.compactMap { if case .text(let text) = $0.content { text.style } else { nil } }.first
    }

    @Test func `a font of the system has a size, a weight and a design`() {
        let font = Font.system(size: 20, weight: .heavy, design: .rounded)
        #expect(font.size == .points(20))
        #expect(font.weight == .heavy)
        #expect(font.design == .rounded)
        #expect(Font.system(size: 20) == Font.system(size: 20, weight: nil, design: .default))
    }

    @Test func `a font of a family scales unless its size is fixed`() {
        #expect(Font.custom("Lora", size: 18, relativeTo: .title) == Font.custom("Lora", size: 18))
        #expect(Font.custom("Lora", size: 18, relativeTo: .title).size == .scaledPoints(18))
        #expect(Font.custom("Lora", fixedSize: 18).size == .points(18))
        #expect(Font.custom("Lora", fixedSize: 18).family == "Lora")
    }

    @Test func `a font has variants`() {
        #expect(Font.body.bold(true).weight == .bold)
        #expect(Font.body.weight(.light).bold(false).weight == .light)
        #expect(Font.body.italic(true).isItalic)
        #expect(!Font.body.italic().italic(false).isItalic)
        #expect(Font.body.monospaced().design == .monospaced)
        #expect(Font.body.lowercaseSmallCaps().capitals == .lowercase)
        #expect(Font.body.uppercaseSmallCaps().capitals == .uppercase)
        #expect(Font.body.leading(.tight).leading == .tight)
        #expect(Font.body.leading(.loose).size == .style(.body))
    }

    @Test func `views set the design, the lines and the baseline of the text inside`() {
        func inside<Changed: View>(_ change: (VStack<Text>) -> Changed) -> TextStyle? {
            style(change(VStack { Text(verbatim: "x") }))
        }
        #expect(inside { $0.monospaced() }?.font.design == .monospaced)
        #expect(inside { $0.monospaced(false).monospaced() }?.font.design == .default)
        #expect(inside { $0.tracking(3) }?.tracking == 3)
        #expect(inside { $0.baselineOffset(4) }?.baselineOffset == 4)
        #expect(inside { $0.underline() }?.underline == .line(Text.LineStyle(pattern: .solid, color: nil)))
        #expect(
            inside { $0.underline(pattern: .dot, color: .red) }?.underline
                == .line(Text.LineStyle(pattern: .dot, color: .red)))
        #expect(inside { $0.underline(false).underline() }?.underline == nil)
        #expect(
            inside { $0.strikethrough(color: .red) }?.strikethrough == .line(Text.LineStyle(pattern: .solid, color: .red)))
        #expect(inside { $0.strikethrough(false).strikethrough() }?.strikethrough == nil)
    }

    @Test func `a limit of lines reserves their height, or does not`() {
        #expect(style(Text("x").lineLimit(...3))?.lineLimit == 3)
        #expect(style(Text("x").lineLimit(...3))?.reservedLines == nil)
        #expect(style(Text("x").lineLimit(2...))?.lineLimit == nil)
        #expect(style(Text("x").lineLimit(2...))?.reservedLines == 2)
        #expect(style(Text("x").lineLimit(2...4))?.lineLimit == 4)
        #expect(style(Text("x").lineLimit(2...4))?.reservedLines == 2)
    }

    @Test func `a view sets whether text can be selected`() {
        #expect(style(Text("x").textSelection(.enabled))?.isSelectable == true)
        #expect(style(Text("x").textSelection(.disabled))?.isSelectable == false)
        #expect(EnabledTextSelectability.allowsSelection)
        #expect(!DisabledTextSelectability.allowsSelection)
    }

    /// Shows the values of the environment that are set by modifiers.
    private struct Values: View {
        @Environment(\.multilineTextAlignment) private var alignment
        @Environment(\.lineSpacing) private var spacing
        @Environment(\.minimumScaleFactor) private var factor
        @Environment(\.textCase) private var letterCase
        @Environment(\.font) private var font

        var body: some View {
            Text(verbatim: "\(alignment) \(spacing) \(factor)")
            Text(verbatim: letterCase.map { "\($0)" } ?? "any case")
            Text(verbatim: font == .title ? "title" : "other")
        }
    }

    @Test func `the environment has the values of the modifiers of text`() {
        let screen = Screen(
            VStack { Values() }
                .multilineTextAlignment(.trailing).lineSpacing(5).minimumScaleFactor(0.5).textCase(.uppercase).font(.title))
        #expect(screen.texts == ["trailing 5.0 0.5", "uppercase", "title"])
        #expect(Screen(VStack { Values() }).texts == ["leading 0.0 1.0", "any case", "other"])
    }

    @Test func `setting a value of the environment is the same as its modifier`() {
        let view = VStack { Text(verbatim: "x") }
        #expect(style(view.environment(\.multilineTextAlignment, .center)) == style(view.multilineTextAlignment(.center)))
        #expect(style(view.environment(\.lineSpacing, 7)) == style(view.lineSpacing(7)))
        #expect(style(view.environment(\.minimumScaleFactor, 0.4)) == style(view.minimumScaleFactor(0.4)))
        #expect(style(view.environment(\.font, .headline)) == style(view.font(.headline)))
        #expect(style(view.font(.headline).environment(\.font, nil))?.font == style(view.font(.headline))?.font)
        #expect(style(view.environment(\.font, nil).font(.headline))?.font == style(view)?.font)
    }
}
