import Foundation
import Testing

@testable import StrataViewGraph
@testable import StrataWebHost

@MainActor
struct SymbolTests {
    private func html<V: View>(_ view: V) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        return graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
    }

    /// The names that at least two of the open-source apps use.
    private static let usedNames = """
        xmark plus magnifyingglass trash square.and.arrow.up pencil gear xmark.circle.fill checkmark.circle.fill ellipsis \
        minus.circle.fill chevron.down heart.fill chevron.right checkmark plus.circle.fill info.circle arrow.clockwise \
        list.bullet checkmark.circle chevron.left calendar fork.knife exclamationmark.triangle.fill lock.fill star.fill photo \
        exclamationmark.triangle star arrow.up.arrow.down doc.text drop.fill sparkles doc.on.doc \
        line.3.horizontal.decrease.circle minus link repeat arrow.down.circle square.and.pencil arrow.right bell.fill \
        arrow.triangle.2.circlepath chevron.forward line.3.horizontal safari folder slider.horizontal.3 plus.circle \
        paperplane.fill wand.and.stars text.alignleft square.grid.2x2 photo.badge.plus checkmark.seal.fill trash.fill flame.fill \
        photo.on.rectangle.angled eye tag map xmark.bin camera.fill ellipsis.circle chart.bar.fill calendar.badge.plus \
        square.and.arrow.up.fill tray.full.fill chevron.up exclamationmark.bubble questionmark person.badge.plus chart.bar \
        xmark.circle doc.text.magnifyingglass tray paperplane square.and.arrow.down eye.slash bell clock \
        person.crop.circle.badge.xmark arrow.right.circle circle.fill circle dollarsign.circle.fill bird.fill wifi x.circle.fill \
        antenna.radiowaves.left.and.right gearshape stop.fill photo.fill checkmark.seal tray.full tray.fill pencil.line camera \
        arrow.up.left.and.arrow.down.right tag.fill book multiply.circle.fill envelope triangle.fill chevron.up.chevron.down \
        square.and.arrow.down.fill hand.tap.fill internaldrive doc.richtext pause.fill person.crop.circle bookmark.fill heart \
        chevron.down.circle.fill line.3.horizontal.decrease sun.max speaker.slash.fill selection.pin.in.out arrow.left play.fill \
        globe bell.badge star.circle
        """.split(separator: " ").map(String.init)

    @Test func `every symbol that apps use is drawn`() {
        #expect(Self.usedNames.count == 123)
        #expect(Self.usedNames.filter { Symbol($0) == nil } == [])
    }

    @Test func `every line of the table of glyphs is read`() {
        #expect(GlyphLibrary.lines.count > 100)
        #expect(GlyphLibrary.glyphs.count == GlyphLibrary.lines.count)
        #expect(GlyphLibrary.glyphs.filter { $0.value.parts.isEmpty }.keys.sorted() == [])
    }

    @Test func `variants are composed from a glyph`() throws {
        let symbol = try #require(Symbol("bell.badge.slash.circle.fill"))
        #expect(symbol.base == "bell")
        #expect(symbol.badge == "")
        #expect(symbol.isSlashed)
        #expect(symbol.enclosure == .circle)
        #expect(symbol.isFilled)
        #expect(try #require(Symbol("person.crop.circle.badge.xmark")).badge == "xmark")
        #expect(try #require(Symbol("a.square")).base == "a")
        #expect(try #require(Symbol("42.circle")).base == "42")
    }

    @Test func `a name with a word that is no variant is unknown`() {
        #expect(Symbol("heart.wobbly") == nil)
        #expect(Symbol("") == nil)
        #expect(Symbol("heart..fill") == nil)
    }

    @Test func `a symbol is an image with a label`() {
        #expect(
            html(Image(systemName: "checkmark")) == """
                <span class="image symbol" role="img" aria-label="Done" data-id="1">\
                <svg viewBox="1 0 22 24" style="--aspect:0.92" fill="none" stroke="currentColor" stroke-width="1.75" \
                stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">\
                <g stroke-width="1.75"><path d="M4.5 12.8 9.8 18.5 19.5 5.5"></path></g></svg></span>
                """)
    }

    @Test func `a mask has an ID of its own in each element`() {
        let html = html(
            VStack {
                Image(systemName: "xmark.circle.fill"); Image(systemName: "xmark.circle.fill")
            })
        #expect(html.contains("id=\"i2e\""))
        #expect(html.contains("id=\"i3e\""))
    }

    @Test func `an unknown symbol is a mark with its name`() {
        let html = html(Image(systemName: "<dragon>"))
        #expect(html.contains("aria-label=\"&lt;dragon&gt;\""))
        #expect(html.contains("stroke-dasharray"))
    }

    @Test func `the style sheet finds an icon without a drawing`() {
        #expect(html(Image(systemName: "dragon")).contains("class=\"image symbol missing\""))
        #expect(!html(Image(systemName: "plus")).contains("missing"))
    }

    @Test func `a decorative symbol is hidden`() {
        #expect(html(Image(decorativeSystemName: "plus")).contains("aria-hidden=\"true\" data-id"))
    }
}
