import CoreData
import Foundation
import Testing

/// Index paths of rows and items, which UIKit declares on Apple's platforms.
struct IndexPathRowsTests {
    @Test func `an index path has a section, and a row that is its item`() {
        let path = IndexPath(item: 4, section: 2)
        #expect(path == IndexPath(row: 4, section: 2))
        #expect(path == IndexPath(indexes: [2, 4]))
        #expect(path.section == 2)
        #expect(path.row == 4)
        #expect(path.item == 4)
    }

    @Test func `the section and the row of an index path can be set`() {
        var path = IndexPath(row: 4, section: 2)
        path.section = 7
        path.row = 8
        #expect(path == IndexPath(row: 8, section: 7))
        path.item = 9
        #expect(path.row == 9)
    }
}
