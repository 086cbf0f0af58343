import Foundation
import StrataPredicates
import Testing

// A file that imports Foundation directly sees two classes of each of these names, and importing a
// single class resolves the ambiguity. The modules for apps re-export each of these classes, so
// that files of apps need no such imports.
import class StrataPredicates.NSComparisonPredicate
import class StrataPredicates.NSCompoundPredicate
import class StrataPredicates.NSExpression
import class StrataPredicates.NSPredicate
import class StrataPredicates.NSSortDescriptor

/// The public classes, in a file that also imports Foundation.
@Suite struct ClassesTests {
    @Test func `every argument type compiles verbatim`() {
        let text = "alaska"
        let date = Date(timeIntervalSinceReferenceDate: 10)
        let id = UUID()
        #expect(NSPredicate(format: "place CONTAINS[cd] %@", text).predicateFormat == "place CONTAINS[cd] \"alaska\"")
        #expect(NSPredicate(format: "%K > %d AND b < %f", "a", 5, 2.5).predicateFormat == "a > 5 AND b < 2.5")
        #expect(
            NSPredicate(format: "a > %lld AND b == %@", Int64(5), NSNumber(value: true)).predicateFormat == "a > 5 AND b == 1")
        #expect(NSPredicate(format: "a == %@", NSString(string: "x")) == NSPredicate(format: "a == %@", "x"))
        #expect(NSPredicate(format: "a > %@", date as NSDate) == NSPredicate(format: "a > %@", date as any CVarArg))
        #expect(NSPredicate(format: "a == %@", id as any CVarArg) == NSPredicate(format: "a == %@", id as NSUUID))
        #expect(NSPredicate(format: "a IN %@", ["x", "y"]).predicateFormat == "a IN {\"x\", \"y\"}")
        #expect(NSPredicate(format: "a IN %@", ["x"] as NSArray).predicateFormat == "a IN {\"x\"}")
        #expect(NSPredicate(format: "a IN %@", Set(["x"]) as NSSet).predicateFormat == "a IN {\"x\"}")
        #expect(NSPredicate(format: "a == %@ OR a == %@", NSNull(), Decimal(5) as NSDecimalNumber).evaluate(with: ["a": 5]))
        #expect(NSPredicate(format: "a == %@", argumentArray: [date]).evaluate(with: ["a": date]))
        #expect(NSPredicate(value: true).evaluate(with: nil))
    }

    @Test func `strings can still be formatted`() {
        let object: NSObject = NSString(string: "o")
        #expect(String(format: "%@ %d %@ %@", "a", 4, object, [1, 2]) == "a 4 o [1, 2]")
        #expect(String(format: "%@", NSNumber(value: 4)) == "4")
    }

    @Test func `a format makes predicates of the classes that Apple makes`() throws {
        let predicate = NSPredicate(format: "a == 1 AND NOT b == 2")
        let compound = try #require(predicate as? NSCompoundPredicate)
        #expect(compound.compoundPredicateType == .and)
        #expect(compound.subpredicates as? [NSPredicate] == [NSPredicate(format: "a == 1"), NSPredicate(format: "NOT b == 2")])
        #expect((compound.subpredicates[1] as? NSCompoundPredicate)?.compoundPredicateType == .not)
        #expect(!(NSPredicate(format: "a == 1") is NSCompoundPredicate))
    }

    @Test func `compound predicates join their subpredicates`() {
        let (a, b) = (NSPredicate(format: "a == 1"), NSPredicate(format: "b == 2"))
        let and = NSCompoundPredicate(andPredicateWithSubpredicates: [a, b])
        let or = NSCompoundPredicate(type: .or, subpredicates: [a, b])
        #expect(and.predicateFormat == "a == 1 AND b == 2" && or.predicateFormat == "a == 1 OR b == 2")
        #expect(NSCompoundPredicate(notPredicateWithSubpredicate: or).predicateFormat == "NOT (a == 1 OR b == 2)")
        #expect(!and.evaluate(with: ["a": 1, "b": 0]) && or.evaluate(with: ["a": 1, "b": 0]))
    }

    @Test func `substitution replaces the variables that have a value`() {
        let template = NSPredicate(format: "a == $a AND (b IN $list OR (NOT c == $c))")
        let half = template.withSubstitutionVariables(["a": 1, "list": [1, 2], "unused": 5])
        #expect(half.predicateFormat == "a == 1 AND (b IN {1, 2} OR (NOT c == $c))")
        #expect(half.withSubstitutionVariables(["c": NSNull()]).evaluate(with: ["a": 1, "b": 3, "c": 4]))
        #expect(template.predicateFormat == "a == $a AND (b IN $list OR (NOT c == $c))")
    }

    @Test func `predicates with one meaning are equal and have one hash, and a copy is the predicate itself`() {
        let (a, b) = (NSPredicate(format: "a == YES"), NSPredicate(format: "a = %@", true as NSNumber))
        #expect(a == b && a.hash == b.hash && a != NSPredicate(format: "a == 2") && a.copy() as? NSPredicate === a)
    }

    @Test func `sort descriptors compare by key paths and by keys`() {
        struct Quake {
            var time: Date
            var place: String?
        }
        let early = Quake(time: Date(timeIntervalSinceReferenceDate: 1), place: nil)
        let late = Quake(time: Date(timeIntervalSinceReferenceDate: 2), place: "x")
        let descriptors = [
            NSSortDescriptor(keyPath: \Quake.time, ascending: true), NSSortDescriptor(key: "time", ascending: true),
            NSSortDescriptor(SortDescriptor(\Quake.time)), NSSortDescriptor(key: "place", ascending: true),
            NSSortDescriptor(keyPath: \Quake.place, ascending: true),
        ]
        for descriptor in descriptors {
            #expect(
                descriptor.compare(early, to: late) == .orderedAscending && descriptor.compare(early, to: early) == .orderedSame)
            let reversed = descriptor.reversedSortDescriptor as? NSSortDescriptor
            #expect(
                reversed?.compare(early, to: late) == .orderedDescending && reversed?.ascending == false && reversed != descriptor
            )
            #expect(reversed?.reversedSortDescriptor as? NSSortDescriptor == descriptor)
        }
        #expect(
            NSSortDescriptor(SortDescriptor(\Quake.time, order: .reverse))
                == NSSortDescriptor(keyPath: \Quake.time, ascending: false))
        #expect(NSSortDescriptor(key: nil, ascending: false).compare(1, to: 2.5) == .orderedDescending)
    }

    @Test func `a sort descriptor has a form if its key path has a name`() {
        struct Quake { var time: Date }
        let byKeyPath = NSSortDescriptor(keyPath: \Quake.time, ascending: false)
        #expect(byKeyPath.key == nil && byKeyPath.keyPath == \Quake.time)
        #expect(byKeyPath.form { $0 == \Quake.time ? ["time"] : nil } == SortForm(keyPath: ["time"], ascending: false))
        #expect(byKeyPath.form { _ in nil } == nil)
        #expect(
            NSSortDescriptor(key: "a.b", ascending: true).form { _ in nil } == SortForm(keyPath: ["a", "b"], ascending: true))
    }

    @Test func `a closure compares the values at a key path`() {
        struct Word { var text: String }
        let byLength = NSSortDescriptor(keyPath: \Word.text, ascending: true) { a, b in
            guard let a = a as? String, let b = b as? String else { return .orderedSame }
            return a.count == b.count ? .orderedSame : a.count < b.count ? .orderedAscending : .orderedDescending
        }
        #expect(byLength.compare(Word(text: "aaa"), to: Word(text: "b")) == .orderedDescending)
        #expect(byLength.comparator("aaa", "b") == .orderedDescending)
        #expect(NSSortDescriptor(key: "text", ascending: false).comparator("a", "b") == .orderedAscending)
        #expect(byLength.copy() as? NSSortDescriptor === byLength)
        var words = ["ccc", "a", "bb"]
        words.sort(using: [NSSortDescriptor(key: "self", ascending: true)])
        #expect(words == ["a", "bb", "ccc"])
    }

    @Test func `an evaluation is always allowed`() {
        let (predicate, descriptor) = (NSPredicate(format: "SELF > 1"), NSSortDescriptor(key: "a", ascending: true))
        let expression = NSExpression(block: { subject, _, _ in subject as Any }, arguments: nil)
        predicate.allowEvaluation()
        descriptor.allowEvaluation()
        expression.allowEvaluation()
        #expect(predicate.evaluate(with: 2))
        #expect(expression.expressionBlock(7, [], nil) as? Int == 7)
    }
}
