import Testing

@testable import StrataWebHost

struct DoublingLogTests {
    @Test func `the first refusal is logged, and then each with which their number has doubled`() {
        let log = DoublingLog()
        var logged: [Int] = []
        for number in 1...9 {
            func message() -> String {
                logged.append(number)
                return ""
            }
            log.warn(message())
        }
        #expect(logged == [1, 2, 4, 8])
        #expect(log.count == 9)
    }
}
