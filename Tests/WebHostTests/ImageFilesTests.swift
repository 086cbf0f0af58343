import Foundation
import NIOCore
import StrataViewGraph
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

    @Test func `responses that send the same picture share its content`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: url) }
        let bytes = Array(UUID().uuidString.utf8)
        try Data(bytes).write(to: url)
        let name = try #require(ImageFiles.address(of: url)?.split(separator: "/").last.map(String.init))
        func content() throws -> ImageFiles.Content { try #require(ImageFiles.content(named: name)).content }

        var first: ImageFiles.Content? = try content()
        weak let released = first
        #expect(try content() === first)
        #expect(first?.buffer.readableBytesView.elementsEqual(bytes) == true)
        first = nil
        #expect(released == nil)
        #expect(try content().buffer.readableBytesView.elementsEqual(bytes))
        #expect(ImageFiles.content(named: "\(name)x") == nil)
    }

    @Test func `of two files with equal content, the other one is served after one was removed or replaced`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "images-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let content = Data("the same \(UUID().uuidString)".utf8)
        let urls = (0..<4).map { folder.appending(path: "picture\($0).png") }
        for url in urls { try content.write(to: url) }
        let addresses = urls.map { ImageFiles.address(of: $0) }
        #expect(Set(addresses).count == 1)
        let name = try #require(addresses[0]?.split(separator: "/").last.map(String.init))
        // The last one that was shown, the first one, and one that is shown with its new content.
        try FileManager.default.removeItem(at: urls[3])
        #expect(ImageFiles.file(named: name)?.data == content)
        try FileManager.default.removeItem(at: urls[0])
        #expect(ImageFiles.file(named: name)?.data == content)
        try Data("another".utf8).write(to: urls[1])
        #expect(ImageFiles.address(of: urls[1]) != addresses[1])
        #expect(ImageFiles.file(named: name)?.data == content)
        // The removed ones are forgotten, and the existing one is not.
        let other = folder.appending(path: "other.png")
        for number in 0...ImageFiles.mostFiles {
            let url = folder.appending(path: "\(number).png")
            try Data("\(number) \(folder.path)".utf8).write(to: url)
            _ = ImageFiles.address(of: url)
            try FileManager.default.removeItem(at: url)
        }
        #expect(ImageFiles.file(named: name)?.data == content)
        try Data("other \(folder.path)".utf8).write(to: other)
        #expect(ImageFiles.address(of: other) != nil)
        #expect(ImageFiles.fileCount <= ImageFiles.mostFiles)
        try FileManager.default.removeItem(at: urls[2])
        #expect(ImageFiles.file(named: name) == nil)
    }

    @Test func `the previous contents of a file that is replaced again and again are forgotten`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "images-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "picture.png")
        var address: String?
        for size in 1...ImageFiles.mostFiles + 100 {
            try Data(count: size).write(to: url)
            address = ImageFiles.address(of: url)
        }
        #expect(ImageFiles.fileCount <= ImageFiles.mostFiles)
        let name = try #require(address?.split(separator: "/").last.map(String.init))
        #expect(ImageFiles.file(named: name)?.data.count == ImageFiles.mostFiles + 100)
    }

    @Test func `a picture in memory is served as long as it exists`() throws {
        let png = try #require(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR42mM4oaEBQQxwFgBFdAaRGTBSqwAAAABJRU5ErkJggg=="))
        var first = UIImage(data: png)
        var second = UIImage(data: png)
        let address = try #require(first.flatMap { ImageFiles.address(of: $0) })
        #expect(second.flatMap { ImageFiles.address(of: $0) } == address)
        let name = try #require(address.split(separator: "/").last.map(String.init))
        first = nil
        #expect(ImageFiles.file(named: name)?.data == png)
        #expect(ImageFiles.file(named: name)?.type == "image/png")
        second = nil
        #expect(ImageFiles.file(named: name) == nil)
        #expect(ImageFiles.address(of: UIImage()) == nil)
    }
}
