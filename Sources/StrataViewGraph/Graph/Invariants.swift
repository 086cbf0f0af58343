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
            element.children.forEach(visit)
        }
        visit(root)
    }
}
