import Foundation
import Testing

@testable import StrataWebHost

struct ImageFilesTests {
    @Test func `a file that was replaced is served at a new address only`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "images-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "picture.png")
        func name(_ address: String?) throws -> String { try #require(address?.split(separator: "/").last.map(String.init)) }

        try Data("first".utf8).write(to: url)
        let first = try name(ImageFiles.address(of: url))
        #expect(ImageFiles.file(named: first)?.data == Data("first".utf8))
        try Data("the second".utf8).write(to: url)
        #expect(ImageFiles.file(named: first) == nil)
        let second = try name(ImageFiles.address(of: url))
        #expect(second != first)
        #expect(ImageFiles.file(named: second)?.data == Data("the second".utf8))
        #expect(ImageFiles.file(named: first) == nil)
        try FileManager.default.removeItem(at: url)
        #expect(ImageFiles.address(of: url) == nil)
        #expect(ImageFiles.file(named: second) == nil)
    }
}
