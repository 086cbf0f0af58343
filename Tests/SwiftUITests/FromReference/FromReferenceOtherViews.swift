import Foundation
import StrataViewGraph
import SwiftUI
import Testing

@testable import StrataViewTesting

/// The forms of `ColorPicker`, `Gauge`, `Group` and `ShareLink` that Apple's reference shows.
/// `TableTests` has those of `Table`.
@MainActor
struct FromReferenceOtherViews {
    // MARK: Colors

    private static let (yellow, blue, red) = (
        Color(red: 1, green: 0.8, blue: 0), Color(red: 0, green: 0, blue: 1), Color(red: 1, green: 0, blue: 0)
    )

    private struct Colors: View {
        struct Swatch: Identifiable {
            let id: String
            var color: Color
        }
        @State private var bgColor = yellow
        @State private var swatches = [Swatch(id: "a", color: red), Swatch(id: "b", color: red)]
        private let title = "String"

        var body: some View {
            VStack {
                ColorPicker("Alignment Guides", selection: $bgColor)
                ColorPicker("Opaque", selection: $bgColor, supportsOpacity: false)
                ColorPicker(title, selection: $bgColor)
                ColorPicker(selection: $bgColor) { Text("Label") }
            }
            ForEach($swatches) { $swatch in ColorPicker("Swatch \(swatch.id)", selection: $swatch.color) }
            Button("Insert") { swatches.insert(Swatch(id: "c", color: yellow), at: 0) }
            Button("Remove") { swatches.removeFirst() }
            Button("Reset") { bgColor = yellow }
        }
    }

    @Test func `color pickers`() throws {
        let window = TestWindow(Colors())
        let titles = ["Alignment Guides", "Opaque", "String", "Label"]
        func colors() -> [Color?] { window.all(.colorPicker).map(\.color) }
        #expect(window.all(.colorPicker).map(\.label) == titles + ["Swatch a", "Swatch b"])
        #expect(colors() == [Self.yellow, Self.yellow, Self.yellow, Self.yellow, Self.red, Self.red])
        for title in titles {
            try window.find(.colorPicker, title).choose(Self.blue)
            #expect(colors().prefix(4) == [Self.blue, Self.blue, Self.blue, Self.blue])
            try window.find(.button, "Reset").tap()
            #expect(colors().prefix(4) == [Self.yellow, Self.yellow, Self.yellow, Self.yellow])
        }
        try window.find(.button, "Insert").tap()
        #expect(window.all(.colorPicker).map(\.label) == titles + ["Swatch c", "Swatch a", "Swatch b"])
        try window.find(.colorPicker, "Swatch a").choose(Self.blue)
        #expect(colors().suffix(3) == [Self.yellow, Self.blue, Self.red])
        try window.find(.button, "Remove").tap()
        try window.find(.colorPicker, "Swatch b").choose(Self.yellow)
        #expect(colors().suffix(2) == [Self.blue, Self.yellow])
    }

    // MARK: Gauges

    private struct Gauges: View {
        struct Level: Identifiable {
            let id: Int
            var value: Double
        }
        let form: Int
        @State private var batteryLevel = 0.25
        @State private var current = 50.0
        @State private var minValue = 0.0
        @State private var maxValue = 200.0
        @State private var levels = [Level(id: 1, value: 0.5), Level(id: 2, value: 1)]

        var body: some View {
            VStack {
                AnyView(gauge)
                ForEach($levels) { $level in
                    Gauge(value: level.value) {
                        Text("Level")
                    } currentValueLabel: {
                        Text(verbatim: "level \(level.id)")
                    }
                }
            }
            Button("More") {
                batteryLevel += 0.5
                current += 100
            }
            Button("Insert") { levels.insert(Level(id: 3, value: 0), at: 0) }
            Button("Remove") { levels.removeFirst() }
        }

        private var beats: some View {
            Gauge(value: current, in: minValue...maxValue) {
                Text("BPM")
            } currentValueLabel: {
                Text("\(Int(current))")
            } minimumValueLabel: {
                Text("\(Int(minValue))")
            } maximumValueLabel: {
                Text("\(Int(maxValue))")
            }
        }

        private var gauge: any View {
            switch form {
            case 0: Gauge(value: batteryLevel) { Text("Battery Level") }
            case 1: Gauge(value: current, in: minValue...maxValue) { Text("BPM") }
            case 2:
                Gauge(value: current, in: minValue...maxValue) {
                    Text("BPM")
                } currentValueLabel: {
                    Text("\(Int(current))")
                }
            case 3: beats
            case 4: beats.gaugeStyle(.accessoryCircular).tint(.green)
            case 5: beats.gaugeStyle(.accessoryCircularCapacity)
            case 6: beats.gaugeStyle(.accessoryLinear)
            case 7: beats.gaugeStyle(.accessoryLinearCapacity)
            default: beats.gaugeStyle(.linearCapacity)
            }
        }
    }

