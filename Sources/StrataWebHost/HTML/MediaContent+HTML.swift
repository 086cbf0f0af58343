import StrataViewGraph

extension MediaContent {
    var tag: HTMLTag {
        switch self {
        case .image(let image): image.tag
        }
    }

    func writeInside(to writer: inout HTMLWriter, id: Int) {
        switch self {
        case .image(let image): image.writeInside(to: &writer, id: "i\(id)")
        }
    }
}
