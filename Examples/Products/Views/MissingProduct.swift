import SwiftUI

/// The page of a product that the catalog does not have, such as one of an old link.
struct MissingProduct: View {
    var body: some View {
        ContentUnavailableView(
            "No Such Product", systemImage: "leaf", description: Text("The catalog does not have this plant any more."))
    }
}
