import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// The forms of `Slider`, `ProgressView`, `LabeledContent`, `Link` and `DisclosureGroup` that
/// Apple's reference shows.
@MainActor
struct FromReferenceValues {
    private struct Sliders: View {
        @State private var speed = 50.0
        @State private var isEditing = false

        var body: some View {
            Slider(
                value: $speed,
                in: 0...100,
                onEditingChanged: { editing in
                    isEditing = editing
                }
            )
            Slider(value: $speed, in: 0...100, step: 5) {
                Text("Speed")
            } minimumValueLabel: {
                Text("0")
            } maximumValueLabel: {
                Text("100")
            } onEditingChanged: { editing in
                isEditing = editing
            }
            Slider(value: $speed, in: 0...100) { Text("Any speed") }
            Button("Stop") { speed = 0 }
            Text("\(speed, format: .number)").foregroundColor(isEditing ? .red : .blue)
        }
    }

    @Test func `sliders`() throws {
        let window = TestWindow(Sliders())
        #expect(window.all(.slider).map(\.number) == [50, 50, 50])
        try window.all(.slider)[0].slide(to: 30)
        #expect(window.all(.slider).map(\.number) == [30, 30, 30])
        try window.all(.slider)[1].slide(to: 65)
        #expect(window.texts.last == "65")
        try window.all(.slider)[2].slide(to: 12)
        #expect(window.texts.last == "12")
        try window.find(.button, "Stop").tap()
        #expect(window.all(.slider).map(\.number) == [0, 0, 0])
    }

    private struct Progress: View {
        @State private var progress = 0.5

        var body: some View {
            VStack {
                ProgressView("Downloading…", value: progress, total: 2)
                ProgressView(value: progress) {
                    Text("Labeled")
                } currentValueLabel: {
                    Text("Now \(progress, format: .number)")
                }
                Button("More") { progress += 0.25 }
            }
        }
    }

    @Test func `progress views`() throws {
        let window = TestWindow(Progress())
        #expect(window.texts.contains("Now 0.5"))
        try window.find(.button, "More").tap()
        #expect(window.texts.contains("Now 0.75"))
        #expect(window.texts.contains("Downloading…"))
    }

    private struct Labeled: View {
        @State private var count = 3
        @State private var name = "Ada"

        var body: some View {
            Form {
                LabeledContent("Name", value: name)
                LabeledContent("Count", value: count, format: .number)
                LabeledContent("View") { Text("\(name) \(count)") }
                LabeledContent {
                    Text(name)
                } label: {
                    Text("Title")
                    Text("Subtitle \(count)")
                }
                Button("Change") {
                    name = "Grace"
                    count += 1
                }
            }
        }
    }

    @Test func `labeled content`() throws {
        let window = TestWindow(Labeled())
        #expect(window.texts.contains("Ada 3"))
        try window.find(.button, "Change").tap()
        #expect(window.texts.filter { $0 == "Grace" }.count == 2)
        #expect(window.texts.contains("4"))
        #expect(window.texts.contains("Grace 4"))
        #expect(window.texts.contains("Subtitle 4"))
        #expect(!window.texts.contains("Ada"))
    }

    private struct Links: View {
        @State private var page = 1

        var body: some View {
            Link("View Our Terms of Service", destination: URL(string: "https://www.example.com/TOS.html")!)
            Link(destination: URL(string: "https://www.example.com/\(page)")!) { Text("Page \(page)") }
            Button("Next") { page += 1 }
        }
    }

    @Test func `links`() throws {
        let window = TestWindow(Links())
        #expect(window.texts.contains("View Our Terms of Service"))
        try window.find(.button, "Next").tap()
        #expect(window.texts.contains("Page 2"))
    }

    private struct Disclosures: View {
        struct ToggleStates {
            var oneIsOn = false
            var twoIsOn = true
        }
        @State private var toggleStates = ToggleStates()
        @State private var topExpanded = true

        var body: some View {
            DisclosureGroup("Items", isExpanded: $topExpanded) {
                Toggle("Toggle 1", isOn: $toggleStates.oneIsOn)
                Toggle("Toggle 2", isOn: $toggleStates.twoIsOn)
                DisclosureGroup("Sub-items") {
                    Text("Sub-item 1")
                }
            }
            Button("Turn") { topExpanded.toggle() }
        }
    }

    @Test func `disclosure groups`() throws {
        let window = TestWindow(Disclosures())
        #expect(window.all(.toggle).map(\.isOn) == [false, true])
        try window.find(.toggle, "Toggle 1").tap()
        #expect(window.all(.toggle).map(\.isOn) == [true, true])
        try window.find(.button, "Turn").tap()
        #expect(window.all(.toggle).isEmpty)
        try window.find(.button, "Turn").tap()
        #expect(window.all(.toggle).map(\.isOn) == [true, true])
    }
}
