import Testing

@testable import StrataViewGraph

@MainActor
struct FormStyleTests {
    private struct Settings: View {
        @State private var sound = 1
        var body: some View {
            Form {
                Section {
                    Picker("Sound", selection: $sound) { Text("Bell").tag(1) }
                    LabeledContent("Owner", value: "Ada")
                } header: {
                    Text("Alarm")
                } footer: {
                    Text("A footer")
                }
            }
        }
    }

    private func labels(_ screen: Screen) -> [Bool] {
        screen.all { if case .control(.controlLabel) = $0 { true } else { false } }.compactMap {
            if case .control(.controlLabel(let isHidden)) = $0.content { isHidden } else { nil }
        }
    }

    @Test func `a form in columns is no list and shows the labels of its pickers`() {
        let screen = Screen(Settings().formStyle(.columns))
        let forms = screen.all { $0 == .control(.group(.formColumns)) }
        #expect(forms.count == 1)
        #expect(screen.rows.isEmpty)
        #expect(screen.texts == ["Alarm", "Sound", "Owner", "Ada", "A footer"])
        #expect(labels(screen) == [false])
        // Each view of a section is a child of the form, so that it is in its columns.
        #expect(forms.first?.children.count == 4)
    }

    @Test func `other forms are lists`() {
        #expect(!Screen(Settings()).rows.isEmpty)
        #expect(!Screen(Settings().formStyle(.grouped)).rows.isEmpty)
    }
}
