import Glibc
import OSLog
import Testing

struct MessageTests {
    private struct Quake: CustomStringConvertible {
        let description = "a quake"
    }

    private struct Failure: Error {}

    /// Returns a message as it is logged.
    private func text(_ message: @autoclosure () -> OSLogMessage) -> String {
        let recorder = Recorder()
        Logger(recorder.log()).info(message())
        return String(recorder.lines[0].dropFirst("info ".count).dropLast(" OSLogTests".count))
    }

    private let name = "Ada"

    @Test func `texts and objects are private and numbers are public`() {
        #expect(text("\(name) \(Quake()) \(Failure())") == "<private> <private> <private>")
        #expect(text("\(1) \(UInt8(2)) \(1.5) \(Float(0.5)) \(true)") == "1 2 1.500000 0.500000 true")
        #expect(text("\(Quake.self)") == "Quake")
    }

    @Test func `a value is shown as its privacy says`() {
        #expect(text("\(name, privacy: .public)") == "Ada")
        #expect(text("\(name, privacy: .auto)") == "<private>")
        #expect(text("\(5, privacy: .private)") == "<private>")
        #expect(text("\(5, privacy: .sensitive)") == "<sensitive>")
        #expect(text("\(Failure(), privacy: .public)") == "Failure()")
    }

    @Test func `a hash is the same for the same value and shows nothing of it`() {
        let first = text("\(name, privacy: .private(mask: .hash))")
        #expect(first.hasPrefix("<mask.hash: "))
        #expect(!first.contains("Ada"))
        #expect(first == text("\(name, privacy: .auto(mask: .hash))"))
        #expect(first != text("\("Bob", privacy: .private(mask: .hash))"))
    }

    @Test func `private values are shown where the environment asks for it, sensitive ones are not`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            setenv("STRATA_LOG_PRIVATE", "1", 1)
            print(MessageTests().text("\(MessageTests().name) \(5, privacy: .private) \(6, privacy: .sensitive)"))
        }
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #expect(output.contains("Ada 5 <sensitive>"))
    }

    @Test func `numbers are written in their format`() {
        #expect(text("\(255, format: .hex)") == "ff")
        #expect(text("\(255, format: .hex(includePrefix: true, uppercase: true, minDigits: 4))") == "0x00FF")
        #expect(text("\(-8, format: .octal)") == "-10")
        #expect(text("\(7, format: .decimal(explicitPositiveSign: true, minDigits: 3))") == "+007")
        #expect(text("\(1.25, format: .fixed(precision: 1))") == "1.2")
        #expect(text("\(1_250.0, format: .exponential(precision: 2))") == "1.25e+03")
        #expect(text("\(0.5, format: .hybrid)") == "0.5")
        #expect(text("\(false, format: .answer)") == "no")
    }

    @Test func `values are aligned in columns`() {
        #expect(text("[\(5, align: .right(columns: 3))]") == "[  5]")
        #expect(text("[\(name, align: .left(columns: 5), privacy: .public)]") == "[Ada  ]")
    }

    @Test func `numbers are in base eight and in the shorter of two notations`() {
        #expect(text("\(8, format: .octal(includePrefix: true))") == "0o10")
        #expect(text("\(8, format: .octal(explicitPositiveSign: true, minDigits: 4))") == "+0010")
        #expect(text("\(0.5, format: .hybrid(precision: 2))") == "0.5")
        #expect(text("\(1e-9, format: .hybrid(precision: 2, uppercase: true))") == "1E-09")
    }
}
