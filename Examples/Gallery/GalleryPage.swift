/// A page of the Gallery. Its name is in the URL of the window.
enum GalleryPage: String, CaseIterable, Codable, Identifiable {
    case text, symbols, images, pictures, effects
    case buttons, toggles, fields, typing, pickers, values, menus, groups, form
    case lists, outlines, tables
    case cards, layers, grids, scrolling, lazy, sizes, layouts
    case shapes, gradients
    case swiping, bars, sheets, contextmenus, files, dragging, windows, activities
    case state, focus, storage, lifecycle, accessibility, rotors, gestures, transitions, animation, matches

    var id: Self { self }

    /// The title, also that of the link in the sidebar.
    var title: String {
        switch self {
        case .contextmenus: "Context menus"
        case .dragging: "Drag and drop"
        case .fields: "Text fields"
        case .lazy: "Lazy stacks and grids"
        case .matches: "Matched views"
        case .sheets: "Sheets and alerts"
        case .swiping: "Swiped pages"
        default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        }
    }

    /// The name of the symbol beside the title.
    var symbol: String {
        switch self {
        case .text: "textformat"
        case .symbols: "star"
        case .images: "photo"
        case .pictures: "camera"
        case .effects: "wand.and.stars"
        case .buttons: "hand.tap"
        case .toggles: "switch.2"
        case .fields: "square.and.pencil"
        case .typing: "textformat.abc"
        case .pickers: "checklist"
        case .values: "slider.horizontal.3"
        case .menus: "ellipsis"
        case .groups: "rectangle.stack"
        case .form: "gearshape"
        case .lists: "list.bullet"
        case .outlines: "list.number"
        case .tables: "tablecells"
        case .cards: "chart.bar"
        case .layers: "square.3.layers.3d"
        case .grids: "square.grid.2x2"
        case .scrolling: "arrow.up.arrow.down"
        case .lazy: "rectangle.grid.1x2"
        case .sizes: "arrow.left.and.right"
        case .layouts: "square.grid.3x3"
        case .shapes: "cube"
        case .gradients: "paintpalette"
        case .swiping: "rectangle.split.3x1"
        case .bars: "square.split.2x1"
        case .sheets: "bubble.left"
        case .contextmenus: "square.on.square"
        case .files: "doc"
        case .dragging: "tray.and.arrow.down"
        case .windows: "macwindow"
        case .activities: "rectangle.on.rectangle"
        case .state: "number"
        case .focus: "keyboard"
        case .storage: "folder"
        case .lifecycle: "timer"
        case .accessibility: "eye"
        case .rotors: "arrow.turn.down.right"
        case .gestures: "hand.draw"
        case .transitions: "sparkles"
        case .animation: "play"
        case .matches: "arrow.up.left.and.arrow.down.right"
        }
    }
}

/// A group of pages in the sidebar.
struct GalleryRoom: Identifiable {
    let name: String
    let pages: [GalleryPage]

    var id: String { name }

    static let all = [
        GalleryRoom(name: "Text and images", pages: [.text, .symbols, .images, .pictures, .effects]),
        GalleryRoom(
            name: "Controls", pages: [.buttons, .toggles, .fields, .typing, .pickers, .values, .menus, .groups, .form]),
        GalleryRoom(name: "Collections", pages: [.lists, .outlines, .tables]),
        GalleryRoom(name: "Layout", pages: [.cards, .layers, .grids, .scrolling, .lazy, .sizes, .layouts]),
        GalleryRoom(name: "Drawing", pages: [.shapes, .gradients]),
        GalleryRoom(
            name: "Navigation and presentation",
            pages: [.swiping, .bars, .sheets, .contextmenus, .files, .dragging, .windows, .activities]),
        GalleryRoom(name: "State and gestures", pages: [.state, .focus, .storage, .lifecycle, .gestures]),
        GalleryRoom(name: "Accessibility", pages: [.accessibility, .rotors]),
        GalleryRoom(name: "Animation", pages: [.transitions, .animation, .matches]),
    ]
}
