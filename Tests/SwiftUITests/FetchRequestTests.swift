import Foundation
import OpenCombine
import StrataViewTesting
import SwiftUI
import Testing

@MainActor
struct FetchRequestTests {
    struct Notes: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>

        var body: some View {
            Text("\(notes.count) in all")
            ForEach(notes) { Text($0.text) }
            Button("Even") { notes.nsPredicate = NSPredicate(format: "number IN %@", [0, 2, 4]) }
            Button("All") { notes.nsPredicate = nil }
            Button("Down") { notes.nsSortDescriptors = [NSSortDescriptor(key: "number", ascending: false)] }
        }
    }

    private struct NoteTable: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>
        private let title = "Words"[...]

        var body: some View {
            Table(notes, sortOrder: $notes.sortDescriptors) { TableColumn(title, value: \Note.text) }
        }
    }

    @Test func `a column of a table of objects may have a string as its title`() throws {
        let container = try makeContainer(notes: 2)
        let shown = Shown(NoteTable().environment(\.managedObjectContext, container.viewContext))
        #expect(shown.texts == ["Words", "note 0", "note 1"])
    }

    private func show(_ container: NSPersistentContainer) -> Shown {
        Shown(Notes().environment(\.managedObjectContext, container.viewContext))
    }

    private func notes(_ shown: Shown) -> [String] { shown.texts.filter { $0.hasPrefix("note") } }

    @Test func aViewShowsWhatIsStored() throws {
        let shown = show(try makeContainer(notes: 4))
        #expect(shown.texts == ["4 in all", "note 0", "note 1", "note 2", "note 3", "Even", "All", "Down"])
    }

    @Test func itFollowsSaves() throws {
        let container = try makeContainer(notes: 3)
        let shown = show(container)
        let all = try container.viewContext.fetch(NSFetchRequest<Note>(entityName: "Note")).sorted { $0.number < $1.number }
        container.viewContext.delete(all[1])
        all[0].text = "note zero"
        all[2].number = -1
        try container.viewContext.save()
        shown.update()
        #expect(notes(shown) == ["note 2", "note zero"])
        #expect(shown.texts.first == "2 in all")
    }

    /// Runs a closure on another thread, which the main actor waits for.
    private func onThread(_ body: @escaping @Sendable () -> Void) {
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            body()
            end.signal()
        }
        end.wait()
    }

    @Test func `a save of the view context off the main queue is shown with the next turn`() async throws {
        let context = try makeContainer(notes: 2).viewContext
        let shown = Shown(Notes().environment(\.managedObjectContext, context))
        onThread {
            let note = Note(context: context)
            (note.number, note.text) = (2, "note 2")
            try? context.save()
        }
        #expect(!context.hasChanges)
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        shown.update()
        #expect(notes(shown) == ["note 0", "note 1", "note 2"])
    }

    /// Reads the notes in actions only.
    private struct Remarks: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>
        @SectionedFetchRequest<String?, Note>(sectionIdentifier: \.group, sortDescriptors: [SortDescriptor(\.number)])
        private var sections: SectionedFetchResults<String?, Note>
        @State private var seen = ""

        var body: some View {
            Text("\(notes.count): \(seen)")
            Button("Remark") { notes[1].remark = "mine" }
            Button("Read") { seen = notes.map { $0.remark ?? "none" }.joined(separator: " ") }
            Button("Remark in section") { sections[0][0].remark = "in section" }
            Button("Read section") { seen = sections[0][0].remark ?? "none" }
            Button("Down") { notes.nsSortDescriptors = [NSSortDescriptor(key: "number", ascending: false)] }
        }
    }

    @Test func `results keep the objects that they handed out`() throws {
        let container = try makeContainer(notes: 3)
        container.viewContext.reset()
        let shown = Shown(Remarks().environment(\.managedObjectContext, container.viewContext))
        shown.press("Remark")
        shown.press("Read")
        #expect(shown.texts.first == "3: none mine none")
        shown.press("Down")
        shown.press("Read")
        #expect(shown.texts.first == "3: none mine none")
        shown.press("Remark in section")
        shown.press("Read section")
        #expect(shown.texts.first == "3: in section")
    }

    struct NoteRow: View {
        let note: Note

        var body: some View { Text(note.text) }
    }

    struct OptionalNoteRow: View {
        let note: Note?

        var body: some View { Text(note?.text ?? "none") }
    }

    struct PlainRows: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>

        var body: some View { List { ForEach(notes) { note in VStack { OptionalNoteRow(note: note) } } } }
    }

    struct RowsInSections: View {
        @SectionedFetchRequest<String?, Note>(
            sectionIdentifier: \.group, sortDescriptors: [SortDescriptor(\Note.number)]
        ) private var sections

        var body: some View {
            List {
                ForEach(sections) { section in
                    Section(section.id ?? "none") { ForEach(section) { NoteRow(note: $0) } }
                }
            }
        }
    }

    /// The rows are bitwise equal before and after an edit.
    @Test(arguments: [false, true]) func rowsThatOnlyHoldAnObjectFollowItsEdits(areInSections: Bool) throws {
        let view = areInSections ? AnyView(RowsInSections()) : AnyView(PlainRows())
        let container = try makeContainer(notes: 2)
        let shown = Shown(view.environment(\.managedObjectContext, container.viewContext))
        let all = try container.viewContext.fetch(NSFetchRequest<Note>(entityName: "Note")).sorted { $0.number < $1.number }
        for round in 1...3 {
            all[1].text = "note in round \(round)"
            shown.update()
            #expect(notes(shown) == ["note 0", "note in round \(round)"])
        }
        try container.viewContext.save()
        shown.update()
        let request = NSBatchUpdateRequest(entityName: "Note")
        request.propertiesToUpdate = ["text": "note in all"]
        request.resultType = .updatedObjectIDsResultType
        let result = try #require(try container.viewContext.execute(request) as? NSBatchUpdateResult)
        let ids = try #require(result.result as? [NSManagedObjectID])
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [container.viewContext])
        shown.update()
        #expect(notes(shown) == ["note in all", "note in all"])
    }

    @Test func itFollowsOtherContextsOnceTheyAreMerged() async throws {
        let container = try makeContainer(notes: 2)
        container.viewContext.automaticallyMergesChangesFromParent = true
        let window = TestWindow(Notes().environment(\.managedObjectContext, container.viewContext))
        try await container.performBackgroundTask { context in
            let note = Note(context: context)
            note.number = 1
            note.text = "note between"
            try context.save()
        }
        try await window.wait(.seconds(1_200)) {
            $0.texts.filter { $0.hasPrefix("note") } == ["note 0", "note 1", "note between"]
        }
    }

    @Test func anotherPredicateOrOrderShowsOtherRows() throws {
        let shown = show(try makeContainer(notes: 5))
        shown.press("Even")
        #expect(notes(shown) == ["note 0", "note 2", "note 4"])
        shown.press("Down")
        #expect(notes(shown) == ["note 4", "note 2", "note 0"])
        shown.press("All")
        #expect(notes(shown) == ["note 4", "note 3", "note 2", "note 1", "note 0"])
    }

    private struct Requested: View {
        @FetchRequest private var notes: FetchedResults<Note>

        init(_ request: NSFetchRequest<Note>) { _notes = FetchRequest(fetchRequest: request) }

        var body: some View {
            ForEach(notes) { Text("\($0.text), \($0.group ?? "no group")") }
            Button("First") { notes.nsPredicate = NSPredicate(format: "number == 0") }
        }
    }

    @Test(arguments: [false, true])
    func `the request determines whether known objects get the values of the store`(refreshes: Bool) throws {
        let context = try makeContainer(notes: 2).viewContext
        let request = NSFetchRequest<Note>(entityName: "Note")
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
        let all = try context.fetch(request)
        for note in all { note.group = nil }
        try context.save()
        #expect(all.map(\.text) == ["note 0", "note 1"])
        func update(_ text: String) throws {
            let update = NSBatchUpdateRequest(entityName: "Note")
            update.propertiesToUpdate = ["text": text]
            try context.execute(update)
        }
        all[1].group = "unsaved"
        try update("note in all")
        request.shouldRefreshRefetchedObjects = refreshes
        let shown = Shown(Requested(request).environment(\.managedObjectContext, context))
        #expect(
            notes(shown)
                == (refreshes
                    ? ["note in all, no group", "note in all, unsaved"] : ["note 0, no group", "note 1, unsaved"]))
        try update("note again")
        shown.press("First")
        #expect(notes(shown) == [refreshes ? "note again, no group" : "note 0, no group"])
    }

    struct Filtered: View {
        @FetchRequest private var notes: FetchedResults<Note>

        init(from number: Int) {
            _notes = FetchRequest(
                sortDescriptors: [SortDescriptor(\.number)], predicate: NSPredicate(format: "number >= %d", number))
        }

        var body: some View { Text(notes.map(\.text).joined(separator: ", ")) }
    }

    struct Chooser: View {
        @State private var first = 3
        var body: some View {
            Filtered(from: first)
            Button("Sooner") { first -= 1 }
        }
    }

    @Test func aRequestMadeInInitFollowsItsArguments() throws {
        let container = try makeContainer(notes: 5)
        let shown = Shown(Chooser().environment(\.managedObjectContext, container.viewContext))
        #expect(shown.texts.first == "note 3, note 4")
        shown.press("Sooner")
        #expect(shown.texts.first == "note 2, note 3, note 4")
    }

    @Test func twoWindowsShareOneSetOfResultsAndBothFollow() throws {
        let container = try makeContainer(notes: 2)
        let (one, other) = (show(container), show(container))
        let note = try #require(
            try container.viewContext.fetch(NSFetchRequest<Note>(entityName: "Note")).first { $0.number == 1 })
        container.viewContext.delete(note)
        try container.viewContext.save()
        one.update()
        other.update()
        #expect(notes(one) == ["note 0"])
        #expect(notes(other) == ["note 0"])
    }

    struct ByGroup: View {
        @SectionedFetchRequest<String?, Note>(
            sectionIdentifier: \.group, sortDescriptors: [SortDescriptor(\.group), SortDescriptor(\.number, order: .reverse)])
        private var groups

        var body: some View {
            List {
                ForEach(groups) { group in
                    Section(group.id ?? "no group") { ForEach(group) { Text($0.text) } }
                }
            }
            Button("By number") {
                groups.nsSortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
                groups.nsPredicate = NSPredicate(format: "number < 3")
            }
        }
    }

    @Test func sectionsFollowTheirAttribute() throws {
        let container = try makeContainer(notes: 5, groups: 2)
        let shown = Shown(ByGroup().environment(\.managedObjectContext, container.viewContext))
        #expect(shown.texts == ["group 0", "note 4", "note 2", "note 0", "group 1", "note 3", "note 1", "By number"])
        let note = try #require(
            try container.viewContext.fetch(NSFetchRequest<Note>(entityName: "Note")).first { $0.number == 2 })
        note.group = nil
        try container.viewContext.save()
        shown.update()
        // As in SQLite, nil sorts first.
        #expect(shown.texts == ["no group", "note 2", "group 0", "note 4", "note 0", "group 1", "note 3", "note 1", "By number"])
    }

    @Test func anOrderThatDisagreesWithTheSectionsRepeatsThem() throws {
        let container = try makeContainer(notes: 5, groups: 2)
        let shown = Shown(ByGroup().environment(\.managedObjectContext, container.viewContext))
        shown.press("By number")
        #expect(shown.texts == ["group 0", "note 0", "group 1", "note 1", "group 0", "note 2", "By number"])
    }

    @Test func aWindowOnManyObjectsReadsOnlyThoseOnTheScreen() throws {
        let container = try makeContainer(notes: 2000, groups: 1)
        container.viewContext.reset()
        let shown = Shown(ByGroup().environment(\.managedObjectContext, container.viewContext))
        #expect(shown.texts.count == 52)
        #expect(container.viewContext.registeredObjects.count < 200)
    }

    struct ByParity: View {
        @SectionedFetchRequest(
            sectionIdentifier: \Note.parity, sortDescriptors: [NSSortDescriptor(key: "group", ascending: true)],
            animation: .default)
        private var parts: SectionedFetchResults<Note.Parity, Note>

        var body: some View {
            ForEach(parts) { part in Text("\(part.id): \(part.map(\.text).joined(separator: ", "))") }
            Button("By group") { parts.nsSortDescriptors = [NSSortDescriptor(key: "number", ascending: false)] }
        }
    }

    /// With two groups, the even notes have one group and the odd notes have the other.
    @Test func sectionsByAComputedProperty() throws {
        let container = try makeContainer(notes: 4, groups: 2)
        let shown = Shown(ByParity().environment(\.managedObjectContext, container.viewContext))
        #expect(shown.texts == ["even: note 0, note 2", "odd: note 1, note 3", "By group"])
        try container.viewContext.notes()[0].number = 5
        container.viewContext.processPendingChanges()
        shown.update()
        #expect(shown.texts == ["odd: note 0", "even: note 2", "odd: note 1, note 3", "By group"])
    }

    // MARK: Made of an NSFetchRequest

    struct FirstTwo: View {
        @FetchRequest private var notes: FetchedResults<Note>

        init() {
            let request = NSFetchRequest<Note>(entityName: "Note")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            request.fetchLimit = 2
            _notes = FetchRequest(fetchRequest: request, animation: .default)
        }

        var body: some View {
            Text(notes.map(\.text).joined(separator: ", "))
            Button("Down") { notes.sortDescriptors = [SortDescriptor(\.number, order: .reverse)] }
        }
    }

    @Test func aRequestsLimitStays() throws {
        let container = try makeContainer(notes: 4)
        let shown = Shown(FirstTwo().environment(\.managedObjectContext, container.viewContext))
        #expect(shown.texts.first == "note 0, note 1")
        container.viewContext.delete(try #require(try container.viewContext.notes().first))
        try container.viewContext.save()
        shown.update()
        #expect(shown.texts.first == "note 1, note 2")
        shown.press("Down")
        #expect(shown.texts.first == "note 3, note 2")
    }

    struct Second: View {
        @FetchRequest private var notes: FetchedResults<Note>

        init() {
            let request = NSFetchRequest<Note>(entityName: "Note")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            request.fetchOffset = 1
            request.fetchLimit = 1
            var transaction = Transaction(animation: .easeOut(duration: 2))
            transaction.disablesAnimations = false
            _notes = FetchRequest(fetchRequest: request, transaction: transaction)
        }

        var body: some View {
            Text(notes.map(\.text).joined(separator: ", "))
            Text("published \(published)")
            Button("Down") { notes.nsSortDescriptors = [NSSortDescriptor(key: "number", ascending: false)] }
        }

        private var published: Int {
            var count = 0
            _ = notes.publisher.sink { _ in count += 1 }
            return count
        }
    }

    @Test func anOffsetStaysAndATransactionAnimates() throws {
        let container = try makeContainer(notes: 4)
        let shown = Shown(Second().environment(\.managedObjectContext, container.viewContext))
        #expect(shown.texts == ["note 1", "published 1", "Down"])
        container.viewContext.delete(try #require(try container.viewContext.notes().first))
        try container.viewContext.save()
        shown.update()
        #expect(shown.texts.first == "note 2")
        #expect(shown.animation(ofPressing: "Down") == .easeOut(duration: 2))
        #expect(shown.texts.first == "note 2")
    }

    struct Identifiers: View {
        @FetchRequest private var ids: FetchedResults<NSManagedObjectID>

        init() {
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "Note")
            request.resultType = .managedObjectIDResultType
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            _ids = FetchRequest(fetchRequest: request)
        }

        var body: some View { ForEach(ids, id: \.self) { Text($0.uriRepresentation().lastPathComponent) } }
    }

    struct Sums: View {
        @FetchRequest private var groups: FetchedResults<NSDictionary>

        init() {
            let sum = NSExpressionDescription()
            sum.name = "sum"
            sum.expression = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "number")])
            sum.resultType = .integer64
            let request = NSFetchRequest<NSDictionary>(entityName: "Note")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["group", sum]
            request.propertiesToGroupBy = ["group"]
            request.sortDescriptors = [NSSortDescriptor(key: "group", ascending: true)]
            _groups = FetchRequest(fetchRequest: request)
        }

        var body: some View {
            ForEach(0..<groups.count, id: \.self) {
                Text("\(groups[$0]["group"] as? String ?? ""): \(groups[$0]["sum"] as? Int ?? -1)")
            }
        }
    }

    @Test func identifiersAndDictionariesFollowToo() throws {
        let container = try makeContainer(notes: 4, groups: 2)
        let identifiers = Shown(Identifiers().environment(\.managedObjectContext, container.viewContext))
        let sums = Shown(Sums().environment(\.managedObjectContext, container.viewContext))
        let ids = try container.viewContext.notes().map(\.objectID)
        #expect(identifiers.texts == ids.map { $0.uriRepresentation().lastPathComponent })
        #expect(sums.texts == ["group 0: 2", "group 1: 4"])
        try container.viewContext.notes()[0].number = 10
        try container.viewContext.save()
        identifiers.update()
        sums.update()
        #expect(identifiers.texts.last == ids[0].uriRepresentation().lastPathComponent)
        #expect(sums.texts == ["group 0: 12", "group 1: 4"])
    }

    /// Dictionary results contain saved values, so the save updates them, even if its edits were
    /// reported earlier.
    @Test func dictionariesFollowASaveLongAfterTheEdit() throws {
        let container = try makeContainer(notes: 4, groups: 2)
        let sums = Shown(Sums().environment(\.managedObjectContext, container.viewContext))
        try container.viewContext.notes()[0].number = 10
        container.viewContext.processPendingChanges()
        sums.update()
        #expect(sums.texts == ["group 0: 2", "group 1: 4"])
        try container.viewContext.save()
        sums.update()
        #expect(sums.texts == ["group 0: 12", "group 1: 4"])
    }

    // MARK: Animations

    struct Animated: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)], animation: .linear(duration: 3)) private var notes:
            FetchedResults<Note>
        @Environment(\.managedObjectContext) private var context

        var body: some View {
            ForEach(notes) { Text($0.text) }
            Button("Down") { $notes.wrappedValue.sortDescriptors = [SortDescriptor(\.number, order: .reverse)] }
            Button("Delete") { delete() }
            Button("Delete slowly") { withAnimation(.easeIn(duration: 9)) { delete() } }
        }

        private func delete() {
            context.delete(notes[0])
            try? context.save()
        }
    }

    @Test func changesHaveTheRequestsAnimationOrThatOfWhoMakesThem() throws {
        let container = try makeContainer(notes: 4)
        let shown = Shown(Animated().environment(\.managedObjectContext, container.viewContext))
        #expect(shown.animation(ofPressing: "Delete") == .linear(duration: 3))
        #expect(shown.animation(ofPressing: "Delete slowly") == .easeIn(duration: 9))
        #expect(shown.animation(ofPressing: "Down") == .linear(duration: 3))
        #expect(notes(shown) == ["note 3", "note 2"])
    }

    private struct AnimatedRows: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)], animation: .linear(duration: 3)) private var notes:
            FetchedResults<Note>
        @Environment(\.managedObjectContext) private var context

        var body: some View {
            List(notes) { Text($0.text) }
            Button("Delete") { delete() }
            Button("Delete slowly") { withAnimation(.easeIn(duration: 9)) { delete() } }
            Button("Delete at once") { withAnimation(.none) { delete() } }
        }

        private func delete() {
            context.delete(notes[0])
            try? context.save()
        }
    }

    @Test func `a list animates its rows with the default animation, unless a transaction says otherwise`() throws {
        let container = try makeContainer(notes: 4)
        let shown = Shown(AnimatedRows().environment(\.managedObjectContext, container.viewContext))
        shown.send("Delete")
        #expect(shown.graph.flushAnimated().animation == .linear(duration: 3))
        #expect(shown.graph.animationScopes.map(\.animation) == [.default])
        shown.send("Delete slowly")
        #expect(shown.graph.flushAnimated().animation == .easeIn(duration: 9))
        #expect(shown.graph.animationScopes.isEmpty)
        shown.send("Delete at once")
        #expect(shown.graph.flushAnimated().animation == nil)
        #expect(shown.graph.animationScopes.isEmpty)
    }
}
