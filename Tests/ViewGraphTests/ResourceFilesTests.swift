import Foundation
import Testing

@testable import StrataViewGraph

/// Files that an app may have or not.
struct ResourceFilesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "strata-resources-\(UUID().uuidString)")

    private func withFolder(_ body: () throws -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body()
    }

    private func isWarned(about url: URL) -> Bool { WarningLog.messages.contains { $0.contains(url.path) } }

    @Test func `a file is read`() throws {
        try withFolder {
            let file = folder.appending(path: "a")
            try Data("text".utf8).write(to: file)
            #expect(ResourceFiles.data(at: file) == Data("text".utf8))
            #expect(ResourceFiles.entries(of: folder).map(\.lastPathComponent) == ["a"])
        }
    }

    @Test func `a file that does not exist is no warning`() {
        let file = folder.appending(path: "missing")
        #expect(ResourceFiles.data(at: file) == nil)
        #expect(ResourceFiles.entries(of: file).isEmpty)
        ResourceFiles.remove(file)
        #expect(!isWarned(about: file))
    }

    @Test func `a file that cannot be read is a warning`() throws {
        try withFolder {
            let file = folder.appending(path: "loop")
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "loop")
            #expect(ResourceFiles.data(at: file) == nil)
            #expect(isWarned(about: file))
        }
    }

    @Test func `a folder that cannot be listed is a warning`() throws {
        try withFolder {
            let file = folder.appending(path: "list")
            try Data().write(to: file)
            #expect(ResourceFiles.entries(of: file).isEmpty)
            #expect(isWarned(about: file))
        }
    }

    @Test func `a folder is removed with its content`() throws {
        try withFolder {
            let inner = folder.appending(path: "inner")
            try FileManager.default.createDirectory(at: inner.appending(path: "deep"), withIntermediateDirectories: true)
            ResourceFiles.remove(inner)
            #expect(!FileManager.default.fileExists(atPath: inner.path))
        }
    }

    // MARK: Stored values

    private struct Amount: Codable, Equatable { var value: Double }

    @Test func `a value that cannot be stored is a warning`() {
        #expect(CodableConversion<Amount>.stored(Amount(value: .nan)) == nil)
        #expect(WarningLog.messages.contains { $0.contains("Amount") && $0.contains("cannot be stored") })
    }

    @Test func `a stored value of another form is a warning, and reads as the default`() {
        #expect(CodableConversion<Amount>.value(of: .data(Data("[]".utf8))) == nil)
        #expect(WarningLog.messages.contains { $0.contains("no Amount") })
    }

    @Test func `a value of a scene that cannot be decoded is a warning, and the others stay`() throws {
        let encoder = PropertyListEncoder()
        let values = ["good": StoredValue.integer(1)]
        var list = try #require(
            try PropertyListSerialization.propertyList(from: encoder.encode(values), format: nil) as? [String: Any])
        list["bad"] = ["unknown": true]
        let damaged = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        #expect(try SceneRecord.decodeValues(damaged).values == values)
        #expect(WarningLog.messages.contains { $0.contains("of a stored scene cannot be decoded") })
    }
}
