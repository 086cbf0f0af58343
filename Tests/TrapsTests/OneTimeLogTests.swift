import Testing

@testable import StrataTraps

@Suite struct OneTimeLogTests {
    @Test func `a process writes a warning once`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for _ in 0..<3 { warn("The first.") }
            warn("The second.")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.split(separator: "warning: The first.", omittingEmptySubsequences: false).count == 2)
        #expect(text.split(separator: "warning: The second.", omittingEmptySubsequences: false).count == 2)
    }

    @Test func `a log writes at most 1,000 warnings`() async {
        await #expect(processExitsWith: .success) {
            let log = OneTimeLog()
            for number in 0..<1_100 { log.warn("\(number)") }
            require(log.messages.count == 1_000, "The log has \(log.messages.count) warnings.")
        }
    }
}
