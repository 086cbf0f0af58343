/// The alignment of a value within a number of columns.
public struct OSLogStringAlignment: Sendable {
    private enum Side { case left, right }

    private let side: Side
    private let columns: Int

    /// No padding.
    public static var none: OSLogStringAlignment { .left(columns: 0) }

    /// Returns an alignment that pads a value with spaces before it, to at least `columns`
    /// characters.
    public static func right(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(side: .right, columns: columns)
    }

    /// Returns an alignment that pads a value with spaces after it, to at least `columns`
    /// characters.
    public static func left(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(side: .left, columns: columns)
    }

    func aligned(_ text: String) -> String {
        let spaces = String(repeating: " ", count: max(0, columns - text.count))
        return side == .left ? text + spaces : spaces + text
    }
}
