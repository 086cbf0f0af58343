import SwiftUI

/// An observable value that a test reads and changes while a view shows it.
@MainActor
@Observable
final class DocumentedValue<Value> {
    var value: Value

    init(_ value: Value) { self.value = value }
}

/// A view that passes a binding to a value to its content, and updates the content when the value
/// changes.
struct ValueHost<Value, Content: View>: View {
    @Bindable private var model: DocumentedValue<Value>
    private let content: (Binding<Value>) -> Content

    init(_ model: DocumentedValue<Value>, @ViewBuilder content: @escaping (Binding<Value>) -> Content) {
        self.model = model
        self.content = content
    }

    var body: some View {
        let _ = model.value
        content($model.value)
    }
}

/// The events that views report, in order.
@MainActor
final class DocumentationLog {
    var events: [String] = []
}

/// A value with an identity, for lists and tables.
struct DocumentedFruit: Identifiable, Hashable, Codable {
    var id: Int
    var name: String
    var price = 0

    static let three = [
        DocumentedFruit(id: 1, name: "Apple"), DocumentedFruit(id: 2, name: "Banana"), DocumentedFruit(id: 3, name: "Cherry"),
    ]
}
