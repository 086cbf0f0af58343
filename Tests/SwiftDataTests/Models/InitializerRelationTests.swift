import Observation
import SwiftData
import Synchronization
import Testing

@Model final class DraftList {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \DraftTodo.list) var todos: [DraftTodo] = []
    init(_ name: String) { self.name = name }
}
// The initializers set the relationships before the last property, so that their `init` accessors
// are used.
@Model final class DraftTodo {
    var list: DraftList?
    @Relationship(inverse: \DraftTag.todos) var tags: [DraftTag]
    var title: String
    @Relationship(deleteRule: .cascade, inverse: \DraftStep.todo) var steps: [DraftStep] = []
    @Relationship(deleteRule: .cascade, inverse: \DraftSeal.todo) var seal: DraftSeal?
    init(_ title: String, list: DraftList? = nil, tags: [DraftTag] = []) {
        self.list = list
        self.tags = tags
        self.title = title
    }
    struct Refusal: Error {}
    init(checked title: String, list: DraftList, tags: [DraftTag] = []) throws {
        self.list = list
        self.tags = tags
        guard !title.isEmpty else { throw Refusal() }
        self.title = title
    }
    init(countedIn list: DraftList) {
        self.list = list
        self.tags = []
        self.title = "\(list.todos.count)"
    }
}
@Model final class DraftTag {
    var name: String
    var todos: [DraftTodo] = []
    init(_ name: String) { self.name = name }
}
@Model final class DraftStep {
    var todo: DraftTodo
    var text: String
    init(_ text: String, of todo: DraftTodo) {
        self.todo = todo
        self.text = text
    }
}
@Model final class DraftSeal {
    var todo: DraftTodo
    var number: Int
    init(_ number: Int, of todo: DraftTodo) {
        self.todo = todo
        self.number = number
    }
}
@Model final class DraftBox {
    @Relationship(inverse: \DraftItem.box) var items: [DraftItem] = []
    init() {}
}
@Model class DraftItem {
    var box: DraftBox?
    var name: String
    init(_ name: String, in box: DraftBox?) {
        self.box = box
        self.name = name
    }
}
@Model final class DraftLabel: DraftItem {
    var text: String
    init(text: String, in box: DraftBox?) {
        self.text = text
        super.init("label", in: box)
    }
}

/// Models in no context whose initializer relates them to others in no context.
@Suite struct InitializerRelationTests {
    private func makeContext() throws -> ModelContext {
        ModelContext(try refContainer(DraftList.self, DraftBox.self, DraftLabel.self))
    }

    // MARK: The insertion of the other side

    @Test func `a child is saved with the parent that its initializer names`() throws {
        let context = try makeContext()
        let list = DraftList("a")
        let todo = DraftTodo("x", list: list)
        context.insert(list)
        try context.save()
        #expect(list.todos.map(\.title) == ["x"])
        #expect(todo.modelContext === context)
        #expect(try refReload(DraftList.self, context.container).todos.map(\.title) == ["x"])
    }

    @Test func `children that the app does not keep are saved in the order of their creation`() throws {
        let context = try makeContext()
        let list = DraftList("a")
        for number in 0..<5 { _ = DraftTodo("\(number)", list: list) }
        context.insert(list)
        try context.save()
        #expect(try refReload(DraftList.self, context.container).todos.map(\.title) == ["0", "1", "2", "3", "4"])
    }

    @Test func `a list of an initializer is linked to its members`() throws {
        let context = try makeContext()
        let tag = DraftTag("t")
        let todo = DraftTodo("x", tags: [tag])
        context.insert(tag)
        try context.save()
        #expect(todo.modelContext === context)
        #expect(try refReload(DraftTag.self, context.container).todos.map(\.title) == ["x"])
    }

    @Test func `three generations that initializers relate are saved with the first`() throws {
        let context = try makeContext()
        let list = DraftList("a")
        let todo = DraftTodo("x", list: list)
        let step = DraftStep("s", of: todo)
        context.insert(list)
        try context.save()
        #expect(step.modelContext === context)
        let read = try refReload(DraftList.self, context.container)
        #expect(read.todos.map(\.title) == ["x"])
        #expect(read.todos.first?.steps.map(\.text) == ["s"])
    }

    @Test func `three generations that the app does not keep are saved with the first`() throws {
        let context = try makeContext()
        let list = DraftList("a")
        _ = DraftStep("s", of: DraftTodo("x", list: list))
        context.insert(list)
        try context.save()
        #expect(try refReload(DraftList.self, context.container).todos.first?.steps.map(\.text) == ["s"])
    }

