import StrataViewGraph

// Actions on lists and tables and their rows.
extension TestElement {
    /// Pulls a list down at its top, which starts its `refreshable` action. Await the end of the
    /// action with ``TestWindow/wait(_:until:)``.
    ///
    /// - Throws: ``ActionNotHandled`` for other elements, and for a list without such an action or that
    ///   is not hittable.
    public func refresh() throws {
        guard exists, element.handles(RefreshEvent.self) else { throw notHandled("refreshed") }
        try requireHits("refreshed")
        send(RefreshEvent())
    }

    // MARK: Selecting rows

    /// Whether a row is selected, a choice of a picker, or a tab; nil for an element that cannot be.
    public var isSelected: Bool? {
        window.update()
        return switch element.content {
        case .collection(.row(let row)): row.isSelected
        case .control(.choice(let choice)): choice.isSelected
        case .navigation(.tab(let tab)): tab.isSelected
        default: nil
        }
    }

    /// Selects a row, and no other one, as a click does.
    ///
    /// - Throws: ``ActionNotHandled`` if the row cannot be selected, or is not hittable.
    public func select() throws { try choose(.only) }

    /// Adds a row to the selection of its list, or removes it if it is selected, as a click with the
    /// Command key does.
    ///
    /// - Throws: ``ActionNotHandled`` if the row cannot be selected, or is not hittable.
    public func toggleSelection() throws { try choose(.toggle) }

    /// Selects the rows from the one that was last selected to this one, as a click with the Shift
    /// key does.
    ///
    /// - Throws: ``ActionNotHandled`` if the row cannot be selected, or is not hittable.
    public func extendSelection() throws { try choose(.range) }

    private func choose(_ choice: SelectionChoice) throws {
        guard exists, element.handles(SelectEvent.self) else { throw notHandled("selected") }
        try requireHits("selected")
        send(SelectEvent(choice))
    }

    // MARK: Ordering rows

    /// Moves a row before another one of its list.
    ///
    /// - Throws: ``ActionNotHandled`` if the row cannot be moved, or is not hittable.
    public func move(before row: TestElement) throws { try move(to: row, isAfter: false) }

    /// Moves a row after another one of its list.
    ///
    /// - Throws: ``ActionNotHandled`` if the row cannot be moved, or is not hittable.
    public func move(after row: TestElement) throws { try move(to: row, isAfter: true) }

    private func move(to row: TestElement, isAfter: Bool) throws {
        guard exists, element.handles(MoveEvent.self) else { throw notHandled("moved") }
        guard ElementKind.row.contains(row.element), row.exists else { throw row.notHandled("the place of a moved row") }
        try requireHits("moved")
        send(MoveEvent(row: row.element.id, isAfter: isAfter))
    }

    /// Sorts a table by the column with a title, or reverses its order if it is sorted by the column
    /// already, as a click on the title does.
    ///
    /// - Throws: ``ActionNotHandled`` if the table has no such column, or cannot be sorted by it.
    public func sort(by column: String) throws {
        window.update()
        guard ElementKind.table.contains(element) else { throw notHandled("sorted") }
        let title = try elements(where: \.isTableTitle).first { $0.text == column }.orThrow {
            let titles = elements(where: \.isTableTitle).map { "“\($0.text)”" }.joined(separator: ", ")
            return ActionNotHandled(description: "The table has no column “\(column)”. Its columns are: \(titles).")
        }
        guard let button = title.all(.button).first else {
            throw ActionNotHandled(
                description: "The column “\(column)” cannot be sorted by. Pass a sort order to the table, and a key path "
                    + "or a comparator to the column.")
        }
        try button.tap()
    }

    // MARK: Actions of rows

    /// Presses one of a row's swipe actions, by its title.
    ///
    /// - Throws: ``ActionNotHandled`` if the row has no such action, or it is disabled or not hittable.
    public func swipe(_ title: String) throws {
        window.update()
        let buttons = elements(where: \.isSwipeActions).flatMap { $0.all(.button) }
        let button = try buttons.first { $0.isNamed(title) }.orThrow {
            let titles = buttons.map { "“\($0.label)”" }.joined(separator: ", ")
            return ActionNotHandled(
                description: "“\(text)” has no swipe action “\(title)”. "
                    + (buttons.isEmpty ? "It has none." : "Its actions are: \(titles)."))
        }
        try button.tap()
    }

    /// Performs the primary action of a row, as a double click or Return does.
    ///
    /// - Throws: ``ActionNotHandled`` if the row has none.
    public func performPrimaryAction() throws {
        guard exists, element.handles(PrimaryActionEvent.self) else { throw notHandled("opened by a double click") }
        send(PrimaryActionEvent())
    }

    /// Opens the context menu of the element, or of the closest element around it that has one, and
    /// presses an item by its title.
    ///
    /// - Throws: ``ActionNotHandled`` if there is no menu, no such item, the item is disabled, or
    ///   the owner of the menu is not hittable.
    public func chooseMenuItem(_ title: String) throws {
        window.update()
        guard exists, let owner = closest({ $0.handles(MenuEvent.self) }) else {
            throw notHandled("the owner of a context menu")
        }
        try owner.requireHits("clicked for its context menu")
        owner.send(MenuEvent())
        guard let menu = window.root.elements(where: \.isContextMenu).last else {
            throw ActionNotHandled(description: "The context menu of “\(text)” has not opened. Its view may be disabled.")
        }
        let items = (menu.all(.button) + menu.all(.toggle))
        guard let item = items.first(where: { $0.isNamed(title) }) else {
            let titles = items.map { "“\($0.label)”" }.joined(separator: ", ")
            try menu.dismiss()
            throw ActionNotHandled(
                description: "The context menu of “\(text)” has no item “\(title)”. Its items are: \(titles).")
        }
        try item.tap()
    }

    // MARK: Searching

    /// The element, and those around it from the innermost to the window.
    var ancestors: [TestElement] {
        sequence(first: element, next: \.parent).map { TestElement($0, in: window) }
    }

    /// Returns the outermost elements inside this one whose content fulfills a condition.
    func elements(where condition: (ElementContent) -> Bool) -> [TestElement] {
        children.flatMap { condition($0.element.content) ? [$0] : $0.elements(where: condition) }
    }

    /// Whether the row has swipe actions in the place of the one that deletes it.
    var hasTrailingActions: Bool {
        children.contains {
            if case .collection(.swipeActions(let actions)) = $0.element.content { actions.edge == .trailing } else { false }
        }
    }

    /// Whether the list or the form around the row is in edit mode.
    var isInEditedList: Bool {
        ancestors.contains {
            switch $0.element.content {
            case .collection(.list(let look)), .collection(.form(let look)): look.isEditing
            default: false
            }
        }
    }

    private func isNamed(_ name: String) -> Bool { label == name || text == name }
}

extension Optional {
    /// Returns the value, or throws an error if there is none.
    fileprivate func orThrow(_ error: () -> some Error) throws -> Wrapped {
        guard let self else { throw error() }
        return self
    }
}

extension ElementContent {
    fileprivate var isTableTitle: Bool { if case .collection(.tableTitle) = self { true } else { false } }
    var isSwipeActions: Bool { if case .collection(.swipeActions) = self { true } else { false } }
    fileprivate var isContextMenu: Bool { if case .presentation(.menu) = self { true } else { false } }
}
