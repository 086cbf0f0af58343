import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Sheets, popovers and the actions that dismiss them by their documentation.
@MainActor
struct PresentationTests {
    private struct Sheet: View {
        var name = "Sheet"
        @Environment(\.dismiss) private var dismiss
        @Environment(\.isPresented) private var isPresented
        @State private var count = 0

        var body: some View {
            Text("\(name) \(isPresented) \(count)").accessibilityIdentifier("sheet")
            Button("Count") { count += 1 }
            Button("Done") { dismiss() }
        }
    }

    private func sheet(_ isPresented: DocumentedValue<Bool>, log: DocumentationLog = DocumentationLog()) -> TestWindow {
        TestWindow(
            ValueHost(isPresented) { value in
                Text("Root").sheet(isPresented: value) {
                    log.events.append("dismissed")
                } content: {
                    Sheet()
                }
            })
    }

    @Test func `a sheet is shown while its Boolean is true`() {
        let isPresented = DocumentedValue(false)
        let window = sheet(isPresented)
        #expect(window.all(identifier: "sheet").isEmpty)
        isPresented.value = true
        #expect(window.all(identifier: "sheet").count == 1)
        isPresented.value = false
        #expect(window.all(identifier: "sheet").isEmpty)
    }

    @Test func `dismissing a sheet sets its Boolean to false`() throws {
        let isPresented = DocumentedValue(true)
        let window = sheet(isPresented)
        try window.find(.dialog).dismiss()
        #expect(!isPresented.value)
    }

    @Test func `the dismiss action of a sheet's content sets its Boolean to false`() throws {
        let isPresented = DocumentedValue(true)
        let window = sheet(isPresented)
        try window.find(.button, "Done").tap()
        #expect(!isPresented.value)
        #expect(window.all(identifier: "sheet").isEmpty)
    }

    @Test func `onDismiss is called after each way to dismiss a sheet`() throws {
        let (isPresented, log) = (DocumentedValue(true), DocumentationLog())
        let window = sheet(isPresented, log: log)
        try window.find(.button, "Done").tap()
        #expect(log.events == ["dismissed"])
        isPresented.value = true
        _ = window.texts
        isPresented.value = false
        _ = window.texts
        #expect(log.events == ["dismissed", "dismissed"])
    }

    @Test func `the environment says that the content of a sheet is presented`() throws {
        let window = sheet(DocumentedValue(true))
        #expect(try window.find(identifier: "sheet").text == "Sheet true 0")
    }

    @Test func `the state of a sheet's content begins again with each presentation`() throws {
        let isPresented = DocumentedValue(true)
        let window = sheet(isPresented)
        try window.find(.button, "Count").tap()
        #expect(try window.find(identifier: "sheet").text == "Sheet true 1")
        try window.find(.button, "Done").tap()
        isPresented.value = true
        #expect(try window.find(identifier: "sheet").text == "Sheet true 0")
    }

    private func itemSheet(_ fruit: DocumentedValue<DocumentedFruit?>) -> TestWindow {
        TestWindow(ValueHost(fruit) { item in Text("Root").sheet(item: item) { Sheet(name: $0.name) } })
    }

    @Test func `a sheet with an item is shown while there is an item`() throws {
        let fruit = DocumentedValue<DocumentedFruit?>(nil)
        let window = itemSheet(fruit)
        #expect(window.all(identifier: "sheet").isEmpty)
        fruit.value = DocumentedFruit.three[0]
        #expect(try window.find(identifier: "sheet").text == "Apple true 0")
        try window.find(.button, "Done").tap()
        #expect(fruit.value == nil)
    }

    @Test func `an item with another identity replaces the sheet`() throws {
        let fruit = DocumentedValue<DocumentedFruit?>(DocumentedFruit.three[0])
        let window = itemSheet(fruit)
        try window.find(.button, "Count").tap()
        fruit.value = DocumentedFruit.three[1]
        #expect(try window.find(identifier: "sheet").text == "Banana true 0")
    }

    @Test func `a sheet that cannot be dismissed interactively stays`() {
        let isPresented = DocumentedValue(true)
        let window = TestWindow(
            ValueHost(isPresented) { value in
                Text("Root").sheet(isPresented: value) { Sheet().interactiveDismissDisabled() }
            })
        // The action may be refused.
        try? window.find(.dialog).dismiss()
        #expect(isPresented.value)
    }

    @Test func `a sheet that cannot be dismissed interactively can be dismissed by the app`() throws {
        let isPresented = DocumentedValue(true)
        let window = TestWindow(
            ValueHost(isPresented) { value in
                Text("Root").sheet(isPresented: value) { Sheet().interactiveDismissDisabled() }
            })
        try window.find(.button, "Done").tap()
        #expect(!isPresented.value)
    }

    @Test func `a popover is shown while its Boolean is true`() throws {
        let isPresented = DocumentedValue(false)
        let window = TestWindow(
            ValueHost(isPresented) { value in Text("Root").popover(isPresented: value) { Sheet(name: "Popover") } })
        #expect(window.all(identifier: "sheet").isEmpty)
        isPresented.value = true
        #expect(window.all(identifier: "sheet").count == 1)
        try window.find(.dialog).dismiss()
        #expect(!isPresented.value)
    }

    @Test func `a cover of the whole screen is shown while its Boolean is true`() throws {
        let isPresented = DocumentedValue(true)
        let window = TestWindow(
            ValueHost(isPresented) { value in Text("Root").fullScreenCover(isPresented: value) { Sheet(name: "Cover") } })
        #expect(window.all(identifier: "sheet").count == 1)
        try window.find(.button, "Done").tap()
        #expect(!isPresented.value)
    }

    @Test func `an inspector is shown while its Boolean is true`() {
        let isPresented = DocumentedValue(false)
        let window = TestWindow(
            ValueHost(isPresented) { value in Text("Root").inspector(isPresented: value) { Text("Inspector") } })
        #expect(!window.texts.contains("Inspector"))
        isPresented.value = true
        #expect(window.texts.contains("Inspector"))
    }
}