    @Test(arguments: [false, true]) func `of two partners of one model the last is saved`(isRead: Bool) throws {
        let context = try makeContext()
        let todo = DraftTodo("x")
        let first = DraftSeal(1, of: todo)
        let second = DraftSeal(2, of: todo)
        if isRead { #expect(todo.seal == second) }
        context.insert(todo)
        try context.save()
        #expect(second.modelContext === context)
        #expect(first.modelContext == nil)
        #expect(try refReload(DraftTodo.self, context.container).seal?.number == 2)
        #expect(try context.fetchCount(FetchDescriptor<DraftSeal>()) == 1)
    }

    @Test func `a model of a subclass is saved with the other side`() throws {
        let context = try makeContext()
        let box = DraftBox()
        let kept = DraftLabel(text: "kept", in: box)
        _ = DraftLabel(text: "released", in: box)
        context.insert(box)
        #expect(kept.text == "kept")
        try context.save()
        let read = try refReload(DraftBox.self, context.container)
        #expect(Set(read.items.compactMap { ($0 as? DraftLabel)?.text }) == ["kept", "released"])
        #expect(read.items.count == 2)
    }

    // MARK: The other side before the insertion

    @Test func `the other side has the model right after the initializer`() throws {
        let context = try makeContext()
        let list = DraftList("a")
        let tag = DraftTag("t")
        let todo = DraftTodo("x", list: list, tags: [tag])
        #expect(list.todos.count == 1)
        #expect(list.todos == [todo])
        #expect(tag.todos == [todo])
        #expect(Set(list.todos).contains(todo))
        #expect(list.todos.first?.persistentModelID == todo.persistentModelID)
        #expect(todo.list === list)
        context.insert(list)
        try context.save()
        #expect(todo.modelContext === context)
        #expect(list.todos == [todo])
        todo.title = "y"
        try context.save()
        #expect(try refReload(DraftList.self, context.container).todos.map(\.title) == ["y"])
        #expect(try refReload(DraftTag.self, context.container).todos.map(\.title) == ["y"])
        #expect(try context.fetchCount(FetchDescriptor<DraftTodo>()) == 1)
    }

    @Test func `the other side has models that the app does not keep`() throws {
        let list = DraftList("a")
        for number in 0..<3 { _ = DraftTodo("\(number)", list: list) }
        #expect(list.todos.map(\.title) == ["0", "1", "2"])
        #expect(list.todos.allSatisfy { $0.list === list })
    }

    @Test func `a model that was read from the other side first can be changed, moved and inserted itself`() throws {
        let context = try makeContext()
        let (a, b) = (DraftList("a"), DraftList("b"))
        let todo = DraftTodo("x", list: a)
        #expect(a.todos.count == 1)
        todo.title = "y"
        #expect(a.todos.map(\.title) == ["y"])
        a.todos.append(todo)
        #expect(a.todos.count == 1)
        todo.list = b
        #expect(a.todos.isEmpty)
        #expect(b.todos == [todo])
        context.insert(todo)
        #expect(todo.modelContext === context)
        #expect(b.modelContext === context)
        #expect(b.todos == [todo])
        try context.save()
        let read = try refReload(DraftTodo.self, context.container)
        #expect(read.title == "y")
        #expect(read.list?.name == "b")
        #expect(a.modelContext == nil)
    }

    @Test func `a list that is set drops what an initializer has added`() throws {
        let context = try makeContext()
        let list = DraftList("a")
        let todo = DraftTodo("x", list: list)
        list.todos = []
        #expect(todo.list == nil)
        context.insert(list)
        try context.save()
        #expect(todo.modelContext == nil)
        #expect(try context.fetchCount(FetchDescriptor<DraftTodo>()) == 0)
    }

    @Test func `a model of a subclass is in the other side when it is used or released`() {
        let box = DraftBox()
        _ = DraftLabel(text: "released", in: box)
        #expect(box.items.compactMap { ($0 as? DraftLabel)?.text } == ["released"])
        let kept = DraftLabel(text: "kept", in: box)
        #expect(kept.text == "kept")
        #expect(box.items.contains(kept))
    }

    // MARK: Initializers that fail, and that use themselves

    @Test func `a model whose initializer fails leaves nothing behind`() throws {
        let context = try makeContext()
        let list = DraftList("a")
        let tag = DraftTag("t")
        #expect(throws: DraftTodo.Refusal.self) { _ = try DraftTodo(checked: "", list: list, tags: [tag]) }
        #expect(list.todos.isEmpty)
        #expect(tag.todos.isEmpty)
        #expect(throws: DraftTodo.Refusal.self) { _ = try DraftTodo(checked: "", list: list) }
        _ = try DraftTodo(checked: "valid", list: list)
        context.insert(list)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<DraftTodo>()).map(\.title) == ["valid"])
    }

    @Test func `a failed initializer does not keep the model that it has named`() {
        weak var named: DraftList?
        do {
            let list = DraftList("a")
            named = list
            #expect(throws: DraftTodo.Refusal.self) { _ = try DraftTodo(checked: "", list: list) }
        }
        #expect(named == nil)
    }

    @Test func `an initializer that reads the other side is not in it yet`() throws {
        let context = try makeContext()
        let list = DraftList("a")
        let first = DraftTodo(countedIn: list)
        let second = DraftTodo(countedIn: list)
        #expect([first.title, second.title] == ["0", "1"])
        #expect(list.todos == [first, second])
        context.insert(list)
        try context.save()
        #expect(try refReload(DraftList.self, context.container).todos.map(\.title) == ["0", "1"])
    }

    // MARK: Former owners

    @Test func `a model that moves to an inserted one leaves its former owner`() throws {
        let context = try makeContext()
        let (a, b) = (DraftList("a"), DraftList("b"))
        let (old, new) = (DraftTag("old"), DraftTag("new"))
        let todo = DraftTodo("x", list: a, tags: [old])
        #expect(todo.list === a)
        context.insert(b)
        context.insert(new)
        try context.save()
        todo.tags = [new]
        #expect(old.todos.isEmpty)
        todo.list = b
        #expect(a.todos.isEmpty)
        context.insert(a)
        context.insert(old)
        try context.save()
        #expect(todo.list === b)
        let read = try refReload(DraftTodo.self, context.container)
        #expect(read.list?.name == "b")
        #expect(read.tags.map(\.name) == ["new"])
    }

    @Test func `a model that is in no context moves from its former owner to an inserted one`() throws {
        let context = try makeContext()
        let (a, b) = (DraftList("a"), DraftList("b"))
        let todo = DraftTodo("x", list: a)
        #expect(a.todos == [todo])
        context.insert(b)
        todo.list = b
        #expect(a.todos.isEmpty)
        context.insert(a)
        #expect(todo.list === b)
        #expect(b.todos == [todo])
    }
}

