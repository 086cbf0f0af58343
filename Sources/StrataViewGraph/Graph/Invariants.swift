internal import StrataTraps

extension WindowGraph {
    /// Traps unless the mounted elements are exactly those of the tree. For tests, after each
    /// flush.
    package func checkInvariants() {
        var seen = Set<Int>()
        func visit(_ element: Element) {
            require(seen.insert(element.id).inserted, "Element \(element.id) is in the tree twice.")
            require(element.isMounted, "Element \(element.id) is in the tree and not mounted.")
            require(self.element(element.id) === element, "Element \(element.id) cannot be found by its ID.")
            require(
                element.growth == element.content.growth(around: element.children),
                "The growth of element \(element.id) is not what its content and children say.")
            for child in element.children {
                require(child.parent === element, "Element \(child.id) has another parent than \(element.id).")
                visit(child)
            }
        }
        visit(root)
    }
}
