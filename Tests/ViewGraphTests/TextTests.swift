import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct TextTests {
    private func runs(_ text: Text) -> [TextContent.Run] { text.runs }

    private func content(_ view: some View) -> TextContent? {
        Screen(view).all { _ in true }.lazy.compactMap { if case .text(let text) = $0.content { text } else { nil } }.first
    }

    private func style(_ change: (inout TextRunStyle) -> Void) -> TextRunStyle {
        var style = TextRunStyle()
        change(&style)
        return style
    }

    @Test func `interpolated numbers are written for people`() {
        #expect(runs(Text("\(4711) earthquakes")) == [.string("4,711 earthquakes")])
        #expect(runs(Text("\(Float(4.46), specifier: "%.1f")")) == [.string("4.5")])
        #expect(runs(Text("\(7, specifier: "%03d") of 100% \("x")")) == [.string("007 of 100% x")])
        #expect(runs(Text("\(7, specifier: "%s")")) == [.string("7")])
    }

    @Test func `dates stay dates while they change as time passes`() {
        let date = Date(timeIntervalSinceReferenceDate: 0)
        #expect(
            runs(Text("Updated \(date, style: .relative) ago")) == [
                .string("Updated "), .date(date, style: .relative), .string(" ago"),
            ])
        #expect(runs(Text(date, style: .timer)) == [.date(date, style: .timer)])
    }

    @Test func `dates and values are formatted in the language and time zone of the environment`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 0)
        let view = VStack { Text(date, style: .date) }
            .environment(\.locale, Locale(identifier: "de_DE")).environment(\.timeZone, try #require(TimeZone(identifier: "UTC")))
        #expect(content(view)?.runs == [.string("1. Januar 2001")])
        #expect(
            content(Text(1234.5, format: .number).environment(\.locale, Locale(identifier: "de_DE")))?.runs == [
                .string("1.234,5")
            ])
        #expect(content(Text("\(4711)").environment(\.locale, Locale(identifier: "de_DE")))?.runs == [.string("4.711")])
    }

    nonisolated static let distances: [(seconds: Double, words: String)] = [
        (0, "0 sec"), (59.9, "59 sec"), (60, "1 min"), (61, "1 min, 1 sec"), (3600, "1 hr"), (3605, "1 hr"),
        (8580, "2 hr, 23 min"),
        (3_888_000, "1 mo, 15 day"), (31_449_600, "11 mo, 34 day"), (31_622_400, "1 yr"), (-125, "2 min, 5 sec"),
        (1e300, "292471208677 yr, 6 mo"), (.infinity, "292471208677 yr, 6 mo"),
    ]

    @Test(arguments: distances)
    func `relative dates use the two largest units`(seconds: Double, words: String) {
        let now = Date(timeIntervalSinceReferenceDate: 700_000_000)
        #expect(Text.DateStyle.relative.string(for: now - seconds, now: now) == words)
    }

    @Test func `timers and offsets count from a date`() {
        let now = Date(timeIntervalSinceReferenceDate: 700_000_000)
        #expect(Text.DateStyle.timer.string(for: now - 3725, now: now) == "1:02:05")
        #expect(Text.DateStyle.timer.string(for: now + 65, now: now) == "1:05")
        #expect(Text.DateStyle.offset.string(for: now - 7300, now: now) == "+2 hours")
        #expect(Text.DateStyle.offset.string(for: now + 60, now: now) == "-1 minute")
    }

    @Test func `a timer counts within its interval and stands still at its pause`() {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        var timer = TimerContent(start: start, end: start + 4000, pause: nil, countsDown: true, showsHours: true)
        #expect(timer.string(now: start + 3.5) == "1:06:37")
        #expect(timer.string(now: start + 9999) == "0:00")
        timer.showsHours = false
        #expect(timer.string(now: start - 10) == "66:40")
        timer.countsDown = false
        timer.pause = start + 61
        #expect(timer.string(now: start + 500) == "1:01")
    }

    @Test func `joined texts keep their own styles`() {
        let text = (Text(verbatim: "a").bold() + Text(verbatim: "b").foregroundColor(.red)).italic()
        #expect(
            runs(text) == [
                .styled(
                    .string("a"),
                    style {
                        $0.weight = .bold; $0.isItalic = true
                    }),
                .styled(
                    .string("b"),
                    style {
                        $0.color = .red; $0.isItalic = true
                    }),
            ])
        #expect(runs(Text(verbatim: "a") + Text(verbatim: "b")) == [.string("ab")])
    }

    @Test func `an inner modifier wins over an outer one`() {
        #expect(runs(Text(verbatim: "a").fontWeight(.light).bold()) == [.styled(.string("a"), style { $0.weight = .light })])
        #expect(
            runs(Text(verbatim: "a").foregroundColor(.red).foregroundColor(.blue)) == [
                .styled(.string("a"), style { $0.color = .red })
            ])
    }

    @Test func `tracking of an inner modifier wins, and wins over kerning`() {
        #expect(content(Text(verbatim: "a").tracking(2).tracking(5))?.style.tracking == 2)
        #expect(content(Text(verbatim: "a").kerning(5).tracking(2))?.style.tracking == 2)
        #expect(content(Text(verbatim: "a").tracking(2).kerning(5))?.style.tracking == 2)
        #expect(content(Text(verbatim: "a").kerning(5).kerning(7))?.style.tracking == 5)
    }

    @Test func `a font that a view inside sets keeps the traits that an outer view sets`() {
        let view = VStack { VStack { Text(verbatim: "a") }.font(.title3) }.bold().italic().monospacedDigit().fontDesign(.serif)
        let font = content(view)?.style.font
        #expect(font?.size == .style(.title3))
        #expect(font?.weight == .bold)
        #expect(font?.isItalic == true)
        #expect(font?.hasMonospacedDigits == true)
        #expect(font?.design == .serif)
    }

    @Test func `the font of a text keeps the weight that an outer view sets`() {
        #expect(content(VStack { Text(verbatim: "a").font(.title3) }.bold())?.style.font.weight == .bold)
        let joined = VStack { Text(verbatim: "a").font(.title3) + Text(verbatim: "b") }.bold()
        #expect(
            content(joined)?.runs.first
                == .styled(
                    .string("a"),
                    style {
                        $0.font = .title3
                        $0.weight = .bold
                    }))
    }

    @Test func `no weight, or no design, leaves that of the font`() {
        let light = Font.system(.body, design: .serif, weight: .light)
        #expect(content(VStack { Text(verbatim: "a").bold(false) }.font(light).bold(false))?.style.font.weight == .light)
        #expect(content(VStack { Text(verbatim: "a") }.fontWeight(nil).font(light).bold())?.style.font.weight == .light)
        #expect(content(VStack { Text(verbatim: "a") }.fontDesign(nil).font(light))?.style.font.design == .serif)
    }

    @Test func `an integer beyond Int is written in full`() {
        #expect(runs(Text("\(UInt64.max)")) == [.string("18,446,744,073,709,551,615")])
        #expect(runs(Text("\(UInt64.max, specifier: "%llu")")) == [.string("18446744073709551615")])
        #expect(runs(Text("\(UInt64.max, specifier: "%llx")")) == [.string("ffffffffffffffff")])
    }

    @Test func `text in a material is drawn in a color that can be read`() {
        #expect(content(VStack { Text(verbatim: "a") }.foregroundStyle(.thinMaterial))?.style.color == .secondary)
        #expect(content(Text(verbatim: "a").foregroundStyle(.thinMaterial))?.style.color == .secondary)
    }

    @Test func `a style that all parts share is that of the whole text`() {
        let content = content(Text(verbatim: "a").bold().underline())
        #expect(content?.runs == [.string("a")])
        #expect(content?.style.font.weight == .bold)
        #expect(content?.style.underline == .line(.single))
    }

    @Test func `texts in an interpolation keep their styles`() {
        #expect(
            runs(Text("a \(Text(verbatim: "b").bold()) \(Image(systemName: "star"))")).count == 4)
        #expect(runs(Text("\(Text(verbatim: "b").bold())!")).first == .styled(.string("b"), style { $0.weight = .bold }))
    }

    @Test func `attributed strings show their attributes`() {
        var string = AttributedString("red")
        string.foregroundColor = .red
        string.link = URL(string: "https://example.org")
        #expect(
            runs(Text(AttributedString("a ") + string)) == [
                .string("a "),
                .styled(
                    .string("red"),
                    style {
                        $0.color = .red; $0.link = URL(string: "https://example.org")
                    }),
            ])
    }

    @Test func `a literal is localized and a variable is not`() {
        let variable = "**a**"
        #expect(runs(Text("**a**")) == [.styled(.string("a"), style { $0.weight = .bold })])
        #expect(runs(Text(variable)) == [.string("**a**")])
    }

    @Test func `line limits reserve and limit lines`() {
        #expect(content(Text("a").lineLimit(2...4))?.style.lineLimit == 4)
        #expect(content(Text("a").lineLimit(2...4))?.style.reservedLines == 2)
        #expect(content(Text("a").lineLimit(3, reservesSpace: true))?.style.reservedLines == 3)
        #expect(content(Text("a").lineLimit(3...).lineLimit(nil))?.style.lineLimit == nil)
    }

    @Test func `the innermost mode of truncation applies`() {
        #expect(content(Text("a"))?.style.truncation == .tail)
        #expect(content(Text("a").truncationMode(.middle).truncationMode(.head))?.style.truncation == .middle)
        #expect(content(Text("a").environment(\.truncationMode, .head))?.style.truncation == .head)
    }

    @Test func `redacted text does not leave the server`() {
        #expect(content(Text("my secret").redacted(reason: .placeholder))?.runs == [.string("xx xxxxxx")])
        #expect(content(Text("a").redacted(reason: .privacy))?.runs == [.string("a")])
        #expect(content(Text("a").privacySensitive().redacted(reason: .privacy))?.runs == [.string("x")])
        #expect(content(Text("a").unredacted().redacted(reason: .placeholder))?.runs == [.string("a")])
    }

    @Test func `a size of type is limited to a range`() {
        #expect(
            content(Text("a").dynamicTypeSize(...DynamicTypeSize.xLarge).dynamicTypeSize(.accessibility3))?.style.typeSize
                == .xLarge)
        #expect(DynamicTypeSize.accessibility1.isAccessibilitySize)
        #expect(!DynamicTypeSize.xxxLarge.isAccessibilitySize)
    }
}
