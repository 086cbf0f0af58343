import Foundation
import Testing

@testable import StrataViewGraph

private struct IsFast: TransactionKey {
    static let defaultValue = false
}

extension Transaction {
    fileprivate var isFast: Bool {
        get { self[IsFast.self] }
        set { self[IsFast.self] = newValue }
    }
}

/// The modifiers that change transactions, and the values that transactions carry.
@MainActor
struct TransactionTests {
    @Test func `a transaction has the default value of a key until one is set`() {
        var transaction = Transaction()
        #expect(!transaction.isFast)
        transaction.isFast = true
        #expect(transaction.isFast)
    }

    @Test func `a closure runs in a transaction with the value of a key`() {
        let isFast = withTransaction(\.isFast, true) { Transaction.current?.isFast }
        #expect(isFast == true)
        #expect(Transaction.current == nil)
    }

    @Test func `a value of a key is added to the transaction around it`() {
        withAnimation(.linear) {
            withTransaction(\.isContinuous, true) {
                #expect(Transaction.current?.isContinuous == true)
                #expect(Transaction.current?.animation == .linear)
            }
        }
    }

    private struct Counter: View {
        @State private var count = 0
        var body: some View {
            Text("\(count)").transaction { $0.animation = nil }
            Text("quick \(count)").transaction { if $0.isFast { $0.animation = .snappy } }
            Text("value \(count / 2)").transaction(value: count / 2) { $0.animation = nil }
            Button("Glide") { withAnimation(.linear) { count += 1 } }
            Button("Fast") { withTransaction(\.isFast, true) { count += 1 } }
        }
    }

    @Test func `a modifier that removes the animation has its view drawn at once`() {
        let screen = Screen(Counter())
        #expect(screen.find { screen.texts(of: $0) == ["0"] }?.traits.interaction.isStill == false)
        screen.press("Glide")
        screen.update()
        #expect(screen.find { screen.texts(of: $0) == ["1"] && $0.traits.interaction.isStill } != nil)
    }

    @Test func `a modifier with a value applies only when the value changes`() {
        let screen = Screen(Counter())
        screen.press("Glide")
        screen.update()
        #expect(screen.find { screen.texts(of: $0) == ["value 0"] && $0.traits.interaction.isStill } == nil)
        screen.press("Glide")
        screen.update()
        #expect(screen.find { screen.texts(of: $0) == ["value 1"] && $0.traits.interaction.isStill } != nil)
    }

    @Test func `a modifier sets the animation of the patch`() throws {
        let screen = Screen(Counter())
        let button = try #require(screen.all { if case .control(.button) = $0 { true } else { false } }.last)
        screen.graph.send(PressEvent(), to: button.id)
        #expect(screen.graph.flushAnimated().animation == .snappy)
    }

    private struct Child: View {
        @State private var count = 0
        var body: some View { Button("\(count)") { withAnimation(.linear) { count += 1 } } }
    }

    @Test func `a modifier changes the transactions of state inside its view`() throws {
        let screen = Screen(VStack { Child() }.transaction { $0.animation = $0.animation.map { $0.speed(2) } })
        let button = try #require(screen.all { if case .control(.button) = $0 { true } else { false } }.first)
        screen.graph.send(PressEvent(), to: button.id)
        #expect(screen.graph.flushAnimated().animation == Animation.linear.speed(2))
    }

    // MARK: Transitions

    private struct Details: View {
        @State private var isShown = false
        var body: some View {
            if isShown { Text("a").transition(.scale(scale: 0.5, anchor: .top).animation(.easeIn)) }
            Button("Show") { isShown.toggle() }
        }
    }

    @Test func `a transition with an animation animates a change without one`() throws {
        let screen = Screen(Details())
        let button = try #require(screen.all { if case .control(.button) = $0 { true } else { false } }.first)
        screen.graph.send(PressEvent(), to: button.id)
        #expect(screen.graph.flushAnimated().animation == .easeIn)
        screen.graph.send(PressEvent(), to: button.id)
        #expect(screen.graph.flushAnimated().animation == .easeIn)
    }

    @Test func `a transition keeps its anchor and its animation`() {
        let transition = AnyTransition.scale(scale: 0.5, anchor: .top).animation(.easeIn).combined(with: .opacity)
        #expect(transition.content.insertion == [.scale(0.5, anchor: .top), .opacity])
        #expect(transition.content.insertionAnimation == .easeIn)
        #expect(AnyTransition.opacity.animation(nil) == .opacity)
    }
}
