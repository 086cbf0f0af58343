import Foundation
import StrataViewGraph
import Testing

@testable import StrataWebHost

@MainActor
struct FocusHTMLTests {
    private func html(_ view: some View) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        return HTMLRenderer.html(of: graph.root, in: nil)
    }

    private struct Field: View {
        @FocusState var isFocused: Bool
        var body: some View { TextField("1", text: .constant("")).focused($isFocused) }
    }

    @Test func `a control that the app can move the focus to says that it does not have it`() {
        #expect(html(Field()).contains(#"data-focus="false""#))
    }

    @Test func `an element that only reports the focus is not moved to`() {
        #expect(html(Text("a").focusable()).contains(#"data-focus="""#))
        #expect(html(TextField("1", value: .constant(1), format: .number)).contains(#"data-focus="""#))
        #expect(!html(Text("a").focusable(false)).contains("data-focus"))
    }

    @Test func `the window reports the focus without an attribute`() {
        #expect(!html(Button("a") {}).contains("data-focus"))
    }

    @Test func `a focus section is marked for the arrow keys, and is no stop of the Tab key itself`() {
        let html = html(VStack { Button("a") {} }.focusSection())
        #expect(html.contains("data-focus-section"))
        #expect(!html.contains("tabindex"))
        #expect(!self.html(VStack { Button("a") {} }).contains("data-focus-section"))
    }

    @Test func `a focus section has the frame of the modifiers inside`() throws {
        let html = html(Button("a") {}.frame(width: 300).focusSection())
        let section = try #require(html.range(of: "data-focus-section"))
        let button = try #require(html.range(of: "<button"))
        #expect(section.lowerBound < button.lowerBound)
    }

    private func decode(_ json: String) throws -> FocusEvent { try JSONDecoder().decode(FocusEvent.self, from: Data(json.utf8)) }

    @Test func `a report of the focus has a known cause`() throws {
        #expect(try decode(#"{"isFocused": true}"#) == FocusEvent(isFocused: true))
        #expect(try decode(#"{"isFocused": false, "movesOn": true}"#) == FocusEvent(isFocused: false, movesOn: true))
        #expect(try decode(#"{"isFocused": true, "origin": "app"}"#) == FocusEvent(isFocused: true, origin: .app))
        #expect(throws: DecodingError.self) { try decode(#"{"isFocused": true, "origin": "server"}"#) }
        #expect(throws: DecodingError.self) { try decode(#"{"origin": "app"}"#) }
    }
}
