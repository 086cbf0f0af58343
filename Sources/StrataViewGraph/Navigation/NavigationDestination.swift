/// Registers the views of a type of values with the stack around it.
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

/// Pushes a view while a binding is true.
struct PushModifier: BuiltInModifier {
    let isPresented: Binding<Bool>
    let destination: () -> any View

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let id = ObjectIdentifier(node)
        let model = node.environment.stackModel
        if node.reading({ isPresented.wrappedValue }) {
            let view = node.reading(destination)
            if model?.update(view, of: id) == false {
                model?.push(view, owner: id) { [isPresented] in isPresented.wrappedValue = false }
            }
        } else {
            model?.remove(id)
        }
        node.onRemoval = { [weak model] in model?.remove(id) }
        node.updateChild(0, content)
    }
}

extension View {
    /// Sets the view of each value of a type that a link pushes onto the stack.
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

    /// Pushes a view made from an item onto the stack while there is one.
    public func navigationDestination<D: Hashable, C: View>(
        item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        let isPresented = Binding(get: { item.wrappedValue != nil }, set: { if !$0 { item.wrappedValue = nil } })
        return modified(PushModifier(isPresented: isPresented) { item.wrappedValue.map(destination) })
    }
}
