// The difference between the tree that the host shows and the current one.
extension WindowGraph {
    /// Returns the difference between the tree that the host shows and the current one.
    /// ``Mutation`` describes the order.
    func drainMutations() -> [Mutation] {
        let parents = formerChildren.values.filter(\.parent.isMounted).sorted { $0.parent.id < $1.parent.id }
        let updates = changed.values.sorted { $0.element.id < $1.element.id }
        formerChildren = [:]
        changed = [:]

        var mutations: [Mutation] = []
        for (parent, former) in parents {
            let kept = Set(parent.children.map(\.id))
            for child in former where !kept.contains(child.id) && child.isMounted {
                // If the parent was unmounted, the host removed the child together with it.
                if parent.isMounted {
                    mutations.append(.remove(child))
                    recordTransition(child, \.removalAnimation)
                }
                unmount(child)
            }
        }
        for (element, isTextOnly) in updates where element.isMounted {
            mutations.append(isTextOnly ? .updateText(element) : .update(element))
        }
        // A parent that was unmounted above is drawn whole if it is inserted again.
        for (parent, former) in parents where parent.isMounted {
            place(parent.children, of: parent, after: former, into: &mutations)
        }
        // After the insertions: an element may have moved to another parent.
        if !parents.isEmpty { files.discardUploads { elements[$0] == nil } }
        return mutations
    }

    /// Appends the moves and insertions that turn a parent's previous children into the current
    /// ones.
    ///
    /// The longest common subsequence of the two lists stays where it is.
    private func place(_ children: [Element], of parent: Element, after former: [Element], into mutations: inout [Mutation]) {
        let kept = former.filter(\.isMounted)
        var placed = Set<Int>()
        for case .insert(let offset, _, _) in children.map(\.id).difference(from: kept.map(\.id)) { placed.insert(offset) }
        for (offset, child) in children.enumerated() where placed.contains(offset) {
            let sibling = offset > 0 ? children[offset - 1] : nil
            if child.isMounted {
                mutations.append(.move(child, in: parent, after: sibling))
            } else {
                mutations.append(.insert(child, into: parent, after: sibling))
                recordTransition(child, \.insertionAnimation)
                mount(child)
            }
        }
    }

    /// Makes an element a scope with the animation of its transition, if that has one.
    private func recordTransition(_ element: Element, _ animation: KeyPath<TransitionContent, Animation?>) {
        guard !element.traits.isEmpty, let transition = element.traits.interaction.transition,
            let animation = transition[keyPath: animation]
        else { return }
        transitionScopes.append(AnimationScope(elements: [element.id], animation: animation))
    }

    /// Marks an element and those below it as drawn by the host.
    func mount(_ element: Element) {
        elements.mount(element)
        for child in element.children { mount(child) }
    }

    private func unmount(_ element: Element) {
        elements.unmount(element)
        for child in element.children { unmount(child) }
    }
}
