import SwiftUI

/// The pages in a sidebar, and the chosen one beside it.
struct GalleryView: View {
    /// The number that the app's commands change.
    let count: Int

    var body: some View {
        NavigationSplitView {
            List {
                ForEach(GalleryRoom.all) { room in
                    Section(room.name) {
                        ForEach(room.pages) { page in
                            NavigationLink(value: page) { Label(page.title, systemImage: page.symbol) }
                        }
                    }
                }
            }
            .listStyle(.sidebar)
            .navigationTitle("Gallery")
            .navigationSplitViewColumnWidth(min: 220, ideal: 270, max: 320)
            .navigationDestination(for: GalleryPage.self) { GalleryPageView(page: $0, count: count) }
        } detail: {
            ContentUnavailableView(
                "No Page Selected", systemImage: "photo.on.rectangle",
                description: Text("Each page shows a few views and modifiers."))
        }
    }
}

/// A page: alone, or in a view that scrolls it.
private struct GalleryPageView: View {
    let page: GalleryPage
    let count: Int

    var body: some View {
        content
            .navigationTitle(page.title)
            .navigationBarTitleDisplayMode(.inline)
    }

    @ViewBuilder private var content: some View {
        switch page {
        case .form: FormPage()
        case .outlines: OutlinePage()
        default:
            ScrollView {
                example
                    .frame(maxWidth: 680, alignment: .leading)
                    .padding()
                    .frame(maxWidth: .infinity)
            }
        }
    }

    @ViewBuilder private var example: some View {
        switch page {
        case .text: TextPage()
        case .symbols: SymbolPage()
        case .images: ImagePage()
        case .pictures: PicturePage()
        case .effects: EffectsPage()
        case .buttons: ButtonPage()
        case .toggles: TogglePage()
        case .fields: TextFieldPage()
        case .typing: TypingPage()
        case .pickers: PickerPage()
        case .values: ValuePage()
        case .menus: MenuPage()
        case .groups: GroupPage()
        case .form, .outlines: EmptyView()
        case .lists: ListPage()
        case .tables: TablePage()
        case .cards: CardsPage()
        case .layers: LayersPage()
        case .grids: GridPage()
        case .scrolling: ScrollPage()
        case .lazy: LazyPage()
        case .sizes: SizesPage()
        case .layouts: LayoutsPage()
        case .shapes: ShapesPage()
        case .gradients: GradientPage()
        case .swiping: PagesPage()
        case .bars: BarsPage()
        case .sheets: PresentationPage()
        case .contextmenus: ContextMenuPage()
        case .files: FilePage()
        case .dragging: DragAndDropPage()
        case .windows: WindowPage(count: count)
        case .activities: ActivityPage()
        case .state: StatePage()
        case .focus: FocusPage()
        case .storage: StoragePage()
        case .lifecycle: LifecyclePage()
        case .accessibility: AccessibilityPage()
        case .rotors: RotorPage()
        case .gestures: GesturePage()
        case .transitions: TransitionPage()
        case .matches: MatchedPage()
        case .animation: AnimationPage()
        }
    }
}
