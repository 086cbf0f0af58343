import Testing

@testable import StrataViewGraph

/// The hints of text fields for on-screen keyboards.
@MainActor
struct TextInputTraitTests {
    private func traits(_ view: some View) throws -> TextInputTraits {
        try #require(Screen(view).fields.first).content.traits
    }

    private let field = TextField("Name", text: .constant(""))

    @Test(arguments: [
        (SubmitLabel.join, "join"), (SubmitLabel.route, "route"), (SubmitLabel.return, "return"),
        (SubmitLabel.continue, "continue"),
    ])
    func `a submit label reaches the host`(_ label: SubmitLabel, _ name: String) throws {
        #expect(try traits(field.submitLabel(label)).submitLabel?.kind.rawValue == name)
    }

    @Test(arguments: [
        (TextInputAutocapitalization.never, "none"), (TextInputAutocapitalization.words, "words"),
        (TextInputAutocapitalization.sentences, "sentences"), (TextInputAutocapitalization.characters, "characters"),
    ])
    func `the capitalized letters reach the host`(_ letters: TextInputAutocapitalization, _ name: String) throws {
        #expect(try traits(field.textInputAutocapitalization(letters)).capitalization?.kind.rawValue == name)
    }

    @Test(arguments: [
        (UITextAutocapitalizationType.none, TextInputAutocapitalization.never),
        (UITextAutocapitalizationType.words, TextInputAutocapitalization.words),
        (UITextAutocapitalizationType.sentences, TextInputAutocapitalization.sentences),
        (UITextAutocapitalizationType.allCharacters, TextInputAutocapitalization.characters),
    ])
    func `the older types of capitalization are the newer ones`(
        _ older: UITextAutocapitalizationType, _ newer: TextInputAutocapitalization
    ) throws {
        #expect(TextInputAutocapitalization(older) == newer)
        #expect(try traits(field.autocapitalization(older)).capitalization == newer)
    }

    @Test func `the older modifier turns autocorrection off and on, or leaves it to the host`() throws {
        #expect(try traits(field.disableAutocorrection(true)).isAutocorrectionDisabled == true)
        #expect(try traits(field.disableAutocorrection(false)).isAutocorrectionDisabled == false)
        #expect(try traits(field.disableAutocorrection(nil).autocorrectionDisabled()).isAutocorrectionDisabled == nil)
    }

    private struct Reader: View {
        @Environment(\.autocorrectionDisabled) private var isDisabled
        var body: some View { Text(isDisabled ? "off" : "on") }
    }

    @Test func `a view reads whether autocorrection is off`() {
        #expect(Screen(Reader()).texts == ["on"])
        #expect(Screen(Reader().autocorrectionDisabled()).texts == ["off"])
        #expect(Screen(Reader().autocorrectionDisabled(false).autocorrectionDisabled()).texts == ["on"])
    }

    @Test func `the environment's value applies to the fields below`() throws {
        #expect(try traits(field.environment(\.autocorrectionDisabled, true)).isAutocorrectionDisabled == true)
    }
}
