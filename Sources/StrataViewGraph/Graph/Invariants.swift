internal import StrataTraps

extension WindowGraph {
    /// Traps unless every element of the tree is mounted, is found by its ID, occurs once, names
    /// its parent, and has the growth that follows from its content. Tests call this after each
    /// flush.
    package func checkInvariants() {
        var seen = Set<Int>()
        func visit(_ element: Element) {
            require(seen.insert(element.id).inserted, "Element \(element.id) is in the tree twice.")
            require(element.isMounted, "Element \(element.id) is in the tree, but not mounted.")
            require(self.element(element.id) === element, "Element \(element.id) cannot be found by its ID.")
            require(
                element.growth == element.content.growth(around: element.children),
                "The growth of element \(element.id) does not follow from its content and children.")
            for child in element.children {
                require(child.parent === element, "The parent of element \(child.id) is not element \(element.id).")
                visit(child)
            }
        }
        visit(root)
    }
}
