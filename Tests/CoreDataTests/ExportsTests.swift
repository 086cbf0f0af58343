import CoreData
import Foundation
import Testing

/// A file that imports Foundation and CoreData, as most files of apps do, sees our classes under
/// Apple's names.
@Suite struct ExportsTests {
    @Test func theNamesAreOurs() {
        let price = NSExpression(forKeyPath: "price")
        let predicate: NSPredicate = NSComparisonPredicate(
            leftExpression: price, rightExpression: NSExpression(forConstantValue: 5), modifier: .direct, type: .greaterThan,
            options: [])
        let compound = NSCompoundPredicate(andPredicateWithSubpredicates: [predicate, NSPredicate(value: true)])
        #expect(compound.predicateFormat == "price > 5 AND TRUEPREDICATE")
        let sort = NSSortDescriptor(key: "name", ascending: true, selector: Selector("localizedStandardCompare:"))
        let rows: [[String: Any]] = [["price": 6, "name": "b"], ["price": 7, "name": "a"], ["price": 1, "name": "c"]]
        let names = (rows as NSArray).filtered(using: compound).sortedArray(using: [sort]).compactMap {
            ($0 as? [String: Any])?["name"] as? String
        }
        #expect(names == ["a", "b"])
    }
}
