public import CoreTransferable
import StrataViewGraph

// Drags between elements, and drops of values.
extension TestElement {
    /// Drags the element, or the closest element around it that can be dragged, and drops it on
    /// another one, which may be in another window.
    ///
    /// The destination receives the value when it has been loaded: await its effect with
    /// ``TestWindow/wait(_:until:)``.
    ///
    /// - Throws: ``ActionNotHandled`` if the element cannot be dragged, the other one does not accept
    ///   it, or one of the two is not hittable.
    public func drag(to destination: TestElement) throws {
        guard exists, let source = closest({ $0.traits.interaction.drag != nil }) else {
            throw notHandled("dragged to another element")
        }
        try source.requireHits("dragged to another element")
        let token = Self.makeToken()
        let types = source.element.traits.interaction.drag?.types
        let (target, index) = try destination.target(of: types)
        source.send(DragEvent(.lifted, token: token))
        source.send(DragEvent(.began, token: token))
        target.window.graph.drags = window.graph.drags
        target.drop(token, index)
        source.send(DragEvent(.ended, token: token))
    }

    /// Drops a value on the element, or on the closest element around it that accepts the value.
    ///
    /// The destination receives the value when it has been loaded: await its effect with
    /// ``TestWindow/wait(_:until:)``.
    ///
    ///     try window.find(.text, "Inbox").drop("Milk")
    ///     try await window.wait { $0.texts.contains("Milk") }
    ///
    /// - Throws: ``ActionNotHandled`` if no element accepts the value, or the one that does is not
    ///   hittable.
    public func drop(_ value: some Transferable) throws {
        guard exists else { throw ActionNotHandled(description: "Nothing can be dropped on an element that was removed.") }
        let item = NSItemProvider()
        item.register(value)
        let (target, index) = try target(of: Array(item.offeredTypes))
        let token = Self.makeToken()
        window.graph.drags.add(item, token, .drag, from: window.graph)
        target.drop(token, index)
    }

    private func drop(_ token: String, _ index: Int) {
        send(DropEvent(.entered, index: index, token: token))
        send(DropEvent(.dropped, index: index, token: token))
    }

    /// Returns the closest element with a destination that accepts one of several types, and the
    /// index of the destination. Nil stands for types that are known only when a drag begins.
    private func target(of types: [String]?) throws -> (TestElement, Int) {
        window.update()
        func index(in element: Element) -> Int? {
            element.traits.interaction.drops.firstIndex { drop in
                types.map { !$0.allSatisfy { !drop.accepted.contains($0) } } ?? true
            }
        }
        if let target = closest({ index(in: $0) != nil }), let index = index(in: target.element) {
            try target.requireHits("the destination of a drop")
            return (target, index)
        }
        let offered = types.map { " It is offered as: \($0.sorted().joined(separator: ", "))." } ?? ""
        throw ActionNotHandled(
            description: "Neither “\(text)” nor a view around it accepts what is dropped. Add a dropDestination for its "
                + "type.\(offered)")
    }

    /// Returns a random token of a drag.
    private static func makeToken() -> String {
        String((0..<32).map { _ in "0123456789abcdef".randomElement() ?? "0" })
    }
}
