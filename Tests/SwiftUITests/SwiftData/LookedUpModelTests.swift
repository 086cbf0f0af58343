#if SwiftData
    import Foundation
    import StrataViewTesting
    import SwiftData
    import SwiftUI
    import Testing

    /// Views that look a model up in their body, and keep nothing of it but its identifier.
    @MainActor
    struct LookedUpModelTests {
        private struct LookUp: View {
            @Environment(\.modelContext) private var context
            let id: PersistentIdentifier
            @State private var taps = 0

            var body: some View {
                Text((context.model(for: id) as? Vessel)?.name ?? "nothing")
                Button("Tapped \(taps)") { taps += 1 }
            }
        }

        private func stored(_ name: String) throws -> (ModelContainer, PersistentIdentifier) {
            let container = try ModelContainer(for: Harbor.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            let context = ModelContext(container)
            let vessel = Vessel(name)
            context.insert(vessel)
            try context.save()
            return (container, vessel.persistentModelID)
        }

        private func rename(_ id: PersistentIdentifier, _ name: String, in context: ModelContext) throws {
            try #require(context.model(for: id) as? Vessel).name = name
            try context.save()
        }

        @Test func `a body that looks a model up shows what its context saves`() throws {
            let (container, id) = try stored("Fram")
            let window = TestWindow(LookUp(id: id).modelContainer(container))
            #expect(window.texts.first == "Fram")
            try rename(id, "Gjøa", in: container.mainContext)
            #expect(window.texts.first == "Gjøa")
            try rename(id, "Maud", in: container.mainContext)
            #expect(window.texts.first == "Maud")
        }

        /// Lets the main context merge what others have saved.
        private func wait(_ window: TestWindow, for name: String) async {
            for _ in 0..<1_000 where window.texts.first != name {
                await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            }
            #expect(window.texts.first == name)
        }

        @Test func `a body that looks a model up shows what another context saves, also after it was evaluated again`()
            async throws
        {
            let (container, id) = try stored("Fram")
            let window = TestWindow(LookUp(id: id).modelContainer(container))
            try window.find(.button, "Tapped 0").tap()
            try rename(id, "Gjøa", in: ModelContext(container))
            await wait(window, for: "Gjøa")
            try window.find(.button, "Tapped 1").tap()
            try window.find(.button, "Tapped 2").tap()
            try rename(id, "Maud", in: ModelContext(container))
            await wait(window, for: "Maud")
        }

        @Test func `what a body has read is released with the view`() throws {
            let (container, id) = try stored("Fram")
            struct Shown: View {
                let id: PersistentIdentifier
                @State private var isShown = true

                var body: some View {
                    Button("Hide") { isShown = false }
                    if isShown { LookUp(id: id) }
                }
            }
            let window = TestWindow(Shown(id: id).modelContainer(container))
            func model() -> Released { Released(model: container.mainContext.registeredModel(for: id) as Vessel?) }
            #expect(model().model != nil)
            try window.find(.button, "Hide").tap()
            #expect(model().model == nil)
        }

        private struct Released {
            weak var model: Vessel?
        }
    }
#endif
