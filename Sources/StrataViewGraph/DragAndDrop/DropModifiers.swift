public import CoreTransferable
public import Foundation
public import UniformTypeIdentifiers

/// Makes the next element a destination of drops.
private struct DropModifier: BuiltInModifier {
    let types: [UTType]
    let delegate: any DropDelegate
    var reportsMoves = false

    func update<Content: View>(_ node: ViewNode, content: Content) {
        var environment = node.environment
        guard environment.isEnabled else { return node.updateChild(0, content) }
        let receiver = DropReceiver(types, delegate, after: node.storage as? DropReceiver)
        node.storage = receiver
        let index = environment.pendingTraits.interaction.drops.count
        environment.pendingTraits.interaction.drops.append(DropProperties(types, reportsMoves: reportsMoves))
        let outer = environment.pendingHandlers.others.first { $0.name == DropEvent.name }
        let handler = EventHandler(DropEvent.self) { [weak node, weak receiver] event in
            guard event.index == index else { outer?.handle(event); return }
            guard let node else { return }
            receiver?.handle(event, in: node.graph, node.firstElement?.id)
        }
        environment.pendingHandlers.others.removeAll { $0.name == DropEvent.name }
        environment.pendingHandlers.others.append(handler)
        node.updateChild(0, content, environment: environment)
    }
}

/// Loads values from the items that are dropped.
private struct TransferDropDelegate<T: Transferable>: DropDelegate {
    let action: ([T], CGPoint) -> Bool
    let setTargeted: (Bool) -> Void

    func dropEntered(info: DropInfo) { setTargeted(true) }
    func dropExited(info: DropInfo) { setTargeted(false) }

    func performDrop(info: DropInfo) -> Bool {
        setTargeted(false)
        let location = info.location
        load(T.self, from: info.items) { values in _ = action(values, location) }
        return true
    }
}

/// Loads values from items, and calls an action with those that could be loaded, if there are any.
@MainActor
func load<T: Transferable>(_ type: T.Type, from items: [NSItemProvider], action: @escaping @MainActor ([T]) -> Void) {
    Task { @MainActor in
        var values: [T] = []
        for item in items where item.canLoad(type) {
            do {
                values.append(try await item.value(of: type))
            } catch {
                WarningLog.warn("A dropped item could not be read as \(type): \(error)")
            }
        }
        if !values.isEmpty { RunningAction.perform { action(values) } }
    }
}

/// Passes the items that are dropped to an action.
private struct ActionDropDelegate: DropDelegate {
    let types: [UTType]
    let isTargeted: Binding<Bool>?
    let action: ([NSItemProvider], CGPoint) -> Bool

    func dropEntered(info: DropInfo) { isTargeted?.wrappedValue = true }
    func dropExited(info: DropInfo) { isTargeted?.wrappedValue = false }

    func performDrop(info: DropInfo) -> Bool {
        isTargeted?.wrappedValue = false
        return action(info.itemProviders(for: types), info.location)
    }
}

extension View {
    /// Receives values that are dropped on the view, or pasted while it has the focus.
    ///
    ///     Text("Inbox").dropDestination(for: String.self) { texts, _ in
    ///         notes += texts
    ///         return true
    ///     }
    ///
    /// - Parameters:
    ///   - payloadType: The type of the values.
    ///   - action: Called with the values, when they have been loaded, and the location in the view.
    ///     Returns whether it accepted them.
    ///   - isTargeted: Called with true when a drag with such values enters the view, and with false
    ///     when it leaves the view or ends.
    public func dropDestination<T: Transferable>(
        for payloadType: T.Type = T.self, action: @escaping (_ items: [T], _ location: CGPoint) -> Bool,
        isTargeted: @escaping (Bool) -> Void = { _ in }
    ) -> some View {
        modified(
            DropModifier(
                types: T.importedContentTypes(), delegate: TransferDropDelegate(action: action, setTargeted: isTargeted)))
    }

    /// Receives items that are dropped on the view, or pasted while it has the focus.
    ///
    /// - Parameters:
    ///   - supportedContentTypes: The types of items that the view accepts.
    ///   - isTargeted: Set to whether a drag with such items is over the view.
    ///   - action: Called with the items. Returns whether it accepted them.
    public func onDrop(
        of supportedContentTypes: [UTType], isTargeted: Binding<Bool>?,
        perform action: @escaping (_ providers: [NSItemProvider]) -> Bool
    ) -> some View {
        onDrop(of: supportedContentTypes, isTargeted: isTargeted) { providers, _ in action(providers) }
    }

    /// Receives items that are dropped on the view, or pasted while it has the focus.
    ///
    /// - Parameters:
    ///   - supportedContentTypes: The types of items that the view accepts.
    ///   - isTargeted: Set to whether a drag with such items is over the view.
    ///   - action: Called with the items and their location in the view. Returns whether it accepted
    ///     them.
    public func onDrop(
        of supportedContentTypes: [UTType], isTargeted: Binding<Bool>?,
        perform action: @escaping (_ providers: [NSItemProvider], _ location: CGPoint) -> Bool
    ) -> some View {
        let delegate = ActionDropDelegate(types: supportedContentTypes, isTargeted: isTargeted, action: action)
        return modified(DropModifier(types: supportedContentTypes, delegate: delegate))
    }

    /// Has a delegate follow drags over the view, and receive what is dropped.
    public func onDrop(of supportedContentTypes: [UTType], delegate: any DropDelegate) -> some View {
        modified(DropModifier(types: supportedContentTypes, delegate: delegate, reportsMoves: true))
    }

    /// Receives items whose types have one of several identifiers.
    public func onDrop(
        of supportedTypes: [String], isTargeted: Binding<Bool>?, perform action: @escaping (_ providers: [NSItemProvider]) -> Bool
    ) -> some View {
        onDrop(of: supportedTypes.map(UTType.init(of:)), isTargeted: isTargeted, perform: action)
    }

    /// Receives items whose types have one of several identifiers.
    public func onDrop(
        of supportedTypes: [String], isTargeted: Binding<Bool>?,
        perform action: @escaping (_ providers: [NSItemProvider], _ location: CGPoint) -> Bool
    ) -> some View {
        onDrop(of: supportedTypes.map(UTType.init(of:)), isTargeted: isTargeted, perform: action)
    }

    /// Has a delegate follow drags of items whose types have one of several identifiers.
    public func onDrop(of supportedTypes: [String], delegate: any DropDelegate) -> some View {
        onDrop(of: supportedTypes.map(UTType.init(of:)), delegate: delegate)
    }
}
