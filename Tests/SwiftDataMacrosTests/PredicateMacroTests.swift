import Testing

@testable import StrataSwiftDataExpansion

/// The expansion of `#Predicate` and `#Expression`.
@Suite struct PredicateMacroTests {
    private func expansion(_ source: String, as macro: String = "PredicateMacro") -> Expansion {
        MacroPlugin().expansion(
            of: FreestandingRequest(
                macro: .init(typeName: macro),
                syntax: .init(source: source, location: .init(fileName: "Trip.swift", offset: 10))))
    }

    @Test(arguments: [
        ("#Predicate<Trip> { $0.name == \"evaluate(\" }", "#_ModelPredicate<Trip> { $0.name == \"evaluate(\" }"),
        ("#Predicate { a.evaluate($0) }", "#_ModelPredicate { a[$0] }"),
        ("#Predicate<Trip>({ !a.evaluate($0.owner!) })", "#_ModelPredicate<Trip>({ !a[$0.owner!] })"),
        (
            "#Predicate { a.evaluate($0) && b.evaluate($0, c.evaluate($0)) }",
            "#_ModelPredicate { a[$0] && b[$0, default: c[$0]] }"
        ),
        ("#Predicate { x in a?.evaluate(x) ?? true }", "#_ModelPredicate { x in a?[x] ?? true }"),
        ("#Predicate { a\n    .evaluate($0) }", "#_ModelPredicate { a[$0] }"),
        ("#Predicate { a.evaluate(f($0, 1), [2, 3]) }", "#_ModelPredicate { a[f($0, 1), default: [2, 3]] }"),
        ("#Predicate { evaluate($0) && $0.evaluate == 1 }", "#_ModelPredicate { evaluate($0) && $0.evaluate == 1 }"),
        ("#Predicate { a.evaluate(\"),\" + $0.name /* ) */) }", "#_ModelPredicate { a[\"),\" + $0.name /* ) */] }"),
    ])
    func `a call of evaluate becomes a subscript`(source: String, expanded: String) {
        #expect(expansion(source).expandedSource == expanded)
        #expect(messages(expansion(source)) == [])
    }

    @Test func `an expression expands to the macro of expressions`() {
        #expect(
            expansion("#Expression<Trip, Int> { a.evaluate($0) + 1 }", as: "ExpressionMacro").expandedSource
                == "#_ModelExpression<Trip, Int> { a[$0] + 1 }")
    }

    @Test(arguments: ["a.evaluate()", "a.evaluate($0, 1, 2)"])
    func `another number of values is an error`(call: String) {
        #expect(
            messages(expansion("#Predicate { \(call) }")) == [
                "'evaluate' takes one or two values in a predicate: evaluate a predicate of more values in memory."
            ])
    }

    @Test(arguments: ["#Predicate { a.evaluate(", "#Predicate", "", "{ a.evaluate(x) }"])
    func `incomplete source code does not stop the plug-in`(source: String) {
        #expect(!expansion(source).expandedSource.contains("["))
    }
}
