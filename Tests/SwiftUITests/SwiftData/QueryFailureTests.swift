#if SwiftData
    import StrataViewTesting
    import SwiftData
    import SwiftUI
    import Testing

    private struct WithoutContainer: View {
        @Query private var chores: [Chore]
        @State private var round = 0

        var body: some View {
            Text("\(chores.count) in \(round)")
            Button("Next") { round += 1 }
        }
    }

    private struct WithoutSQL: View {
        @Query(filter: #Predicate<Chore> { $0.loudTitle == "A" }) private var chores: [Chore]
        @State private var round = 0

        var body: some View {
            Text("\(chores.count) in \(round)")
            Button("Next") { round += 1 }
        }
    }

    extension Chore {
        /// A computed property, which no store can evaluate.
        fileprivate var loudTitle: String { title.uppercased() }
    }

    /// The lines that queries that cannot be made write to standard error.
    struct QueryFailureTests {
        /// Returns the lines about queries that a process writes.
        private func lines(_ result: ExitTest.Result?) -> [Substring] {
            String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
                .split(separator: "\n").filter { $0.hasPrefix("A query of ") }
        }

        @Test func `a query without a container says once which modifier is missing`() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let shown = Shown(WithoutContainer())
                    shown.press("Next")
                    precondition(shown.texts == ["0 in 1", "Next"])
                }
            }
            #expect(
                lines(result) == [
                    """
                    A query of Chore failed: there is no model container. Add .modelContainer(for: Chore.self) to its scene, \
                    or to a view above it.
                    """
                ])
        }

        @Test func `a query of a type that the container lacks says so`() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let shown = Shown(WithoutContainer().modelContainer(for: Plant.self, inMemory: true))
                    precondition(shown.texts == ["0 in 0", "Next"])
                }
            }
            #expect(lines(result).count == 1)
            #expect(lines(result).first?.contains("Chore is not in the container's schema.") == true)
        }

        @Test func `a query whose predicate has no SQL says why, once`() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let shown = Shown(WithoutSQL().modelContainer(for: Chore.self, inMemory: true))
                    shown.press("Next")
                    precondition(shown.texts == ["0 in 1", "Next"])
                }
            }
            #expect(lines(result).count == 1)
            #expect(lines(result).first?.hasPrefix("A query of Chore failed: unsupportedPredicate: ") == true)
        }
    }
#endif
