import Foundation
import Observation
import Testing

@testable import StrataUserDefaults

/// Files of user defaults that several processes write, some of which end at once.
struct SeveralProcessesTests {
    @Test func `a single change is in the file when set returns, even if the process is killed then`() throws {
        let folder = try DefaultsFolder()
        for number in 0..<10 {
            try folder.run("die", "Suite", "key \(number)", "\(number)")
            #expect(try folder.stored("Suite")["key \(number)"] as? String == "\(number)")
        }
    }

    @Test func `no change is lost when several processes write at once`() async throws {
        let folder = try DefaultsFolder()
        let processes = try (0..<4).map { try folder.start("many", "Suite", "process \($0)", "300") }
        let domain = folder.domain("Suite")
        for number in 0..<300 { domain.set(["own.\(number)": .integer(number)]) }
        processes.forEach { $0.waitUntilExit() }
        #expect(domain.synchronize())
        let stored = try folder.stored("Suite")
        #expect(stored.count == 5 * 300)
        #expect(domain.values.count == 5 * 300)
    }

    @Test func `a change of another process is published for its key only`() async throws {
        let folder = try DefaultsFolder()
        let defaults = folder.defaults("Suite")
        defaults.set("old", forKey: "watched")
        defaults.set("old", forKey: "other")
        let watched = Changes(defaults.observedKey("watched", isKept: false))
        let other = Changes(defaults.observedKey("other", isKept: false))
        try folder.run("suite", "Suite", "watched", "new")
        await eventually("the observer of the key is notified") { watched.count == 1 }
        #expect(defaults.string(forKey: "watched") == "new")
        #expect(other.count == 0)
    }

    @Test func `a pending change survives a file of another process, and is written over it`() throws {
        let folder = try DefaultsFolder()
        let (a, b) = (folder.domain("Suite"), folder.domain("Suite"))
        a.set(["x": .integer(1)])
        b.set(["x": .integer(2), "y": .integer(2)])
        a.set(["x": .integer(3)])
        #expect(a.value(for: "x") == .integer(3))
        #expect(a.synchronize())
        #expect(a.value(for: "y") == .integer(2))
        b.readFile()
        #expect(b.value(for: "x") == .integer(3))
    }

    @Test func `the app's own defaults have the name of the program`() throws {
        let folder = try DefaultsFolder()
        try folder.run("standard", "color", "blue")
        #expect(try folder.files().filter { !$0.hasPrefix(".") } == ["DefaultsWriter.plist"])
        #expect(try folder.stored("DefaultsWriter")["color"] as? String == "blue")
    }

    @Test func `an argument of the program comes before the stored value`() throws {
        let folder = try DefaultsFolder()
        try folder.run("standard", "color", "blue")
        #expect(try folder.run("argument") == "blue")
        #expect(try folder.run("argument", "-color", "red") == "red")
    }

    @Test func `the name of a suite leads to no other folder`() throws {
        let folder = try DefaultsFolder()
        try folder.run("suite", "../x/y", "key", "1")
        try folder.run("suite", "..", "key", "1")
        #expect(try folder.files().filter { $0.hasSuffix(".plist") } == ["%2E.%2Fx%2Fy.plist", "%2E..plist"])
    }
}

/// Files that cannot be read or written.
struct DamagedFileTests {
    @Test func `a file that is no property list is ignored, and kept beside the new one`() throws {
        let folder = try DefaultsFolder()
        try Data("no property list".utf8).write(to: URL(filePath: "\(folder.path)/Suite.plist"))
        let defaults = folder.defaults("Suite")
        #expect(defaults.object(forKey: "key") == nil)
        defaults.set(1, forKey: "key")
        #expect(try folder.stored("Suite").keys.sorted() == ["key"])
        #expect(try folder.files().contains("Suite.plist.damaged"))
    }

    @Test func `changes are kept in memory while the folder cannot be written`() throws {
        let folder = try DefaultsFolder()
        // A file in the place of the folder: even a superuser cannot write into it.
        let blocked = "\(folder.path)/blocked"
        try Data().write(to: URL(filePath: blocked))
        let domain = DefaultsDomain(file: DefaultsFile(folder: blocked, name: "Suite.plist"))
        domain.set(["key": .integer(1)])
        #expect(domain.value(for: "key") == .integer(1))
        #expect(!domain.synchronize())
        try FileManager.default.removeItem(atPath: blocked)
        #expect(domain.synchronize())
        #expect(folder.domain("Suite").value(for: "key") == nil)
        let written = DefaultsDomain(file: DefaultsFile(folder: blocked, name: "Suite.plist"))
        #expect(written.value(for: "key") == .integer(1))
    }

    @Test func `a file that was written as text is read`() throws {
        let folder = try DefaultsFolder()
        let data = try PropertyListSerialization.data(
            fromPropertyList: ["a": 1, "b": true, "c": 2.0] as [String: Any], format: .xml, options: 0)
        try data.write(to: URL(filePath: "\(folder.path)/Suite.plist"))
        let domain = folder.domain("Suite")
        #expect(domain.value(for: "a") == .integer(1))
        #expect(domain.value(for: "b") == .boolean(true))
        #expect(domain.value(for: "c") == .real(2))
    }
}

/// Counts the changes of a key.
final class Changes: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0
    private let key: DefaultsKey

    var count: Int { lock.withLock { value } }

    init(_ key: DefaultsKey) {
        self.key = key
        observe()
    }

    private func observe() {
        withObservationTracking {
            key.access()
        } onChange: { [weak self] in
            guard let self else { return }
            lock.withLock { value += 1 }
            observe()
        }
    }
}
