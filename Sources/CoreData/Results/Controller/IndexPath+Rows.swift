public import Foundation

// UIKit declares these on Apple's platforms. It does not exist here.
extension IndexPath {
    /// Creates the index path of a row in a section.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// Creates the index path of an item in a section; the same as that of a row.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// The index of the section: the first of the path's two indexes.
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    /// The index of the row in its section: the second of the path's two indexes.
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }

    /// The index of the item in its section; the same as ``row``.
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
