extension ViewNode {
    /// Connects the selection of the list that the node shows to the column with its details, and
    /// shows that column in a narrow window if the app has selected a row: also at the first
    /// appearance of the list, with a selection that is set from the start or restored.
    func connectToNextColumn(_ selection: ListSelection) {
        guard environment.leadsToColumn, let value = selection.value, let column = environment.stackModel else { return }
        let place = selection.place ?? stablePath
        selection.place = place
        let isNew = column.connect(selection, at: place)
        selection.column = column
        guard value.selects == .one else { return }
        let values = reading(value.values)
        // The column knows them, and not the list, which may leave its own column and return.
        let former = column.setSelected(values, at: place, isNew: isNew)
        // A save replaces the ID of a new object, whose row stays selected.
        guard values != former.map(\.current) else { return }
        // A selection by the user shows the column by itself.
        let isChosen = values == selection.takeChosen()?.map(\.current)
        if !values.isEmpty, !isChosen { column.showsColumnForApp?() }
    }
}
