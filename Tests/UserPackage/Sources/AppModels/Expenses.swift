import Foundation
import SwiftData
import SwiftUI

// The shape of a household book: descriptors as static members, a private initializer with a
// factory, decimals, and an optional to-many relationship.

@Model
public final class Expense {
    public private(set) var date: Date
    public private(set) var content: String
    public private(set) var amount: Decimal
    public private(set) var repeatID: UUID
    @Relationship public private(set) var labels: [ExpenseLabel]?

    private init(date: Date, content: String, amount: Decimal, repeatID: UUID) {
        self.date = date
        self.content = content
        self.amount = amount
        self.repeatID = repeatID
    }

    @discardableResult
    public static func create(
        context: ModelContext, date: Date, content: String, amount: Decimal, labels names: [String] = [], repeatID: UUID = UUID()
    ) throws -> Expense {
        let expense = Expense(date: date, content: content, amount: amount, repeatID: repeatID)
        context.insert(expense)
        expense.labels = try names.map { try ExpenseLabel.create(context: context, name: $0) }
        return expense
    }

    public func modify(content: String, amount: Decimal) {
        self.content = content
        self.amount = amount
        repeatID = UUID()
    }
}

@Model
public final class ExpenseLabel {
    public private(set) var name: String
    @Relationship(deleteRule: .nullify, inverse: \Expense.labels) public private(set) var expenses: [Expense]?

    private init(name: String) { self.name = name }

    /// Returns the label of a name, which is made if there is none.
    public static func create(context: ModelContext, name: String) throws -> ExpenseLabel {
        if let known = try context.fetch(.labels(.named(name))).first { return known }
        let label = ExpenseLabel(name: name)
        context.insert(label)
        return label
    }
}

public enum ExpensePredicate {
    case all
    case between(Date, Date)
    case above(Decimal)
    case repeated(UUID)

    var value: Predicate<Expense> {
        switch self {
        case .all: return .true
        case .between(let start, let end): return #Predicate { start <= $0.date && $0.date < end }
        case .above(let limit): return #Predicate { $0.amount > limit }
        case .repeated(let id): return #Predicate { $0.repeatID == id }
        }
    }
}

public enum LabelPredicate {
    case named(String)
    case containing(String)

    var value: Predicate<ExpenseLabel> {
        switch self {
        case .named(let name): return #Predicate { $0.name == name }
        case .containing(let text): return #Predicate { $0.name.localizedStandardContains(text) }
        }
    }
}

extension FetchDescriptor where T == Expense {
    public static func expenses(_ predicate: ExpensePredicate, order: SortOrder = .reverse) -> FetchDescriptor {
        FetchDescriptor(
            predicate: predicate.value,
            sortBy: [
                SortDescriptor(\.date, order: order), SortDescriptor(\.content, order: order),
                SortDescriptor(\.persistentModelID, order: order),
            ])
    }
}

extension FetchDescriptor where T == ExpenseLabel {
    public static func labels(_ predicate: LabelPredicate, order: SortOrder = .forward) -> FetchDescriptor {
        FetchDescriptor(predicate: predicate.value, sortBy: [SortDescriptor(\.name, order: order)])
    }
}

public struct LargeExpenses: View {
    @Query(.expenses(.above(100))) private var expenses: [Expense]

    public init() {}

    public var body: some View { ForEach(expenses) { Text($0.content) } }
}

public struct ExpensesOfMonth: View {
    @Query private var expenses: [Expense]

    public init(from start: Date, to end: Date) { _expenses = Query(.expenses(.between(start, end), order: .forward)) }

    public var body: some View {
        ForEach(expenses) { expense in
            Text("\(expense.content) \((expense.labels ?? []).map(\.name).sorted().joined(separator: "+"))")
        }
    }
}
