/// The storage of a node that arranges the elements below itself.
@MainActor
protocol ElementArranger: AnyObject {
    /// Returns the children of the node's element.
    func arrange(_ node: ViewNode) -> [Element]
}
