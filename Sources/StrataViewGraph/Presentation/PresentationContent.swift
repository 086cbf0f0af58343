package import Foundation

/// The content of elements over the window, and of those that open them.
package enum PresentationContent: Hashable, Sendable {
    case alert(title: String)
    case confirmation(ConfirmationContent)
    case sheet(SheetContent)
    case popover(PopoverContent)
    /// The dialog in which the user chooses files.
    case fileImporter(FileImporterContent)
    /// A view that has a context menu.
    case menuOwner
    case menu(MenuPlacement)
    /// The items of an open context menu, and its preview.
    case menuItems
    /// The preview beside a context menu.
    case preview
    /// The view at the pointer during a drag.
    case dragPreview(token: String)
    /// The bar with the menus of the app's commands, at the top of the window.
    case commandBar
    /// A menu of commands.
    case commandMenu(title: String)
}

/// The properties of a confirmation dialog.
package struct ConfirmationContent: Hashable, Sendable {
    package var title: String
    package var showsTitle: Bool
}

/// The properties of a sheet, or of a cover of the whole window.
package struct SheetContent: Hashable, Sendable {
    /// The accessibility label.
    package var label: String
    /// Whether the sheet covers the whole window.
    package var isFullScreen: Bool
    /// Whether only the app can dismiss the sheet.
    package var isDismissDisabled: Bool
    /// The heights that the sheet can have in a narrow window, the smallest first.
    package var detents: [PresentationDetent]
    /// The index of the present height.
    package var detent: Int
    package var showsDragIndicator: Bool
    package var background: Color?
    package var cornerRadius: CGFloat?
    /// Whether the sheet covers a narrow window.
    package var coversNarrowWindow = false
}

/// The properties of a popover.
package struct PopoverContent: Hashable, Sendable {
    /// The accessibility label.
    package var label: String
    /// The ID of the element beside which the popover is placed; nil for the center of the window.
    package var anchor: Int?
    /// The edge of that element at which the popover is placed.
    package var arrowEdge: Edge?
    /// Whether only the app can dismiss the popover.
    package var isDismissDisabled: Bool
    /// The form in a narrow window.
    package var adaptation = PresentationAdaptation.Form.automatic
}

/// The position of a menu: a point in the window, or beside an element.
package struct MenuPlacement: Hashable, Sendable {
    /// The ID of the element for which the menu opens.
    package var anchor: Int?
    /// The point of the pointer in the window; nil if the menu was opened by the keyboard.
    package var x: Double?
    package var y: Double?
    /// The token of the item below the pointer, which the menu opens in a new window; nil for none.
    package var token: String?
}

extension MenuPlacement {
    /// The place that an event asks for, beside an element.
    init(_ event: MenuEvent, anchor: Int?) { self.init(anchor: anchor, x: event.x, y: event.y, token: event.token) }
}

/// A change of a sheet's height by the user.
package struct DetentEvent: ElementEvent {
    package static let name = "detent"
    /// The index of the height among the sheet's detents.
    package var detent: Int

    package init(detent: Int) { self.detent = detent }
}

/// A request of the user to open a context menu.
package struct MenuEvent: ElementEvent {
    package static let name = "menu"
    /// The point of the pointer in the window; nil for the keyboard.
    package var x: Double?
    package var y: Double?
    /// The token of the item below the pointer; nil for none.
    package var token: String?

    package init(x: Double? = nil, y: Double? = nil, token: String? = nil) {
        self.x = x
        self.y = y
        self.token = token
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        x = try values.decodeIfPresent(Double.self, forKey: .x).map { min(max($0, 0), 1e5) }
        y = try values.decodeIfPresent(Double.self, forKey: .y).map { min(max($0, 0), 1e5) }
        token = try values.decodeIfPresent(String.self, forKey: .token)
        guard token.map(RandomToken.isToken) ?? true else {
            throw DecodingError.dataCorruptedError(forKey: .token, in: values, debugDescription: "This is no token.")
        }
    }
}
