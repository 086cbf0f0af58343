import Glibc
import Testing

@testable import StrataTraps

@Suite(.serialized)
struct TrapsTests {
    @Test func `a trap prints its sentence and the line that led to it`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            unsetenv("SWIFT_BACKTRACE")
            TrapsTests.misuse()
        }
        #expect(lines(of: result) == ["Fatal error: The answer is not 42.", "  at \(#filePath):\(Self.line)"])
    }

    @Test func `a trap does not search for the line if symbolication is off`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("SWIFT_BACKTRACE", "color=no,symbolicate=off", 1)
            TrapsTests.misuse()
        }
        #expect(lines(of: result) == ["Fatal error: The answer is not 42."])
    }

    private static let line = #line + 3
    /// Called by the bodies of exit tests, which are in the expansion of a macro.
    private static func misuse() {
        trap("The answer is not 42.")
    }

    @Test func `a condition that does not hold prints its sentence`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            require(CommandLine.arguments.isEmpty, "There are \(CommandLine.arguments.count > 0 ? "some" : "no") arguments.")
        }
        #expect(lines(of: result).first == "Fatal error: There are some arguments.")
    }

    @Test func `a condition that holds makes no sentence`() {
        var isMade = false
        func sentence() -> String {
            isMade = true
            return ""
        }
        require(!CommandLine.arguments.isEmpty, sentence())
        #expect(!isMade)
    }

    @Test func `a process ends by SIGABRT`() async {
        await #expect(processExitsWith: .signal(SIGABRT)) { trap("It ends here.") }
    }

    @Test func `a search that does not end is given up`() async {
        await #expect(processExitsWith: .success) {
            let search = CallSite.limited(to: .milliseconds(50)) {
                var sum = 0
                while true { sum &+= 1 }
            }
            if case .unfinished = search { exit(EXIT_SUCCESS) }
            exit(EXIT_FAILURE)
        }
    }

    @Test func `a search that finds nothing has an end`() {
        guard case .unknown = CallSite.limited({ nil }) else {
            Issue.record("The search was given up.")
            return
        }
    }

    @Test(arguments: [
        "/app/Sources/App/ContentView.swift", "/strata/Tests/TrapsTests/TrapsTests.swift", "/app/Sources/CoreData/Extra.swift",
    ])
    func `a source file of the program is reported`(path: String) {
        #expect(CallSite.isOfProgram(path))
    }

    @Test(arguments: [
        "/app/.build/checkouts/GRDB.swift/GRDB/Core/Row.swift", "//<compiler-generated>",
        "/tmp/swift-generated-sources/@__swiftmacro_3App0012Appswift_ABCfMX1_0_9PredicatefMf_.swift",
        "/app/.build/plugins/outputs/app/App/destination/Plugin/Quake.swift",
    ])
    func `a source file of packages, macros and plug-ins is not reported`(path: String) {
        #expect(!CallSite.isOfProgram(path))
    }

    /// The frames of `mine.category = foreign` in a release build, with and without inlined functions.
    @Test func `the line that uses an inlined accessor is reported`() {
        let strata = CallSite(path: #filePath.replacing("Tests/TrapsTests", with: "Sources/StrataTraps"), line: 1)
        let accessor = CallSite(path: ".build/plugins/outputs/app/App/destination/Plugin/Quake.swift", line: 2)
        let (user, caller) = (CallSite(path: "/app/Sources/App/Layer.swift", line: 3), CallSite(path: "/app/main.swift", line: 4))
        let plain = [strata, accessor, caller]
        #expect(CallSite.mayBeInlined(plain))
        #expect(CallSite.first(in: [strata, accessor, user, caller], afterGenerated: true)?.line == 3)
        #expect(!CallSite.mayBeInlined([strata, user, accessor, caller]))
    }

    @Test func `a source file of Strata is not reported`() {
        let root = #filePath.dropLast("Tests/TrapsTests/TrapsTests.swift".count)
        #expect(!CallSite.isOfProgram("\(root)Sources/CoreData/Context/NSManagedObjectContext.swift"))
    }

    private func lines(of result: ExitTest.Result) -> [String] {
        String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
