import Foundation
import Testing

@testable import StrataViewGraph

/// Modifiers of images, pictures from files, and what the host reports about the user's display.
@MainActor
struct ImageFormTests {
    private func content(_ view: some View) -> ImageContent? {
        Screen(view).all { _ in true }.lazy.compactMap {
            if case .media(.image(let image)) = $0.content { image } else { nil }
        }.first
    }

    @Test func `an image is smooth unless it is told otherwise`() {
        let image = Image("bars").resizable()
        #expect(content(image)?.interpolation == .medium)
        #expect(content(image)?.isAntialiased == true)
        #expect(content(image.interpolation(.none))?.interpolation == Image.Interpolation.none)
        #expect(content(image.interpolation(.high))?.interpolation == .high)
        #expect(content(image.antialiased(false))?.isAntialiased == false)
    }

    @Test func `a picture is read from a file`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "strata-\(UUID().uuidString).png")
        try UIImageTests.png.write(to: url)
        // Ignored: the system clears the temporary folder.
        defer { try? FileManager.default.removeItem(at: url) }
        let picture = try #require(UIImage(contentsOfFile: url.path))
        #expect(picture.size == CGSize(width: 3, height: 2))
        #expect(picture.scale == 1)
        #expect(UIImage(contentsOfFile: url.path + ".missing") == nil)
    }

    @Test func `a file that is no image is no picture`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "strata-\(UUID().uuidString).png")
        try Data("text".utf8).write(to: url)
        // Ignored: the system clears the temporary folder.
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(UIImage(contentsOfFile: url.path) == nil)
    }

    @Test func `a picture that the app does not have is nil`() { #expect(UIImage(named: "no such picture") == nil) }

    @Test func `pictures with the same data and scale are equal`() throws {
        let pictures = [
            UIImage(data: UIImageTests.png), UIImage(data: UIImageTests.png), UIImage(data: UIImageTests.png, scale: 2),
        ]
        #expect(Set(pictures.compactMap { $0 }).count == 2)
        #expect(pictures[0] == pictures[1])
        #expect(pictures[0] != pictures[2])
    }

    private struct Display: View {
        @Environment(\.verticalSizeClass) private var height
        @Environment(\.colorSchemeContrast) private var contrast
        @Environment(\.accessibilityReduceTransparency) private var isOpaque
        @Environment(\.accessibilitySwitchControlEnabled) private var hasSwitches
        var body: some View {
            Text(verbatim: height == .compact ? "low" : "high")
            Text(verbatim: contrast == .increased ? "increased" : "standard")
            Text(verbatim: isOpaque ? "opaque" : "translucent")
            Text(verbatim: "\(hasSwitches)")
        }
    }

    @Test func `views know the height of the window and what the user prefers`() {
        let screen = Screen(Display())
        screen.send(SurroundingsEvent(), to: screen.item(0))
        #expect(screen.texts == ["high", "standard", "translucent", "false"])
        screen.send(SurroundingsEvent(isLow: true), to: screen.item(0))
        #expect(screen.texts == ["low", "standard", "translucent", "false"])
        screen.send(SurroundingsEvent(prefersMoreContrast: true, prefersLessTransparency: true), to: screen.item(0))
        #expect(screen.texts == ["high", "increased", "opaque", "false"])
    }
}