/// The observers of relationships of models in no context.
@Suite struct OwnRelationObserverTests {
    /// Returns whether a change is reported to an observer of what a closure reads.
    private func isReported(_ read: () -> Void, _ change: () -> Void) -> Bool {
        let isReported = Mutex(false)
        withObservationTracking {
            read()
        } onChange: {
            isReported.withLock { $0 = true }
        }
        change()
        return isReported.withLock { $0 }
    }

    @Test func `a reference that is set or removed is reported to the observers of the list`() {
        let (list, todo) = (DraftList("a"), DraftTodo("x"))
        #expect(isReported({ _ = list.todos.count }) { todo.list = list })
        #expect(isReported({ _ = list.todos.count }) { todo.list = nil })
        #expect(!isReported({ _ = list.name }) { todo.list = list })
    }

    @Test func `a list that is set is reported to the observers of the references`() {
        let (list, todo) = (DraftList("a"), DraftTodo("x"))
        #expect(isReported({ _ = todo.list }) { list.todos = [todo] })
        #expect(isReported({ _ = todo.list }) { list.todos = [] })
    }

    @Test func `an initializer that names a model is reported to the observers of the other side`() {
        let list = DraftList("a")
        let tag = DraftTag("t")
        #expect(isReported({ _ = list.todos.count }) { _ = DraftTodo("x", list: list) })
        #expect(isReported({ _ = tag.todos.count }) { _ = DraftTodo("y", tags: [tag]) })
        #expect(list.todos.map(\.title) == ["x"])
    }

    @Test func `a partner that takes another's place is reported to the observers of both`() {
        let (first, second) = (RefCountry("a"), RefCountry("b"))
        let capital = RefCapital("c", country: first)
        let other = RefCapital("d", country: second)
        #expect(isReported({ _ = first.capital }) { capital.country = second })
        #expect(other.country == nil)
        other.country = first
        #expect(isReported({ _ = capital.country }) { second.capital = other })
        #expect(first.capital == nil)
    }

    @Test func `an inherited relationship of a subclass is reported`() throws {
        let box = DraftBox()
        let label = DraftLabel(text: "t", in: box)
        #expect(label.box === box)
        #expect(isReported({ _ = label.box }) { box.items = [] })
    }
}
