import SwiftUI

/// Text in the fonts and colors of the system, with Markdown, values and dates.
struct TextPage: View {
    private let now = Date()
    private let weekday: DateFormatter = {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.dateFormat = "EEEE"
        return formatter
    }()

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            fonts
            Text("Markdown: **bold**, *italic*, ~~struck~~, `code` and [a link](https://swift.org).")
                .accessibilityIdentifier("text.markdown")
            Text("Agreement: ^[\(1) earthquake](inflect: true), ^[\(2) earthquake](inflect: true)")
            Text("Joined: ") + Text("red").foregroundColor(.red).bold() + Text(" and ") + Text("spaced").tracking(4).italic()
            Text(
                "An image \(Image(systemName: "sparkles")) and a \(Text("styled").underline(pattern: .dot, color: .orange)) value"
            )
            Text("\(1234.5, format: .number) · \(now, style: .date) · \(now, style: .time)").accessibilityIdentifier(
                "text.values")
            Text("Today is \(now, formatter: weekday), 123456 bytes are \(123_456 as NSNumber, formatter: ByteCountFormatter())")
            Text("Opened \(now, style: .relative) ago, \(now, style: .timer), \(now, style: .offset)").monospacedDigit()
            Text(timerInterval: now...(now + 90)).font(.title2.monospacedDigit()).accessibilityIdentifier("text.timer")
            paragraphs
        }
    }

    @ViewBuilder private var fonts: some View {
        Text("Large title").font(.largeTitle)
        Text("Title").font(.title)
        Text("Headline").font(.headline)
        Text("Body, with a number in the format of the locale: \(1234)")
        Text("Serif, italic").font(.system(.body, design: .serif).italic())
        Text("Monospaced").monospaced()
        Text("Small Capitals").font(.body.smallCaps())
        Text("Footnote in the secondary style").font(.footnote).foregroundStyle(.secondary)
    }

    @ViewBuilder private var paragraphs: some View {
        Text("Struck").strikethrough(color: .red) + Text(" and raised").baselineOffset(6).font(.footnote)
        Text("Rounded letters that can be selected").fontDesign(.rounded).textSelection(.enabled)
        VStack(alignment: .leading) {
            Text("Private number").privacySensitive()
            Text("Public number").unredacted()
        }
        .redacted(reason: .privacy)
        Text("upper case").textCase(.uppercase).kerning(1)
        Text("Two lines at most: the quick brown fox jumps over the lazy dog, and then over the next one.")
            .lineLimit(2).lineSpacing(6).multilineTextAlignment(.center).frame(maxWidth: 260)
        Text("This text shrinks to fit its frame").lineLimit(1).minimumScaleFactor(0.5).frame(width: 180)
            .accessibilityIdentifier("text.shrinking")
        VStack(alignment: .leading) {
            ForEach([Text.TruncationMode.head, .middle, .tail], id: \.self) { mode in
                Text(verbatim: "/home/strata/documents/earthquakes/report.txt").truncationMode(mode)
                    .accessibilityIdentifier("text.\(mode)")
            }
        }
        .lineLimit(1)
        .frame(width: 180)
        Text("Secret words").redacted(reason: .placeholder).accessibilityIdentifier("text.redacted")
        Text("Large type").dynamicTypeSize(.accessibility1)
    }
}
