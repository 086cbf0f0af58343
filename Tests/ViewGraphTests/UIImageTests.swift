import Foundation
import Testing

@testable import StrataViewGraph

struct UIImageTests {
    /// A red picture of three by two pixels.
    static let png = Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR42mM4oaEBQQxwFgBFdAaRGTBSqwAAAABJRU5ErkJggg==")!

    private func header(_ parts: [UInt8]...) -> PictureHeader? { PictureHeader(Data(parts.joined())) }

    private func expect(_ header: PictureHeader?, _ format: PictureFormat, _ width: Int, _ height: Int) {
        #expect(header?.format == format)
        #expect(header?.width == width)
        #expect(header?.height == height)
    }

    @Test func `a PNG has the size of its header, in points`() throws {
        expect(PictureHeader(Self.png), .png, 3, 2)
        #expect(UIImage(data: Self.png)?.size == CGSize(width: 3, height: 2))
        #expect(UIImage(data: Self.png, scale: 2)?.size == CGSize(width: 1.5, height: 1))
    }

    @Test func `a GIF has its size in two numbers, the lower byte first`() {
        expect(header(Array("GIF89a".utf8), [0x40, 0x01, 0xF0, 0x00]), .gif, 320, 240)
    }

    /// A JPEG with a segment of EXIF data, whose only entry is the orientation, and a frame of 640 by
    /// 480 pixels.
    static func jpeg(orientation: UInt8) -> Data {
        let exif: [UInt8] =
            Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        let length = UInt8(exif.count + 2)
        return Data(
            [0xFF, 0xD8, 0xFF, 0xE1, 0, length] + exif + [0xFF, 0xFF, 0xC0, 0, 11, 8, 0x01, 0xE0, 0x02, 0x80, 1, 1, 0x11, 0])
    }

    @Test func `a JPEG has the size of its frame, after fill bytes and other segments`() {
        expect(PictureHeader(Self.jpeg(orientation: 1)), .jpeg, 640, 480)
    }

    @Test func `a JPEG that a camera took upright is as wide as its rows are many`() {
        expect(PictureHeader(Self.jpeg(orientation: 6)), .jpeg, 480, 640)
    }

    @Test func `WebP has its size in one of three chunks`() {
        let start = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)
        expect(header(start, Array("VP8X".utf8), [10, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0, 0, 0x7F, 0, 0]), .webp, 256, 128)
        // 13 bits after the signature: a width of 20 less one, and a height of 10 less one.
        expect(header(start, Array("VP8L".utf8), [5, 0, 0, 0, 0x2F, 0x13, 0x40, 0x02, 0]), .webp, 20, 10)
        expect(header(start, Array("VP8 ".utf8), [9, 0, 0, 0, 0, 0, 0, 0x9D, 0x01, 0x2A, 0x10, 0, 0x08, 0]), .webp, 16, 8)
    }

    @Test func `a BMP whose rows go down has a positive height`() {
        let start = Array("BM".utf8) + [UInt8](repeating: 0, count: 16)
        expect(header(start, [7, 0, 0, 0, 0xFB, 0xFF, 0xFF, 0xFF]), .bmp, 7, 5)
    }

    @Test func `data of another kind, or cut off, is no image`() {
        #expect(UIImage(data: Data()) == nil)
        #expect(UIImage(data: Data("<svg/>".utf8)) == nil)
        for count in 0..<24 { #expect(UIImage(data: Self.png.prefix(count)) == nil) }
    }

    @Test func `images with the same data and scale are equal`() {
        #expect(UIImage(data: Self.png) == UIImage(data: Self.png))
        #expect(UIImage(data: Self.png) != UIImage(data: Self.png, scale: 2))
        #expect(UIImage() == UIImage())
    }

    @MainActor
    @Test func `an image of AppKit is shown as one of UIKit`() throws {
        let image = try #require(NSImage(data: Self.png))
        let shown = Screen(Image(nsImage: image)).all { if case .media(.image) = $0 { true } else { false } }
        guard case .media(.image(let content))? = shown.first?.content, case .picture(let picture) = content.source else {
            Issue.record("There is no picture.")
            return
        }
        #expect(picture == image)
    }

    @Test func `an image of AppKit is read from a file`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        try Self.png.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(NSImage(contentsOf: file)?.size == CGSize(width: 3, height: 2))
        #expect(NSImage(contentsOf: file.appending(path: "none")) == nil)
        #expect(NSImage(contentsOf: try #require(URL(string: "https://example.com\(file.path)"))) == nil)
    }

    @MainActor
    @Test func `a picture that no view shows any more is released`() throws {
        var image = UIImage(data: Self.png)
        weak let released = image
        var window: WindowGraph? = WindowGraph(title: "", content: Image(uiImage: try #require(image)))
        image = nil
        #expect(released != nil)
        window?.close()
        window = nil
        #expect(released == nil)
    }
}
