/// A kind of objects that the random edits are performed on: models, or managed objects.
protocol EditSide: AnyObject {
    func insert(_ kind: EditKind, _ number: Int, _ value: EditValue)
    /// Inserts a node with children, a box and a seal that were connected before.
    func insertFamily(_ node: Int, children: [Int], box: Int, seal: Int)
    func set(_ attribute: EditAttribute, of number: Int, to value: EditValue)
    func setText(ofCode number: Int, to value: EditValue)
    func set(_ reference: EditReference, of number: Int, to other: Int?)
    func add(_ other: Int, to list: EditList, of number: Int)
    func remove(_ other: Int, from list: EditList, of number: Int)
    func set(_ list: EditList, of number: Int, to others: [Int])
    func delete(_ number: Int)
    func delete(nodesWithRank rank: Int) throws
    /// Forgets the objects of the numbers, so that they are fetched when they are next used.
    func forget()
    /// Whether the context has the object, and does not delete it with the next save.
    func isAlive(_ kind: EditKind, _ number: Int) -> Bool
    func processPendingChanges()
    func save() throws
    func rollback()
    /// The numbers of the objects that a query selects, in its order.
    func numbers(_ query: EditQuery, _ value: EditValue) throws -> [Int]
    /// All objects of the context with their values, one a line.
    func picture() throws -> [String]
    /// All rows of the store.
    func storedPicture() throws -> [String]
}

/// The line of an object in a picture.
func editLine(_ kind: EditKind, _ number: Int, _ values: [(name: String, text: String)]) -> String {
    "\(kind) \(number) " + values.map { "\($0.name)=\($0.text)" }.joined(separator: " ")
}
