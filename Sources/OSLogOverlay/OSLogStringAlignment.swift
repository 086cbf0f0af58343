/// The columns that a value takes in a message.
public struct OSLogStringAlignment: Sendable {
    private enum Side { case left, right }

    private let side: Side
    private let columns: Int

    /// As many columns as the value has.
    public static var none: OSLogStringAlignment { .left(columns: 0) }

    /// At least a number of columns, filled with spaces before the value.
    public static func right(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(side: .right, columns: columns)
    }

    /// At least a number of columns, filled with spaces after the value.
    public static func left(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(side: .left, columns: columns)
    }

    func aligned(_ text: String) -> String {
        let spaces = String(repeating: " ", count: max(0, columns - text.count))
        return side == .left ? text + spaces : spaces + text
    }
}
