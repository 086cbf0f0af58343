import SwiftUI

/// Symbols: their sizes, weights, variants and rendering modes.
struct SymbolPage: View {
    private let names = [
        "heart", "star", "bell", "trash", "folder", "doc.text", "calendar", "person", "photo", "map", "gearshape", "bird",
    ]

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Flow(minimum: 26) { plain }.accessibilityIdentifier("symbol.plain")
            Flow(minimum: 26) { plain }.symbolVariant(.fill).accessibilityIdentifier("symbol.filled")
            Flow(minimum: 26) { plain }.symbolVariant(.circle.fill).foregroundStyle(.indigo)
            Flow(minimum: 26) { plain }.symbolVariant(.slash).foregroundStyle(.secondary)
            Flow(minimum: 26) {
                ForEach(["calendar", "person", "photo", "bell"], id: \.self) { name in
                    Image(systemName: name + ".badge")
                    Image(systemName: name + ".badge.plus")
                    Image(systemName: name + ".fill.badge.xmark")
                }
            }
            Flow(minimum: 52) {
                Image(systemName: "checkmark.seal.fill").font(.caption)
                Image(systemName: "checkmark.seal.fill")
                Image(systemName: "checkmark.seal.fill").font(.title)
                Image(systemName: "checkmark.seal.fill").imageScale(.large).font(.largeTitle)
                Image(systemName: "arrow.clockwise").fontWeight(.thin)
                Image(systemName: "arrow.clockwise").fontWeight(.bold)
                Image(systemName: "arrow.clockwise").fontWeight(.black)
            }
            Flow(minimum: 44) {
                Image(systemName: "square.and.arrow.up.circle.fill").symbolRenderingMode(.hierarchical)
                Image(systemName: "exclamationmark.triangle.fill").symbolRenderingMode(.multicolor)
                Image(systemName: "wifi", variableValue: 0.4)
                Image(systemName: "no.such.symbol").accessibilityIdentifier("symbol.unknown")
                Image(systemName: "7.circle.fill")
                Image(systemName: "arrow.right.circle").flipsForRightToLeftLayoutDirection(true)
                    .environment(\.layoutDirection, .rightToLeft).accessibilityIdentifier("symbol.flipped")
                Image(systemName: "paperplane").resizable().frame(width: 40, height: 40)
            }
            .font(.title2)
        }
    }

    private var plain: some View {
        ForEach(names, id: \.self) { Image(systemName: $0) }
    }
}
