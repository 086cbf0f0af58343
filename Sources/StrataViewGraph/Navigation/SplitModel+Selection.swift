extension ViewNode {
    /// Connects the selection of the list that the node shows to the column with its details.
    func connectToNextColumn(_ selection: ListSelection) {
        guard environment.leadsToColumn, selection.value != nil else { return }
        environment.stackModel?.selection = selection
    }
}
