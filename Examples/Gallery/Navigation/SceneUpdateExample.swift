import SwiftUI

/// The next version of the app of ``SceneExample``, whose views are other ones: a key has another
/// type, some keys are gone, and one is new.
struct SceneUpdateExample: View {
    @SceneStorage("SceneExample.tab") private var tab = 7
    @SceneStorage("SceneEditor.title") private var title = ""
    @SceneStorage("SceneUpdateExample.color") private var color = "none"

    var body: some View {
        Form {
            TextField("Title", text: $title).accessibilityIdentifier("update.title")
            Text("Tab \(tab), color \(color)").accessibilityIdentifier("update.state")
            Button("Paint") { color = "red" }.accessibilityIdentifier("update.paint")
        }
        .padding()
    }
}
