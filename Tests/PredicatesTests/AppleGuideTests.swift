import Foundation
import Testing

@testable import StrataPredicates

import class StrataPredicates.NSPredicate

/// The formats and rules of Apple's Predicate Programming Guide.
@Suite struct AppleGuideTests {
    @Test(arguments: SampleFormats.guide.indices)
    func `every format of the guide is printed and parsed again`(index: Int) throws {
        let (format, arguments, printed) = SampleFormats.guide[index]
        let predicate = NSPredicate(format: format, argumentArray: arguments)
        #expect(predicate.predicateFormat == printed)
        let again = NSPredicate(format: printed)
        #expect(again == predicate && again.hash == predicate.hash)
        #expect(again.predicateFormat == printed)
        _ = try CompiledPredicate(again.form)
    }

    @Test(arguments: SampleFormats.beyond.indices)
    func `every other format is parsed again`(index: Int) throws {
        let (format, arguments) = SampleFormats.beyond[index]
        let form = try FormatParser.parse(format, arguments: arguments)
        #expect(try FormatParser.parse(form.format).format == form.format)
    }

    private let person: [String: Any] = [
        "grade": 7, "firstName": "Mark", "lastName": "Adderley", "name": "Melissa", "group": ["name": "workshop"],
        "children": [["age": 13], ["age": 21]], "revenue": 2_000_000, "anAttribute": true, "nothing": NSNull(),
        "array": ["a", "b"], "dictionary": ["key": "Ben"], "scores": [1, 2, 6],
        "birthday": Date(timeIntervalSinceReferenceDate: 10),
    ]

    private func holds(_ format: String, _ arguments: Any..., with variables: [String: Any]? = nil) -> Bool {
        NSPredicate(format: format, argumentArray: arguments).evaluate(with: person, substitutionVariables: variables)
    }

    @Test func `the comparisons of Apple's guide hold`() {
        #expect(holds("grade == 7 AND firstName like 'Mark' AND (firstName beginswith 'M') AND (lastName like 'Adderley')"))
        #expect(holds("group.name matches 'work.*'") && !holds("group.name matches 'work'"))
        #expect(holds("(lastName like[cd] %@) AND (birthday > %@)", "ad*", Date(timeIntervalSinceReferenceDate: 5)))
        #expect(holds("anAttribute == YES AND anAttribute == %@ AND anAttribute == TRUE", true))
        #expect(holds("revenue >= 1000000 and revenue < 100000000") && holds("1 BETWEEN { 0 , 33 }"))
        #expect(holds("grade BETWEEN %@", [1, 10]) && holds("grade BETWEEN {7, 7}") && !holds("grade BETWEEN {8, 1}"))
    }

    @Test func `%@ inside quotes is text`() {
        #expect(!holds("%K like '%@'", "firstName", "Mark") && holds("%K like %@", "firstName", "Mark"))
        #expect(NSPredicate(format: "SELF == '%@' OR SELF == \"$x\"", "Do").evaluate(with: "%@"))
    }

    @Test func `the collection operators of Apple's guide hold`() {
        #expect(holds("ANY children.age < 18") && holds("SOME children.age > 18") && !holds("ALL children.age < 18"))
        #expect(holds("ALL children.age > 12") && !holds("NONE children.age < 18") && !holds("NOT (ANY children.age < 18)"))
        #expect(holds("name IN { 'Ben', 'Melissa', 'Nick' }") && holds("name IN %@", Set(["Melissa"])))
        #expect(holds("array[1] == 'b' AND array[FIRST] == 'a' AND array[LAST] == 'b' AND array[SIZE] == 2"))
        #expect(holds("dictionary['key'] == 'Ben' AND dictionary.key == 'Ben'"))
    }

    /// "The collection may be an array, a set, or a dictionary: in the case of a dictionary, its
    /// values are used."
    @Test func `IN searches the values of a dictionary`() {
        let names = ["first": "Ben", "second": "Melissa"]
        #expect(holds("name IN %@", names) && holds("name IN %@", names as NSDictionary) && !holds("name IN %@", ["Melissa": 1]))
        #expect(holds("'Ben' IN dictionary") && !holds("'key' IN dictionary"))
        #expect(NSPredicate(format: "a IN %@", ["x": 2, "y": 1] as any CVarArg).predicateFormat == "a IN {1, 2}")
        #expect(holds("dictionary == %@ AND dictionary != %@", ["key": "Ben"], ["key": "x"]))
    }

    @Test func `the variables of Apple's guide are substituted`() {
        #expect(holds("grade BETWEEN { $LOWER, $UPPER }", with: ["LOWER": 5, "UPPER": 8]))
        #expect(holds("firstName BEGINSWITH[cd] $FIRST_NAME", with: ["FIRST_NAME": "ma"]))
        #expect(holds("name IN $NAME_LIST AND NOT 'name' IN $NAME_LIST", with: ["NAME_LIST": ["Melissa"]]))
    }

    @Test func `null matches only null`() {
        #expect(holds("nothing == nil AND nothing = NULL AND nothing == %@ AND missing == nil", NSNull()))
        #expect(!holds("nothing like '*'") && !holds("nothing > 0") && !holds("nothing < 0") && holds("nothing != 'x'"))
        #expect(holds("(firstName == %@) || (nothing = nil)", "Ben"))
    }

    /// In the grammar of the guide, a comparison is not an expression, so it cannot be compared
    /// again, and NOT precedes its operand.
    @Test(arguments: [
        "a == 1 == 2", "a NOT IN {1}", "ANY a", "a BETWEEN", "== 1", "a IN {1, }", "a LIKE", "NOT", "a AND b", "(a == 1",
    ])
    func `a format that the grammar does not have is an error`(format: String) {
        #expect(throws: InvalidPredicate.self) { try FormatParser.parse(format) }
    }
}
