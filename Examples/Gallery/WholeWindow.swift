import Foundation
import SwiftUI

/// The examples that need the whole window. `GALLERY=stack` in the environment of the process shows
/// one of them instead of the list of pages.
enum WholeWindow: String {
    case stack, tabs, sidebar, split, search, scene, sceneUpdate, activity, followers, rows, manySizes, manyLayouts
    case changingLists

    static let chosen = ProcessInfo.processInfo.environment["GALLERY"].flatMap(WholeWindow.init)
}

struct WholeWindowView: View {
    let example: WholeWindow

    var body: some View {
        switch example {
        case .stack: StackExample()
        case .tabs: TabExample()
        case .sidebar: SidebarTabExample()
        case .split: SplitExample()
        case .search: SearchExample()
        case .scene: SceneExample()
        case .sceneUpdate: SceneUpdateExample()
        case .activity: VStack { ActivityPage() }.padding()
        case .followers: FollowersExample()
        case .rows: MovingRowsExample()
        case .manySizes: ManySizesExample()
        case .manyLayouts: ManyLayoutsExample()
        case .changingLists: ChangingListsExample()
        }
    }
}
