import Foundation
import StrataViewGraph
import SwiftUI
import Testing

/// `disablesAnimations` as its documentation describes it.
@MainActor
struct TransactionTests {
    @Observable
    final class Model {
        var isLarge = false
    }

    private struct Content: View {
        let model: Model

        var body: some View {
            Text("A").scaleEffect(model.isLarge ? 2 : 1).animation(.bouncy, value: model.isLarge)
        }
    }

    /// Returns the animations of the modifiers in the flush after a change in a transaction.
    private func animations(_ transaction: Transaction) -> [Animation?] { flush(transaction).scopes }

    /// Returns the animation of the changes outside of modifiers after a change in a transaction.
    private func wholeAnimation(_ transaction: Transaction) -> Animation? { flush(transaction).whole }

    private func flush(_ transaction: Transaction) -> (whole: Animation?, scopes: [Animation?]) {
        let model = Model()
        let graph = WindowGraph(title: "Test", content: Content(model: model))
        defer { graph.close() }
        graph.mount()
        graph.appear()
        _ = graph.flush()
        withTransaction(transaction) { model.isLarge = true }
        let whole = graph.flushAnimated().animation
        return (whole, graph.animationScopes.map(\.animation))
    }

    @Test func `a modifier animates the change of its value`() {
        #expect(animations(Transaction()) == [.bouncy])
    }

    @Test func `a transaction that disables animations prevents modifiers from inserting them`() {
        var transaction = Transaction()
        transaction.disablesAnimations = true
        #expect(animations(transaction).isEmpty)
    }

    @Test func `a transaction that disables animations keeps its own`() {
        var transaction = Transaction(animation: .linear)
        transaction.disablesAnimations = true
        #expect(animations(transaction).isEmpty)
        #expect(wholeAnimation(transaction) == .linear)
    }
}
