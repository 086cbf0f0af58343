package import Foundation

/// The content of elements that are shown over the window.
package enum PresentationContent: Hashable, Sendable {
    case alert(title: String)
    case confirmation(ConfirmationContent)
    case sheet(SheetContent)
    case popover(PopoverContent)
    /// A view that has a context menu.
    case menuOwner
    case menu(MenuPlacement)
    /// The image of what a menu is for.
    case preview
    /// The bar with the menus of the app's commands.
    case commandBar
    /// A menu of commands.
    case commandMenu(title: String)
}

/// A question with several answers.
package struct ConfirmationContent: Hashable, Sendable {
    package var title: String
    package var showsTitle: Bool
}

/// A sheet, or a cover of the whole window.
package struct SheetContent: Hashable, Sendable {
    /// The name for users who do not see it.
    package var label: String
    package var isFullScreen: Bool
    package var isDismissDisabled: Bool
    /// The heights that the sheet can have on a narrow window, the smallest first.
    package var detents: [PresentationDetent]
    /// The position of the present height.
    package var detent: Int
    package var showsDragIndicator: Bool
    package var background: Color?
    package var cornerRadius: CGFloat?
}

/// A view with an arrow to the view that it belongs to.
package struct PopoverContent: Hashable, Sendable {
    package var label: String
    /// The ID of the element that the arrow points to.
    package var anchor: Int?
    package var arrowEdge: Edge
    package var isDismissDisabled: Bool
}

/// The place of a menu: near an element, at the point where the user asked for it.
package struct MenuPlacement: Hashable, Sendable {
    package var anchor: Int?
    package var x: Double?
    package var y: Double?
}

/// The user's choice of a sheet's height.
package struct DetentEvent: ElementEvent {
    package static let name = "detent"
    /// The position of the height among the sheet's detents.
    package var detent: Int

    package init(detent: Int) { self.detent = detent }
}

/// The user's wish to open a context menu.
package struct MenuEvent: ElementEvent {
    package static let name = "menu"
    /// The point of the pointer in the window; nil for the keyboard.
    package var x: Double?
    package var y: Double?

    package init(x: Double? = nil, y: Double? = nil) {
        self.x = x
        self.y = y
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        x = try values.decodeIfPresent(Double.self, forKey: .x).map { min(max($0, 0), 1e5) }
        y = try values.decodeIfPresent(Double.self, forKey: .y).map { min(max($0, 0), 1e5) }
    }
}
