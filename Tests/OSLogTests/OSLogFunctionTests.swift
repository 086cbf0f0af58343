import Testing
import os

struct OSLogFunctionTests {
    private let recorder = Recorder()

    @Test func `a format takes its arguments`() {
        let log = recorder.log()
        os_log("%{public}@ has %d of %.1f%% in 0x%04x", log: log, type: .error, "Ada", 3, 2.5, 255)
        os_log(.info, log: log, "%@ %{private}d %{public}s %{sensitive, mask.hash}@", "Ada", 3, "Bob", "Cid")
        #expect(recorder.lines[0] == "error Ada has 3 of 2.5% in 0x00ff OSLogTests")
        #expect(recorder.lines[1].hasPrefix("info <private> <private> Bob <mask.hash: "))
    }

    @Test func `a conversion without an argument stays as it is`() {
        os_log("%d %@ 100%", log: recorder.log(), 1)
        #expect(recorder.lines == ["notice 1 %@ 100% OSLogTests"])
    }

    @Test func `a message may be interpolated`() {
        let name = "Ada"
        os_log("\(name, privacy: .public) \(name)", log: recorder.log(), type: .debug)
        os_log(.error, log: recorder.log(), "\(3)")
        os_log("plain", log: recorder.log())
        #expect(recorder.lines == ["debug Ada <private> OSLogTests", "error 3 OSLogTests", "notice plain OSLogTests"])
    }
}
