import Testing

@testable import StrataViewGraph

/// The variants of the effects of symbols. The name of an effect is that of the host's animation.
struct SymbolEffectFormTests {
    private func name(_ effect: some SymbolEffect) -> String { effect._name }

    @Test func `effects that go up and down say so`() {
        #expect(name(.scale.up) == "scale-up")
        #expect(name(.scale.down) == "scale-down")
        #expect(name(.appear.up) == "appear-up")
        #expect(name(.appear.down) == "appear-down")
        #expect(name(.disappear.up) == "disappear-up")
        #expect(name(.disappear.down) == "disappear-down")
    }

    @Test func `colors run through the layers one by one or together, and back or from the start`() {
        #expect(name(.variableColor.cumulative) == "variable-cumulative")
        #expect(name(.variableColor.iterative.nonReversing) == "variable-iterative-forward")
        #expect(name(.variableColor.dimInactiveLayers) == "variable-dim")
        #expect(name(.variableColor.hideInactiveLayers) == "variable-hide")
    }

    @Test func `a symbol wiggles around its center, or along an axis`() {
        #expect(name(.wiggle.clockwise) == "wiggle-clockwise")
        #expect(name(.wiggle.counterClockwise) == "wiggle-counter")
        #expect([name(.wiggle.left), name(.wiggle.right)] == ["wiggle-x", "wiggle-x"])
        #expect([name(.wiggle.forward), name(.wiggle.backward)] == ["wiggle-x", "wiggle-x"])
        #expect([name(.wiggle.up), name(.wiggle.down)] == ["wiggle-y", "wiggle-y"])
    }

    @Test func `a symbol rotates in both directions, and breathes in two ways`() {
        #expect(name(.rotate.clockwise) == "rotate-clockwise")
        #expect(name(.rotate.counterClockwise) == "rotate-counter")
        #expect(name(.breathe.plain) == "breathe-plain")
        #expect(name(.breathe.pulse) == "breathe-pulse")
    }

    @Test func `a symbol is replaced in three ways`() {
        #expect(name(.replace.downUp) == "replace-downUp")
        #expect(name(.replace.upUp) == "replace-upUp")
        #expect(name(.replace.offUp) == "replace-offUp")
    }

    @Test func `an effect of the whole symbol is the effect, because hosts have no layers`() {
        #expect(name(.bounce.wholeSymbol) == name(.bounce))
        #expect(name(.pulse.wholeSymbol) == name(.pulse))
        #expect(name(.scale.up.wholeSymbol) == name(.scale.up))
        #expect(name(.appear.wholeSymbol) == name(.appear))
        #expect(name(.disappear.wholeSymbol) == name(.disappear))
        #expect(name(.wiggle.wholeSymbol) == name(.wiggle))
        #expect(name(.rotate.wholeSymbol) == name(.rotate))
        #expect(name(.breathe.wholeSymbol) == name(.breathe))
        #expect(name(.replace.wholeSymbol) == name(.replace))
    }
}
