import AppModels
import Foundation
import StrataViewTesting
import SwiftData
import SwiftUI
import Testing

/// The views of AppModels, whose queries are made in their initializers or in a closure.
@MainActor
struct AppViewTests {
    @Test func `queries of static descriptors show what they select`() throws {
        let container = try ModelContainer(
            for: Expense.self, ExpenseLabel.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let day = { (day: Double) in Date(timeIntervalSinceReferenceDate: day * 86_400) }
        try Expense.create(context: container.mainContext, date: day(1), content: "Rent", amount: 800, labels: ["home"])
        try Expense.create(context: container.mainContext, date: day(2), content: "Tea", amount: 3, labels: ["home", "food"])
        try container.mainContext.save()
        #expect(TestWindow(LargeExpenses().modelContainer(container)).texts == ["Rent"])
        let month = TestWindow(ExpensesOfMonth(from: day(0), to: day(31)).modelContainer(container))
        #expect(month.texts == ["Rent home", "Tea food+home"])
        #expect(TestWindow(ExpensesOfMonth(from: day(31), to: day(60)).modelContainer(container)).texts == [])
    }

    @Test func `a generic view hands out the results of the query that a closure makes`() async throws {
        let container = try ModelContainer(
            for: Stored.Nation.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        for (name, code) in [("France", "fr"), ("Belgium", "be")] {
            container.mainContext.insert(Stored.Nation(name: name, code: code))
        }
        try container.mainContext.save()
        let all = TestWindow(NationList(search: "").modelContainer(container))
        try await all.wait { $0.texts == ["Belgium", "France", "2"] }
        let some = TestWindow(NationList(search: "FRAN").modelContainer(container))
        try await some.wait { $0.texts == ["France", "1"] }
        container.mainContext.insert(Stored.Nation(name: "Frankonia", code: "xx"))
        try await some.wait { $0.texts == ["France", "Frankonia", "2"] }
    }

    @Test func `a model that is an observable object is edited in a view`() throws {
        let container = try ModelContainer(for: Resource.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let resource = Resource(name: "iron")
        container.mainContext.insert(resource)
        try container.mainContext.save()
        let window = TestWindow(ResourceName(resource: resource).modelContainer(container))
        try window.find(.textField).type("gold")
        #expect(window.texts == ["gold"])
        try container.mainContext.save()
        let id = resource.id
        let descriptor = FetchDescriptor<Resource>(predicate: #Predicate { $0.id == id })
        #expect(try ModelContext(container).fetch(descriptor).map(\.name) == ["gold"])
    }
}
