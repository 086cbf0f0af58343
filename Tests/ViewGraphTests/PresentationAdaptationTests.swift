import Testing

@testable import StrataViewGraph

@MainActor
struct PresentationAdaptationTests {
    /// Returns the form in a narrow window of a popover with some content.
    private func form(_ content: some View) -> PresentationAdaptation.Form? {
        let screen = Screen(Text("a").popover(isPresented: .constant(true)) { content })
        let popover = screen.find { if case .presentation(.popover) = $0.content { true } else { false } }
        guard case .presentation(.popover(let properties))? = popover?.content else { return nil }
        return properties.adaptation
    }

    @Test func `the content of a popover sets its form in a narrow window`() {
        #expect(form(Text("b")) == .automatic)
        #expect(form(Text("b").presentationCompactAdaptation(.popover)) == .popover)
    }

    @Test func `the adaptation to a low window has no effect`() {
        let same = Text("b").presentationCompactAdaptation(horizontal: .none, vertical: .sheet)
        #expect(form(same) == PresentationAdaptation.Form.none)
        let cover = Text("b").presentationCompactAdaptation(horizontal: .fullScreenCover, vertical: .popover)
        #expect(form(cover) == .fullScreenCover)
    }
}
