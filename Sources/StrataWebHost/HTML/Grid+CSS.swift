import Foundation
import StrataViewGraph

extension LazyGridLayout {
    var css: [String] {
        let tracks = tracks.isEmpty ? [GridItem()] : tracks
        var hasRepetition = false
        let template = tracks.map { track in
            let isRepeated = if case .adaptive = track.size, !hasRepetition { true } else { false }
            hasRepetition = hasRepetition || isRepeated
            return isRepeated ? "repeat(auto-fill, \(track.size.css))" : track.size.css
        }.joined(separator: " ")
        let between = tracks[0].spacing ?? 8
        let along = spacing ?? 8
        let cell = tracks[0].alignment ?? .center
        let isVertical = axis == .vertical
        return [
            isVertical ? "grid-template-columns:\(template)" : "grid-template-rows:\(template)",
            isVertical ? "gap:\(along.px) \(between.px)" : "gap:\(between.px) \(along.px)",
            "place-items:\(cell.vertical.css) \(cell.horizontal.css)",
            isVertical ? "justify-content:\(alignment.horizontal.css)" : "align-content:\(alignment.vertical.css)",
        ]
    }
}

extension GridItem.Size {
    /// The size as a track of a CSS grid. Its minimum is a length, which `repeat(auto-fill, …)`
    /// requires.
    fileprivate var css: String {
        switch self {
        case .fixed(let length): max(length, 0).px
        case .flexible(let minimum, let maximum), .adaptive(let minimum, let maximum):
            "minmax(min(\(max(minimum, 1).px), 100%), \(maximum.isFinite ? max(maximum, minimum).px : "1fr"))"
        }
    }
}

extension GridArrangement {
    var css: [String] {
        var css = ["--columns:\(columns)"]
        css.append("gap:\((verticalSpacing ?? 8).px) \((horizontalSpacing ?? 8).px)")
        css.append("--cells:\(alignment.horizontal.css)")
        css.append("align-items:\(alignment.vertical.css)")
        for (column, alignment) in columnAlignments.sorted(by: { $0.key < $1.key }) where column < 12 {
            css.append("--column-\(column + 1):\(alignment.css)")
        }
        return css
    }
}

extension Alignment {
    /// The declarations that align the views in a layer.
    var placement: [String] { self == .center ? [] : ["place-items:\(vertical.css) \(horizontal.css)"] }
}
