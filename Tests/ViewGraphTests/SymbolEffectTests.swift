import Testing

@testable import StrataViewGraph

/// The effects of symbols.
@MainActor
struct SymbolEffectTests {
    private struct Bell: View {
        @State private var count = 0
        @State private var isOn = false

        var body: some View {
            Image(systemName: "bell").symbolEffect(.bounce.down, options: .speed(2), value: count)
            Image(systemName: "wifi").symbolEffect(.variableColor.iterative.reversing, isActive: isOn)
            Button("Ring") { count += 1 }
            Button("Switch") { isOn.toggle() }
        }
    }

    private func effects(_ screen: Screen) -> [SymbolEffectContent] {
        screen.all { if case .media(.image) = $0 { true } else { false } }.flatMap(\.traits.interaction.symbolEffects)
    }

    @Test func `an effect counts the changes of its value`() {
        let screen = Screen(Bell())
        #expect(effects(screen)[0].trigger == .changes(0))
        screen.press("Ring")
        #expect(effects(screen)[0].trigger == .changes(1))
        #expect(effects(screen)[0].name == "bounce-down")
        #expect(effects(screen)[0].options.speed == 2)
    }

    @Test func `an effect is active as long as its condition says`() {
        let screen = Screen(Bell())
        #expect(effects(screen)[1].trigger == .active(false))
        screen.press("Switch")
        #expect(effects(screen)[1].trigger == .active(true))
        #expect(effects(screen)[1].name == "variable-iterative-reversing")
    }

    @Test func `options say how often an effect runs`() {
        #expect(SymbolEffectOptions.repeat(3).repetitions == .count(3))
        #expect(SymbolEffectOptions.repeating.repetitions == .count(nil))
        #expect(SymbolEffectOptions.nonRepeating.speed(3).repetitions == .count(1))
        #expect(SymbolEffectOptions.repeat(.periodic(2, delay: 0.5)).pause == 0.5)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func `hosts get finite numbers`(number: Double) {
        let options = SymbolEffectOptions.speed(number).repeat(.periodic(delay: number))
        #expect(options.speed.isFinite)
        #expect(options.speed > 0)
        #expect(options.pause.isFinite)
        #expect(options.pause >= 0)
    }
}
