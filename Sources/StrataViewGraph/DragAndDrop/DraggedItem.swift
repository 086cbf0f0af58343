internal import CoreTransferable

/// An item that is dragged, with the value of which it was made.
struct DraggedItem {
    let provider: NSItemProvider
    /// The value; nil for an item that the app has made.
    private(set) var value: Any?
    /// The type of the value.
    private(set) var valueType: Any.Type?

    init(provider: NSItemProvider) { self.provider = provider }

    /// Creates an item with a value.
    init<T: Transferable>(_ value: T) {
        provider = NSItemProvider()
        provider.register(value)
        self.value = value
        valueType = T.self
    }
}
