import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ImageTests {
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
