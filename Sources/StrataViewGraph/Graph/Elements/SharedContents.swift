/// The contents that elements of all windows share.
///
/// The rows of a list have the same stacks, boxes and spacers, and windows that show the same data
/// have the same texts. An element's content is on the heap, so equal contents need their memory
/// only once. The table is a cache of a fixed size, with two places for each hash, because two
/// contents of one hash would otherwise replace each other in every window. A content without an
/// equal one in these places takes the first. The content of the first place moves to the second,
/// whose own content is evicted.
///
/// Contents with a picture in memory or with a long text are not kept, because the table would keep
/// the data after the last view is gone. A user can type a text of 100,000 characters.
@MainActor
enum SharedContents {
    private static let count = 4_096
    /// The size in bytes of the longest text that is kept.
    private static let longestText = 1_024
    private static var contents: [ElementContent?] = Array(repeating: nil, count: count)

    /// Returns a content that is equal to a new one, and takes its place.
    static func shared(_ content: ElementContent) -> ElementContent {
        guard !content.hasPicture, content.textSize <= longestText else { return content }
        var hasher = Hasher()
        content.hash(into: &hasher)
        let first = hasher.finalize() & (count - 2)
        for place in first...first + 1 {
            if let known = contents[place], known == content { return known }
        }
        contents[first + 1] = contents[first]
        contents[first] = content
        return content
    }
}

extension ElementContent {
    /// The size of the text that the content shows, in bytes; 0 for contents that show none.
    fileprivate var textSize: Int {
        switch self {
        case .text(let text): text.textSize
        case .control(.textField(let field)): field.text.utf8.count
        default: 0
        }
    }

    /// Whether the content is a picture in memory, or a text with one.
    fileprivate var hasPicture: Bool {
        switch self {
        case .media(.image(let image)): image.isPicture
        case .text(let text): text.hasPicture
        default: false
        }
    }
}
