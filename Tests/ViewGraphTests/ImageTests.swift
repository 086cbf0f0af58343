import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ImageTests {
    @Observable final class Model {
        var url = URL(string: "https://a.example/1.png")
    }

    private struct Photo: View {
        let model: Model
        var body: some View {
            AsyncImage(url: model.url) { phase in Text(verbatim: phase.image == nil ? "waiting" : "loaded") }
        }
    }

    private func images(_ view: some View) -> [ImageContent] {
        Screen(view).all { _ in true }.compactMap { if case .media(.image(let image)) = $0.content { image } else { nil } }
    }

    private func symbols(_ view: some View) -> [SymbolContent] {
        images(view).compactMap { if case .symbol(let symbol) = $0.source { symbol } else { nil } }
    }

    @Test func `variants are added to the names of symbols`() {
        let view = VStack {
            Image(systemName: "heart")
            Image(systemName: "heart.circle")
            Image(systemName: "heart.fill")
            Image(systemName: "heart").symbolVariant(.none)
        }
        #expect(symbols(view.symbolVariant(.fill)).map(\.name) == ["heart.fill", "heart.circle.fill", "heart.fill", "heart"])
        #expect(symbols(view.symbolVariant(.slash.circle)).map(\.name).first == "heart.slash.circle")
    }

    @Test func `a view of a fixed appearance shows the image for it`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let set = folder.appendingPathComponent("Assets.xcassets/Star.imageset")
        try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
        let contents = """
            {"images": [{"filename": "light.png"},
              {"filename": "dark.png", "appearances": [{"appearance": "luminosity", "value": "dark"}]}]}
            """
        try Data(contents.utf8).write(to: set.appendingPathComponent("Contents.json"))
        let image = Image("Star", bundle: try #require(Bundle(path: folder.path)))
        func files(_ view: some View) -> [[String]] {
            images(view).map { image in
                guard case .asset(let asset) = image.source else { return [] }
                return asset.light.map(\.url.lastPathComponent) + ["/"] + asset.dark.map(\.url.lastPathComponent)
            }
        }
        #expect(files(image) == [["light.png", "/", "dark.png"]])
        #expect(files(image.colorScheme(.dark)) == [["dark.png", "/"]])
        #expect(files(image.preferredColorScheme(.dark)) == [["dark.png", "/"]])
        #expect(files(image.preferredColorScheme(.light)) == [["light.png", "/"]])
        #expect(files(image.colorScheme(.light).preferredColorScheme(.dark)) == [["light.png", "/"]])
    }

    @Test func `a symbol in a shape keeps its shape`() {
        #expect(symbols(Image(systemName: "heart.circle").symbolVariant(.square)).map(\.name) == ["heart.circle"])
        #expect(symbols(Image(systemName: "heart.circle").symbolVariant(.square.fill)).map(\.name) == ["heart.circle.fill"])
        #expect(
            symbols(Image(systemName: "exclamationmark.triangle").symbolVariant(.circle)).map(\.name)
                == ["exclamationmark.triangle"])
    }

    @Test func `an event of an earlier image does not count for a later one`() throws {
        let model = Model()
        let screen = Screen(Photo(model: model))
        let loader = try #require(screen.all { if case .media(.loader) = $0 { true } else { false } }.first)
        let late = try JSONDecoder().decode(
            ImageLoadEvent.self, from: Data(#"{"isLoaded":true,"address":"https://a.example/1.png"}"#.utf8))
        model.url = URL(string: "https://a.example/2.png")
        screen.update()
        screen.send(late, to: loader)
        #expect(screen.texts == ["waiting"])
        let current = try JSONDecoder().decode(
            ImageLoadEvent.self, from: Data(#"{"isLoaded":true,"address":"https://a.example/2.png"}"#.utf8))
        screen.send(current, to: loader)
        #expect(screen.texts == ["loaded"])
    }

    @Test func `an inner variant is added to an outer one`() {
        let view = Image(systemName: "bell").symbolVariant(.fill).symbolVariant(.slash)
        #expect(symbols(view).map(\.name) == ["bell.slash.fill"])
        #expect(SymbolVariants.circle.fill.contains(.fill))
        #expect(!SymbolVariants.circle.contains(.fill))
    }

    @Test func `an image's own rendering mode wins over the environment's`() {
        let view = VStack {
            Image(systemName: "heart").symbolRenderingMode(.palette)
            Image(systemName: "heart")
        }
        #expect(symbols(view.symbolRenderingMode(.hierarchical)).map(\.rendering) == [.palette, .hierarchical])
    }

    @Test func `an image has the size of the environment's scale`() {
        #expect(images(Image(systemName: "heart").imageScale(.large)).map(\.scale) == [.large])
    }

    @Test func `only a resizable image grows`() {
        let screen = Screen(
            HStack {
                Image(systemName: "heart"); Image(systemName: "star").resizable()
            })
        #expect(screen.all { if case .media = $0 { true } else { false } }.map(\.growth) == [[], .both])
    }
}
