import CoreData
import Foundation

/// Parses typical predicate formats, a thousand times each.
///
/// The peer creates equal predicates with `NSComparisonPredicate`, `NSExpression` and
/// `NSCompoundPredicate`, so the difference is the cost of parsing.
enum PredicateParsing {
    private static let repetitions = 1000

    private static var cases: [(format: () -> NSPredicate, classes: () -> NSPredicate)] {
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
        let codes = ["ak1", "ak2", "us7000"]
        return [
            (
                { NSPredicate(format: "magnitude > %f AND place CONTAINS[cd] %@", 4.5, "alaska") },
                {
                    comparison("magnitude", .greaterThan, 4.5)
                        && comparison("place", .contains, "alaska", [.caseInsensitive, .diacriticInsensitive])
                }
            ),
            ({ NSPredicate(format: "code == %@", "ak1") }, { comparison("code", .equalTo, "ak1") }),
            ({ NSPredicate(format: "%K = nil", "place") }, { comparison("place", .equalTo, nil) }),
            ({ NSPredicate(format: "code IN %@", codes) }, { comparison("code", .in, codes) }),
            (
                { NSPredicate(format: "time >= %@ AND time < %@", date as NSDate, (date + 86_400) as NSDate) },
                { comparison("time", .greaterThanOrEqualTo, date) && comparison("time", .lessThan, date + 86_400) }
            ),
            (
                { NSPredicate(format: "category.name BEGINSWITH[c] 'Q' OR NOT (title ENDSWITH '!' OR title LIKE 'A*')") },
                {
                    let title = comparison("title", .endsWith, "!") || comparison("title", .like, "A*")
                    return comparison("category.name", .beginsWith, "Q", .caseInsensitive) || !title
                }
            ),
            (
                { NSPredicate(format: "ANY tags.name == %@", "red") },
                {
                    NSComparisonPredicate(
                        leftExpression: NSExpression(forKeyPath: "tags.name"),
                        rightExpression: NSExpression(forConstantValue: "red"),
                        modifier: .any, type: .equalTo)
                }
            ),
            (
                { NSPredicate(format: "items.@count > 3") },
                { comparison("items.@count", .greaterThan, 3) }
            ),
        ]
    }

    static func run() throws {
        let cases = cases
        for (format, classes) in cases where format() != classes() {
            throw WrongResult(description: "The peer creates \(classes()) instead of \(format()).")
        }
        func contestant(_ name: String, _ makers: [() -> NSPredicate]) -> Contest.Contestant {
            Contest.Contestant(name: name) {
                Stopwatch.measure {
                    for _ in 0..<repetitions { for make in makers { _ = make() } }
                }
            }
        }
        try Contest(
            row: "predicate-parse",
            ours: contestant("strata", cases.map(\.format)),
            peers: [contestant("classes", cases.map(\.classes))]
        ).run()
    }

    private static func comparison(
        _ keyPath: String, _ type: NSComparisonPredicate.Operator, _ value: Any?, _ options: NSComparisonPredicate.Options = []
    ) -> NSPredicate {
        NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: keyPath), rightExpression: NSExpression(forConstantValue: value),
            modifier: .direct, type: type, options: options)
    }
}

private func && (left: NSPredicate, right: NSPredicate) -> NSPredicate {
    NSCompoundPredicate(andPredicateWithSubpredicates: [left, right])
}

private func || (left: NSPredicate, right: NSPredicate) -> NSPredicate {
    NSCompoundPredicate(orPredicateWithSubpredicates: [left, right])
}

private prefix func ! (predicate: NSPredicate) -> NSPredicate {
    NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
}
