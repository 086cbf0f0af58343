import Foundation
import StrataViewGraph
import Testing

@testable import StrataWebHost

@MainActor
struct ImageHTMLTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")

    /// Returns the HTML of views of the image "Wave", whose file has a suffix.
    private func html(_ suffix: String, dark: Bool = false, _ view: (Image) -> some View) throws -> String {
        let set = folder.appending(path: "Assets.xcassets/Wave.imageset")
        try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var images = [#"{"filename": "light.\#(suffix)"}"#]
        if dark {
            images.append(#"{"filename": "dark.\#(suffix)", "appearances": [{"appearance": "luminosity", "value": "dark"}]}"#)
        }
        let contents = #"{"images": [\#(images.joined(separator: ", "))]}"#
        try Data(contents.utf8).write(to: set.appending(path: "Contents.json"))
        try Data("light".utf8).write(to: set.appending(path: "light.\(suffix)"))
        try Data("dark".utf8).write(to: set.appending(path: "dark.\(suffix)"))
        let bundle = try #require(Bundle(path: folder.path))
        let graph = WindowGraph(title: "Test", content: view(Image("Wave", bundle: bundle)))
        graph.mount()
        return graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
    }

    @Test func `a resizable SVG is stretched`() throws {
        let html = try html("svg") { $0.resizable() }
        #expect(html.contains(##".svg#svgView(preserveAspectRatio(none))" alt="""##))
    }

    @Test func `the versions of a resizable SVG for both appearances are stretched`() throws {
        let html = try html("svg", dark: true) { $0.resizable() }
        #expect(html.components(separatedBy: ".svg#svgView(preserveAspectRatio(none))").count == 3)
        #expect(html.components(separatedBy: ".svg").count == 3)
    }

    @Test func `a resizable SVG that is a template is stretched`() throws {
        let html = try html("svg") { $0.renderingMode(.template).resizable() }
        #expect(html.contains(".svg#svgView%28preserveAspectRatio%28none%29%29"))
    }

    @Test func `an SVG that is not stretched keeps its proportions`() throws {
        let own = try html("svg") { $0 }
        #expect(own.contains(#".svg" alt="""#))
        let tiled = try html("svg") { $0.resizable(resizingMode: .tile) }
        #expect(tiled.contains(#".svg" alt="""#))
    }

    @Test func `the address of another picture has no fragment`() throws {
        let html = try html("png") { $0.resizable() }
        #expect(html.contains(#".png" alt="""#))
    }
}
