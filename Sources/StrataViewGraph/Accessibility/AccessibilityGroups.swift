/// The part of a view in a pair of a label and its content.
public enum AccessibilityLabeledPairRole: Hashable, Sendable {
    /// The view names the other one.
    case label
    /// The other view names this one.
    case content
}

/// The part of an element in a labeled pair. Both elements of a pair have the same number.
package struct LabeledPair: Hashable, Sendable {
    package let number: Int
    package let isLabel: Bool
}

/// Changes the accessibility properties of the content by the number of a key.
private struct NumberedModifier: BuiltInModifier {
    let key: NamespaceKey
    let change: (inout AccessibilityProperties, Int) -> Void

    /// The key with which the node is one of a group, and the number of the group.
    @MainActor
    private final class Storage {
        var group: (key: NamespaceKey, number: Int)?
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let storage = node.storage as? Storage ?? Storage()
        if node.storage == nil {
            node.storage = storage
            node.onRemoval = { [unowned graph = node.graph] in
                if let group = storage.group { graph.groupNumbers.removeView(group.key) }
            }
        }
        if storage.group?.key != key {
            let former = storage.group
            storage.group = (key, node.graph.groupNumbers.addView(key))
            if let former { node.graph.groupNumbers.removeView(former.key) }
        }
        var environment = node.environment
        if let group = storage.group { change(&environment.pendingTraits.accessibility, group.number) }
        node.updateChild(0, content, environment: environment)
    }
}

extension View {
    /// Links the view with the others that have the same ID in a namespace. While one of them has
    /// the focus, the menu of rotors has a list of the others.
    public func accessibilityLinkedGroup<ID: Hashable>(id: ID, in namespace: Namespace.ID) -> some View {
        modified(
            NumberedModifier(key: NamespaceKey(id: AnyHashable(id), namespace: namespace)) { properties, number in
                properties.linkedGroups.append(number)
            })
    }

    /// Pairs the view with the one that has the other role and the same ID in a namespace.
    public func accessibilityLabeledPair<ID: Hashable>(
        role: AccessibilityLabeledPairRole, id: ID, in namespace: Namespace.ID
    ) -> some View {
        modified(
            NumberedModifier(key: NamespaceKey(id: AnyHashable(id), namespace: namespace)) { properties, number in
                properties.pair = LabeledPair(number: number, isLabel: role == .label)
            })
    }
}

// Other names, and the order in which views are read.
extension View {
    /// Sets other names of the view, which find it in the list of controls in the menu of rotors.
    public func accessibilityInputLabels(_ inputLabels: [Text]) -> some View {
        accessibilityInputLabels(inputLabels, isEnabled: true)
    }

    /// Sets other names of the view, which are localized.
    public func accessibilityInputLabels(_ inputLabelKeys: [LocalizedStringKey]) -> some View {
        accessibilityInputLabels(inputLabelKeys.map { Text($0) })
    }

    /// Sets other names of the view, which are strings.
    @_disfavoredOverload
    public func accessibilityInputLabels<S: StringProtocol>(_ inputLabels: [S]) -> some View {
        accessibilityInputLabels(inputLabels.map { Text($0) })
    }

    /// Sets other names of the view. New code uses `accessibilityInputLabels(_:)`.
    public func accessibility(inputLabels: [Text]) -> some View { accessibilityInputLabels(inputLabels) }

    /// Sets the place of the view in the order in which assistive technology reads those around it:
    /// a higher priority is read earlier. The default is 0.
    public func accessibilitySortPriority(_ sortPriority: Double) -> some View {
        trait { $0.accessibility.sortPriority = $0.accessibility.sortPriority ?? sortPriority }
    }

    /// Sets the place of the view in the order in which those around it are read. New code uses
    /// `accessibilitySortPriority(_:)`.
    public func accessibility(sortPriority: Double) -> some View { accessibilitySortPriority(sortPriority) }
}
