import StrataViewGraph
import StrataViewTesting
import Testing

/// Accessibility labels: `accessibilityElement(children:)` "merges properties from all non-hidden
/// children", and `Image(_:label:)` has "a label that describes its content".
@MainActor
struct LabelTests {
    private func label(_ view: some View) throws -> String {
        try TestWindow(view.accessibilityIdentifier("it")).find(identifier: "it").label
    }

    @Test func `combined children name their view in order`() throws {
        let view = VStack {
            Text("Noto")
            HStack {
                Text("7.5").accessibilityLabel("Magnitude 7.5")
                Text("today")
            }
        }
        #expect(try label(view.accessibilityElement(children: .combine)) == "Noto, Magnitude 7.5, today")
    }

    @Test func `hidden children are no part of a combined label`() throws {
        let view = VStack {
            Text("Noto")
            Text("•").accessibilityHidden(true)
            HStack { Text("decoration") }.accessibilityHidden(true)
            Text("invisible").hidden()
            Text("7.5")
        }
        #expect(try label(view.accessibilityElement(children: .combine)) == "Noto, 7.5")
    }

    @Test func `images are a part of a combined label unless they are decorative`() throws {
        let view = HStack {
            Image("sun", label: Text("Sunny"))
            Image(decorative: "line")
            Text("21°")
            Label("Wind", systemImage: "wind")
        }
        #expect(try label(view.accessibilityElement(children: .combine)) == "Sunny, 21°, Wind")
    }

    @Test func `a label of a part of a text is read in place of its words`() throws {
        let view = HStack {
            Text("Rated ") + Text("★★").accessibilityLabel("two stars")
            Text("today")
        }
        #expect(try label(view.accessibilityElement(children: .combine)) == "Rated two stars, today")
    }

    @Test func `a section of a menu has the text and the label of its header`() throws {
        struct Content: View {
            @State private var count = 1
            var body: some View {
                Menu("Menu") {
                    Section("Size \(count)") { Button("Larger") { count += 1 } }
                    Section {
                        Button("Other") {}
                    } header: {
                        Label("Rest", systemImage: "star")
                    }
                    Section { Button("Last") {} }
                }
            }
        }
        let window = TestWindow(Content())
        #expect(window.texts == ["Menu", "Size 1", "Larger", "Rest", "Other", "Last"])
        #expect(try window.find(.any, "Rest").label == "Rest")
        try window.find(.button, "Larger").tap()
        #expect(window.texts == ["Menu", "Size 2", "Larger", "Rest", "Other", "Last"])
    }

    @Test func `controls are read once`() throws {
        let view = VStack {
            Toggle("Loud", isOn: .constant(true))
            TextField("Name", text: .constant("Ada"))
            Stepper("Apples", value: .constant(1))
            Button("Save") {}
        }
        #expect(try label(view.accessibilityElement(children: .combine)) == "Loud, Name, Apples, Save")
    }

    @Test func `actions are no part of a combined label`() throws {
        let view = VStack {
            Text("Noto").accessibilityAction(named: "Delete") {}
            Text("today")
        }
        #expect(try label(view.accessibilityElement(children: .combine)) == "Noto, today")
    }

    @Test func `a combined view is one part of a combined view around it`() throws {
        let view = VStack {
            Text("a")
            HStack {
                Text("b")
                Text("c")
            }
            .accessibilityElement(children: .combine)
        }
        #expect(try label(view.accessibilityElement(children: .combine)) == "a, b, c")
        #expect(try label(view) == "a b, c")
    }

    @Test func `a label replaces those of combined children`() throws {
        let view = HStack { Text("a") }.accessibilityElement(children: .combine).accessibilityLabel("all")
        #expect(try label(view) == "all")
    }

    @Test func `ignored children are no part of a label`() throws {
        let view = HStack { Text("a") }
        #expect(try label(view.accessibilityElement(children: .ignore)) == "")
        #expect(try label(view.accessibilityElement(children: .ignore).accessibilityLabel("all")) == "all")
        #expect(try label(view) == "a")
    }

    @Test func `an image has the label that it was created with, or its name`() throws {
        #expect(try label(Image("sun", label: Text("Sunny"))) == "Sunny")
        #expect(try label(Image("sun")) == "sun")
        #expect(try label(Image(decorative: "sun")) == "")
        #expect(try label(Image("sun", label: Text("Sunny")).accessibilityLabel("Hot")) == "Hot")
    }

    @Test func `a button is found by the label of its image or its text`() throws {
        let window = TestWindow(
            VStack {
                Button {
                } label: {
                    Image("pencil", label: Text("Edit"))
                }
                Button {
                } label: {
                    Text("★").accessibilityLabel("Rate")
                }
            })
        #expect(try window.find(.button, "Edit").label == "Edit")
        #expect(try window.find(.button, "Rate").text == "★")
    }
}
