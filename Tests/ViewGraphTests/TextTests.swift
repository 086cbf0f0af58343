import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct TextTests {
    private func content(_ text: Text) -> [TextContent.Run] { text.runs }

    @Test func interpolatedNumbersAreWrittenForPeople() {
        #expect(content(Text("\(4711) earthquakes")) == [.string("4,711 earthquakes")])
        #expect(content(Text("\(Float(4.46), specifier: "%.1f")")) == [.string("4.5")])
    }

    @Test func datesStayDatesUntilTheyAreDrawn() {
        let date = Date(timeIntervalSinceReferenceDate: 0)
        #expect(
            content(Text("Updated \(date, style: .relative) ago")) == [
                .string("Updated "), .date(date, style: .relative), .string(" ago"),
            ])
        #expect(content(Text("a") + Text(date, style: .time)) == [.string("a"), .date(date, style: .time)])
    }

    nonisolated static let distances: [(seconds: Double, words: String)] = [
        (0, "0 sec"), (59.9, "59 sec"), (60, "1 min"), (61, "1 min, 1 sec"), (3600, "1 hr"), (3605, "1 hr"),
        (8580, "2 hr, 23 min"),
        (3_888_000, "1 mo, 15 day"), (31_449_600, "11 mo, 34 day"), (31_622_400, "1 yr"), (-125, "2 min, 5 sec"),
        (1e300, "292471208677 yr, 6 mo"), (.infinity, "292471208677 yr, 6 mo"),
    ]

    @Test(arguments: distances)
    func relativeDatesUseTheTwoLargestUnits(seconds: Double, words: String) {
        let now = Date(timeIntervalSinceReferenceDate: 700_000_000)
        #expect(Text.DateStyle.relative.string(for: now - seconds, now: now) == words)
    }
}
