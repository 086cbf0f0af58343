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

    @Test func `a modifier sets the animation of its view`() throws {
        let screen = Screen(Counter())
        let button = try #require(screen.all { if case .control(.button) = $0 { true } else { false } }.last)
        let text = try #require(screen.find { screen.texts(of: $0) == ["quick 0"] })
        screen.graph.send(PressEvent(), to: button.id)
        #expect(screen.graph.flushAnimated().animation == nil)
        #expect(screen.graph.animationScopes == [AnimationScope(elements: [text.id], animation: .snappy)])
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

    // MARK: Disabling animations

    private struct Nested: View {
        @State private var count = 0
        var body: some View {
            Text("a \(count)").animation(.bouncy, value: count).transaction { $0.disablesAnimations = true }
            Text("b \(count)").animation(.easeIn, value: count)
            VStack {
                Text("c \(count)").animation(.easeOut, value: count).transaction { $0.disablesAnimations = false }
            }
            .transaction { $0.disablesAnimations = true }
            Text("d \(count)").animation(.smooth, value: count)
                .transaction(value: count / 2) { $0.disablesAnimations = true }
            Button("Count") { count += 1 }
            Button("Glide") { withAnimation(.linear) { count += 1 } }
        }
    }

    /// Returns the animation of a flush and those of modifiers, after a button was pressed.
    private func flush(_ button: Int, _ screen: Screen) throws -> (whole: Animation?, scopes: [Animation?]) {
        let buttons = screen.all { if case .control(.button) = $0 { true } else { false } }
        screen.graph.send(PressEvent(), to: try #require(buttons.dropFirst(button).first).id)
        let whole = screen.graph.flushAnimated().animation
        return (whole, screen.graph.animationScopes.map(\.animation))
    }

    @Test func `a modifier that disables animations keeps those inside from inserting any`() throws {
        let screen = Screen(Nested())
        // The value of the last modifier is the same after the first press.
        let first = try flush(0, screen)
        #expect(first.whole == nil)
        #expect(Set(first.scopes) == [.easeIn, .easeOut, .smooth])
        let second = try flush(0, screen)
        #expect(Set(second.scopes) == [.easeIn, .easeOut])
        // Nothing of it remains in the next flush.
        let third = try flush(0, screen)
        #expect(Set(third.scopes) == [.easeIn, .easeOut, .smooth])
    }

    @Test func `a modifier that disables animations keeps that of the transaction`() throws {
        #expect(try flush(1, Screen(Nested())).whole == .linear)
        let screen = Screen(Nested())
        screen.press("Glide")
        screen.update()
        #expect(screen.find { screen.texts(of: $0) == ["a 1"] } != nil)
        #expect(screen.find { screen.texts(of: $0) == ["a 1"] && $0.traits.interaction.isStill } == nil)
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
        #expect(screen.graph.flushAnimated().animation == nil)
        #expect(screen.graph.animationScopes.map(\.animation) == [.easeIn])
        screen.graph.send(PressEvent(), to: button.id)
        #expect(screen.graph.flushAnimated().animation == nil)
        #expect(screen.graph.animationScopes.map(\.animation) == [.easeIn])
    }

    @Test func `a transition keeps its anchor and its animation`() {
        let transition = AnyTransition.scale(scale: 0.5, anchor: .top).animation(.easeIn).combined(with: .opacity)
        #expect(transition.content.insertion == [.scale(0.5, anchor: .top), .opacity])
        #expect(transition.content.insertionAnimation == .easeIn)
        #expect(AnyTransition.opacity.animation(nil).content == AnyTransition.opacity.content)
    }
}
