import CoreData
import Foundation
import Testing

@Suite("The folders of app groups")
struct AppGroupTests {
    @Test("The folder of a group is in the user's data directory, and exists")
    func folder() throws {
        let name = "group.strata.test-\(UUID().uuidString)"
        let folder = try #require(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: name))
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = NSPersistentContainer.defaultDirectoryURL().deletingLastPathComponent()
        #expect(folder.standardizedFileURL.path == data.appending(path: name).standardizedFileURL.path)
        var isFolder: ObjCBool = false
        #expect(FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) && isFolder.boolValue)
        #expect(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: name) == folder)
    }

    @Test("What is no name of a folder is no group", arguments: ["", ".", "..", "../group", "a/b", "/tmp"])
    func invalid(name: String) {
        #expect(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: name) == nil)
    }
}
