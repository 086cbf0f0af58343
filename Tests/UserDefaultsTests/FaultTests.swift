import FaultInjection
import Foundation
import Testing

@testable import StrataUserDefaults

/// Files of defaults that cannot be read or written. Their values are kept, and written later.
struct FaultTests {
    @Test func `a file that cannot be read is neither replaced nor set aside`() throws {
        let folder = try DefaultsFolder()
        folder.domain("Suite").set(["old": .integer(1)])
        // A loop of symbolic links is in the place of the file.
        let (file, aside) = ("\(folder.path)/Suite.plist", "\(folder.path)/aside")
        try FileManager.default.moveItem(atPath: file, toPath: aside)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "Suite.plist")
        let domain = folder.domain("Suite")
        domain.set(["new": .integer(2)])
        #expect(domain.value(for: "new") == .integer(2))
        #expect(!domain.synchronize())
        #expect(try folder.files().filter { !$0.hasPrefix(".") } == ["Suite.plist", "aside"])
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: aside, toPath: file)
        #expect(domain.synchronize())
        #expect(domain.value(for: "old") == .integer(1))
        #expect(try folder.stored("Suite") as? [String: Int] == ["old": 1, "new": 2])
    }

    @Test func `a file that could not be read at first is read at the next use`() throws {
        let folder = try DefaultsFolder()
        folder.domain("Suite").set(["old": .integer(1)])
        let (file, aside) = ("\(folder.path)/Suite.plist", "\(folder.path)/aside")
        try FileManager.default.moveItem(atPath: file, toPath: aside)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "Suite.plist")
        let domain = folder.domain("Suite")
        domain.set(["new": .integer(2)])
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: aside, toPath: file)
        domain.open()
        #expect(domain.value(for: "old") == .integer(1))
        #expect(domain.value(for: "new") == .integer(2))
    }

    @Test(.enabled(if: Faults.canBecomeOrdinaryUser, "\(Faults.onlyRoot)"))
    func `a file without permission to read keeps its values`() async throws {
        let folder = try Faults.makePublicFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let file = URL(filePath: path).appending(path: "Suite.plist")
            let written = DefaultsDomain(file: DefaultsFile(folder: path, name: "Suite.plist"))
            #expect(written.set(["old": .integer(1)]))
            let content = try Data(contentsOf: file)
            try Faults.setMode(0o200, of: file)
            try Faults.becomeOrdinaryUser()
            let domain = DefaultsDomain(file: DefaultsFile(folder: path, name: "Suite.plist"))
            domain.set(["new": .integer(2)])
            #expect(!domain.synchronize())
            #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int == content.count)
        }
    }

    @Test func `without descriptors values are kept in memory, and written later`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DefaultsFolder()
            folder.domain("Suite").set(["old": .integer(1)])
            let domain = try Faults.withoutDescriptors {
                let domain = folder.domain("Suite")
                domain.set(["new": .integer(2)])
                #expect(!domain.synchronize())
                return domain
            }
            #expect(domain.value(for: "new") == .integer(2))
            #expect(domain.synchronize())
            #expect(try folder.stored("Suite") as? [String: Int] == ["old": 1, "new": 2])
        }
    }

    @Test func `values that are read late are changes`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DefaultsFolder()
            // Not by another domain, whose write a watch of the folder would report at any time later.
            let content = try PropertyListSerialization.data(fromPropertyList: ["old": 1], format: .binary, options: 0)
            try content.write(to: URL(filePath: "\(folder.path)/Suite.plist"))
            let domain = try Faults.withoutDescriptors { folder.domain("Suite") }
            #expect(domain.value(for: "old") == nil)
            let old = Changes(domain.keys.key("old", of: domain, isKept: false))
            let other = Changes(domain.keys.key("other", of: domain, isKept: false))
            domain.open()
            await eventually("the observer of the key is notified") { old.count == 1 }
            #expect(domain.value(for: "old") == .integer(1))
            #expect(other.count == 0)
        }
    }

    @Test func `on a full disk values are kept in memory, and written later`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DefaultsFolder()
            let domain = folder.domain("Suite")
            domain.set(["old": .integer(1)])
            try Faults.onFullDisk {
                domain.set(["new": .integer(2)])
                #expect(!domain.synchronize())
            }
            #expect(try folder.stored("Suite") as? [String: Int] == ["old": 1])
            #expect(domain.synchronize())
            #expect(try folder.stored("Suite") as? [String: Int] == ["old": 1, "new": 2])
        }
    }

    @Test func `a log on a full disk does not end the process`() async {
        await #expect(processExitsWith: .success) {
            let full = open("/dev/full", O_WRONLY)
            try #require(dup2(full, STDERR_FILENO) >= 0)
            DefaultsLog.write("No one reads this.")
            exit(EXIT_SUCCESS)
        }
    }
}
