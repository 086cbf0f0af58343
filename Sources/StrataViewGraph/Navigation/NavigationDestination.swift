/// Registers the destination for the values of a type with the stack around the view.
private struct DestinationModifier<D: Hashable, C: View>: BuiltInModifier {
    let destination: (D) -> C

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let id = ObjectIdentifier(node)
        let model = node.environment.stackModel
        model?.register(D.self, from: id) { [destination] value in
            (value.base as? D).map(destination)
        }
        node.onRemoval = { [weak model] in model?.unregister(D.self, from: id) }
        node.updateChild(0, content)
    }
}

/// Pushes a view onto the stack while a binding is true.
struct PushModifier: BuiltInModifier {
    let isPresented: Binding<Bool>
    /// Makes the view, while this node observes the state that it reads.
    let destination: () -> any View
    /// The item that the view shows; nil for a view without one.
    var item: DestinationItem?

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let id = ObjectIdentifier(node)
        let model = node.environment.stackModel
        if let item { model?.register(item, from: id) }
        if node.reading({ isPresented.wrappedValue }) {
            let view = node.reading(destination)
            let value = node.reading { item?.read() }
            if model?.update(view, of: id, item: value, isPresented: isPresented) == false {
                // In a sidebar, the view is the page of the next column, as that of a link is.
                let leadsToColumn = node.environment.leadsToColumn
                if leadsToColumn { model?.pop(to: 0) }
                model?.push(view, owner: id, item: value, isFromOtherColumn: leadsToColumn, isPresented: isPresented)
                if leadsToColumn { model?.showsColumn?() }
            }
        } else {
            model?.remove(id)
        }
        node.onRemoval = { [weak model] in
            model?.unregisterItem(from: id)
            model?.remove(id)
        }
        node.updateChild(0, content)
    }
}

/// The access to the item of a `navigationDestination(item:)`.
struct DestinationItem {
    let type: any Hashable.Type
    let read: () -> AnyHashable?
    let write: (AnyHashable) -> Void

    init<D: Hashable>(_ item: Binding<D?>) {
        type = D.self
        read = { item.wrappedValue.map { AnyHashable($0) } }
        write = { if let value = $0.base as? D { item.wrappedValue = value } }
    }
}

extension View {
    /// Sets the destination for the values of a type in the path of the stack around the view. If
    /// several views of the stack set one for the same type, that of the lowest page is used.
    public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        modified(DestinationModifier(destination: destination))
    }

    /// Pushes a view onto the stack while a binding is true.
    public func navigationDestination<V: View>(isPresented: Binding<Bool>, @ViewBuilder destination: () -> V) -> some View {
        let view = destination()
        return modified(PushModifier(isPresented: isPresented) { view })
    }

    /// Pushes a view for an item onto the stack while the item is not nil.
    ///
    /// A `Codable` item is part of the page's URL, like the values of a path.
    public func navigationDestination<D: Hashable, C: View>(
        item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        let isPresented = Binding(get: { item.wrappedValue != nil }, set: { if !$0 { item.wrappedValue = nil } })
        let view = { item.wrappedValue.map(destination) }
        return modified(PushModifier(isPresented: isPresented, destination: view, item: DestinationItem(item)))
    }
}