    @Test(arguments: 0...8) func `gauges`(_ form: Int) throws {
        let window = TestWindow(Gauges(form: form))
        func fractions() -> [Double] {
            window.all().compactMap { if case .control(.gauge(let gauge)) = $0.element.content { gauge.fraction } else { nil } }
        }
        func levels() -> [String] { window.texts.filter { $0.hasPrefix("level ") } }
        #expect(fractions() == [0.25, 0.5, 1])
        try window.find(.button, "More").tap()
        #expect(fractions() == [0.75, 0.5, 1])
        #expect(levels() == ["level 1", "level 2"])
        // A bar with a mark has the ends of its range in place of the value.
        if form >= 2 { #expect(window.texts.contains("150") == (form != 6)) }
        try window.find(.button, "Insert").tap()
        #expect(fractions() == [0.75, 0, 0.5, 1])
        #expect(levels() == ["level 3", "level 1", "level 2"])
        for _ in 0..<2 { try window.find(.button, "Remove").tap() }
        #expect(fractions() == [0.75, 1])
        #expect(levels() == ["level 2"])
        // Beyond the end.
        try window.find(.button, "More").tap()
        #expect(fractions() == [1, 1])
    }

    // MARK: Groups

    private struct Groups: View {
        struct Name: Identifiable, Hashable {
            let id: String
        }
        let form: Int
        @State private var isLoggedIn = false
        @State private var names = ["a", "b"].map(Name.init)

        var body: some View {
            AnyView(grouped)
            Button("Log in") { isLoggedIn.toggle() }
            Button("Insert") { names.insert(Name(id: "c"), at: 0) }
            Button("Remove") { names.removeFirst() }
        }

        private var greeting: some View {
            Group {
                if isLoggedIn {
                    Text("Welcome")
                } else {
                    Text("Who?")
                }
            }
            .navigationTitle("Start")
        }

        private var grouped: any View {
            switch form {
            case 0:
                Group {
                    greeting
                    ForEach($names) { $name in Text(verbatim: "· \(name.id)") }
                }
                .font(.headline)
            case 1:
                VStack {
                    Group {
                        greeting
                        Group { ForEach(names) { Text(verbatim: "· \($0.id)") } }
                    }
                    .padding()
                }
            case 2:
                List {
                    Group {
                        greeting
                        ForEach(names, id: \.self) { Text(verbatim: "· \($0.id)") }
                    }
                    .listRowSeparator(.hidden)
                }
            case 3:
                List {
                    Group {
                        Section("Greeting") { greeting }
                        Section("Names") { ForEach($names) { $name in Text(verbatim: "· \(name.id)") } }
                    }
                }
            default:
                Form {
                    greeting
                    Group { ForEach(names.indices, id: \.self) { Text(verbatim: "· \(names[$0].id)") } }
                }
            }
        }
    }

    @Test(arguments: 0...4) func `groups of views that change`(_ form: Int) throws {
        let window = TestWindow(Groups(form: form))
        func texts() -> [String] { window.texts.filter { $0.hasPrefix("· ") || ["Welcome", "Who?"].contains($0) } }
        #expect(texts() == ["Who?", "· a", "· b"])
        try window.find(.button, "Insert").tap()
        #expect(texts() == ["Who?", "· c", "· a", "· b"])
        try window.find(.button, "Log in").tap()
        #expect(texts() == ["Welcome", "· c", "· a", "· b"])
        for _ in 0..<2 { try window.find(.button, "Remove").tap() }
        #expect(texts() == ["Welcome", "· b"])
        try window.find(.button, "Log in").tap()
        try window.find(.button, "Remove").tap()
        #expect(texts() == ["Who?"])
    }

    // MARK: Sharing

    private struct Links: View {
        let form: Int
        @State private var page = 1
        @State private var isDisabled = false
        private var url: URL { URL(string: "https://www.example.com/\(page)")! }
        private var title: String { "Page \(page)" }

        var body: some View {
            AnyView(shared).disabled(isDisabled)
            Button("Next") { page += 1 }
            Button("Disable") { isDisabled.toggle() }
        }

        private var shared: any View {
            switch form {
            case 0: ShareLink(item: url)
            case 1: ShareLink("Share URL", item: url)
            case 2: ShareLink(title, item: url)
            case 3: ShareLink(item: url) { Label(title, systemImage: "square.and.arrow.up") }
            case 4: ShareLink(item: url, subject: Text("Page \(page)"), message: Text("Check \(page) out!"))
            case 5: ShareLink(item: url, message: Text("Check \(page) out!"), preview: SharePreview(title))
            case 6: ShareLink(item: title)
            case 7: ShareLink(items: [url, url], message: Text("Check \(page) out!"))
            default: ShareLink(items: [title, url.absoluteString]) { SharePreview($0) }
            }
        }
    }

    @Test(arguments: 0...8) func `share links`(_ form: Int) throws {
        let window = TestWindow(Links(form: form))
        func share() throws -> ShareContent {
            let shares: [ShareContent] = window.all().compactMap {
                if case .control(.share(let share)) = $0.element.content { share } else { nil }
            }
            #expect(shares.count == 1)
            return try #require(shares.first)
        }
        func check(_ page: Int) throws {
            let (share, url) = (try share(), "https://www.example.com/\(page)")
            #expect(share.url == (form <= 5 ? url : nil))
            switch form {
            case 4, 5:
                #expect(share.subject == "Page \(page)")
                #expect(share.text == "Check \(page) out!")
            case 6: #expect(share.text == "Page \(page)")
            case 7: #expect(share.text == "\(url)\n\(url)\nCheck \(page) out!")
            case 8:
                #expect(share.subject == "Page \(page)")
                #expect(share.text == "Page \(page)\n\(url)")
            default: #expect(share.text == nil)
            }
            if form == 2 || form == 3 { #expect(window.texts.contains("Page \(page)")) }
        }
        try check(1)
        try window.find(.button, "Next").tap()
        try check(2)
        #expect(try share().button.isEnabled)
        try window.find(.button, "Disable").tap()
        #expect(try !share().button.isEnabled)
        try window.find(.button, "Next").tap()
        try check(3)
    }
}
