import Foundation
import SwiftUI
import Testing

/// The parts of Foundation that a file has on Apple's platforms, and gets from SwiftUI here.
@MainActor
struct FoundationUsesTests {
    private struct ItemRow: View {
        let timestamp: Date?
        let formatter: DateFormatter

        var body: some View {
            if let timestamp {
                Text("Item at \(timestamp, formatter: formatter)")
                Text(timestamp, formatter: formatter)
            }
        }
    }

    @Test func `a date is formatted as in the template of a Core Data app`() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd"
        let row = ItemRow(timestamp: Date(timeIntervalSinceReferenceDate: 0), formatter: formatter)
        #expect(Shown(row).texts == ["Item at 2001-01-01", "2001-01-01"])
    }

    @Test func `a file that imports SwiftUI has requests and sessions`() throws {
        let url = try #require(URL(string: "https://example.org"))
        let request = URLRequest(url: url, timeoutInterval: 5)
        #expect(request.timeoutInterval == 5)
        let load: (URLRequest) async throws -> (Data, URLResponse) = { try await URLSession.shared.data(for: $0) }
        _ = load
    }

    @Test func `a file that imports SwiftUI has localized strings`() {
        #expect(String(localized: "\(2) items", comment: "A number of items") == "2 items")
    }
}
