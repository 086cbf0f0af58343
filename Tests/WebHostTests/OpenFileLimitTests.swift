import ArgumentParser
import Foundation
import Testing

@testable import StrataWebHost

struct OpenFileLimitTests {
    private func limit() throws -> rlimit {
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        return limit
    }

    @Test func `the limit of open files is raised to the hard limit`() throws {
        // One less than the hard limit, so that tests that run at the same time keep their files.
        var lower = try limit()
        lower.rlim_cur = lower.rlim_max - 1
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &lower) == 0)
        let raised = OpenFileLimit.raise()
        #expect(try limit().rlim_cur == lower.rlim_max)
        #expect(raised == Int(clamping: lower.rlim_max))
    }

    @Test func `a limit that cannot be raised is returned`() throws {
        OpenFileLimit.raise()
        #expect(OpenFileLimit.raise() == Int(clamping: try limit().rlim_max))
    }

    @Test func `a server says that its windows may need more files than the process can have`() throws {
        let options = try LaunchOptions.parse(["--max-windows", "4000"])
        let warning = options.openFilesWarning(limit: 4_096)
        #expect(warning?.contains("4096 open files") == true)
        #expect(warning?.hasSuffix("--max-windows of at most 3896.") == true)
        #expect(options.openFilesWarning(limit: 4_200) == nil)
        #expect(options.openFilesWarning(limit: .max) == nil)
    }

    @Test func `a server with very few files says that it can have one window`() throws {
        let warning = try LaunchOptions.parse([]).openFilesWarning(limit: 64)
        #expect(warning?.hasSuffix("--max-windows of at most 1.") == true)
    }
}
