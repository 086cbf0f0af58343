import Foundation
import StrataViewTesting
import SwiftUI
import Testing
import UniformTypeIdentifiers

/// Transferred values as the documentation of `Transferable` and its representations describes them.
@MainActor
struct TransferTests {
    private struct Todo: Codable, Equatable, Transferable {
        var text: String
        var isDone = false

        static var transferRepresentation: some TransferRepresentation {
            CodableRepresentation(contentType: .checkedTodo)
            ProxyRepresentation(exporting: \.text)
        }
    }

    private struct Layer: Equatable, Transferable {
        var bytes: [UInt8]

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(contentType: .checkedLayer) { layer in
                Data(layer.bytes)
            } importing: { data in
                Layer(bytes: Array(data))
            }
        }
    }

    private struct Secret: Codable, Transferable {
        var text: String
        var isPublic: Bool

        static var transferRepresentation: some TransferRepresentation {
            CodableRepresentation(contentType: .checkedTodo)
            ProxyRepresentation(exporting: \.text).exportingCondition { $0.isPublic }
        }
    }

    private struct Destination<Value: Transferable>: View {
        @State private var received: [String] = []
        let describe: (Value) -> String

        var body: some View {
            Text("Target").dropDestination(for: Value.self) { values, _ in
                received += values.map(describe)
                return true
            }
            Text(received.joined(separator: " ")).accessibilityIdentifier("received")
        }
    }

    private func received(_ window: TestWindow, _ text: String) async throws {
        try await window.wait(.seconds(1_200)) { try $0.find(identifier: "received").text == text }
    }

    @Test func `a codable value is transferred as a whole`() async throws {
        let window = TestWindow(Destination<Todo> { "\($0.text):\($0.isDone)" })
        try window.find(.text, "Target").drop(Todo(text: "Milk", isDone: true))
        try await received(window, "Milk:true")
    }

    @Test func `a value with a proxy is received as the proxy by those who do not know its type`() async throws {
        let window = TestWindow(Destination<String> { $0 })
        try window.find(.text, "Target").drop(Todo(text: "Bread"))
        try await received(window, "Bread")
    }

    @Test func `data that a closure exports is imported by the other closure`() async throws {
        let window = TestWindow(Destination<Layer> { $0.bytes.map(String.init).joined(separator: ",") })
        try window.find(.text, "Target").drop(Layer(bytes: [3, 1, 4]))
        try await received(window, "3,1,4")
    }

    @Test func `a destination does not accept a value of an unrelated type`() throws {
        let window = TestWindow(Destination<Layer> { _ in "layer" })
        #expect(throws: ActionNotHandled.self) { try window.find(.text, "Target").drop(Todo(text: "Milk")) }
    }

    @Test func `a representation is exported only if its condition is fulfilled`() async throws {
        let window = TestWindow(Destination<String> { $0 })
        try window.find(.text, "Target").drop(Secret(text: "open", isPublic: true))
        try await received(window, "open")
        #expect(throws: ActionNotHandled.self) {
            try window.find(.text, "Target").drop(Secret(text: "closed", isPublic: false))
        }
    }

    private struct Source: View {
        @State private var received = ""

        var body: some View {
            Text("Item").draggable(Todo(text: "Tea"))
            Text("Target").dropDestination(for: Todo.self) { values, _ in
                received = values.first?.text ?? ""
                return true
            }
            Text(received).accessibilityIdentifier("received")
        }
    }

    @Test func `a draggable view transfers its value to a destination`() async throws {
        let window = TestWindow(Source())
        try window.find(.text, "Item").drag(to: window.find(.text, "Target"))
        try await received(window, "Tea")
    }

    // MARK: Export and import

    @Test func `a value is exported as the data of its content type, and imported from them`() async throws {
        let todo = Todo(text: "Milk", isDone: true)
        let data = try await todo.exported(as: .checkedTodo)
        #expect(try JSONDecoder().decode(Todo.self, from: data) == todo)
        let imported = try await Todo(importing: data, contentType: .checkedTodo)
        #expect(imported == todo)
    }

    @Test func `a proxy exports the data of the other value`() async throws {
        let todo = Todo(text: "Milk")
        let type = try #require(todo.exportedContentTypes().first { $0.conforms(to: .plainText) })
        let data = try await todo.exported(as: type)
        #expect(String(decoding: data, as: UTF8.self) == "Milk")
    }

    @Test func `the exported content types are in the order of the representations`() {
        let types = Todo(text: "Milk").exportedContentTypes()
        #expect(types.first == .checkedTodo)
        #expect(types.dropFirst().contains { $0.conforms(to: .plainText) })
        #expect(Layer.importedContentTypes() == [.checkedLayer])
    }

    @Test func `exporting as a type without a representation throws`() async {
        await #expect(throws: (any Error).self) { try await Layer(bytes: [1]).exported(as: .png) }
    }
}

extension UTType {
    fileprivate static let checkedTodo = UTType(exportedAs: "com.example.strata.checks.todo")
    fileprivate static let checkedLayer = UTType(exportedAs: "com.example.strata.checks.layer", conformingTo: .data)
}
