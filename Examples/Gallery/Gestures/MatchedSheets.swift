import SwiftUI

/// A view in a sheet with the size of a view below the sheet.
struct MatchedSheetExample: View {
    @Namespace private var namespace
    @State private var isShown = false

    var body: some View {
        VStack(alignment: .leading) {
            Button("Show") { isShown.toggle() }.buttonStyle(.bordered).accessibilityIdentifier("matched.sheet.show")
                .sheet(isPresented: $isShown) {
                    NavigationStack {
                        VStack {
                            Rectangle().fill(.cyan).accessibilityIdentifier("matched.sheet.follower")
                                .matchedGeometryEffect(id: "1", in: namespace, properties: .size, isSource: false)
                        }
                        .frame(width: 300, height: 300)
                    }
                }
            Rectangle().fill(.orange).frame(width: 100, height: 60)
                .matchedGeometryEffect(id: "1", in: namespace)
                .accessibilityIdentifier("matched.sheet.source")
        }
    }
}

/// A stack in a sheet, with a page that grows from its link.
struct ZoomExample: View {
    @Namespace private var namespace
    @State private var isShown = false

    var body: some View {
        Button("Zoom") { isShown.toggle() }.buttonStyle(.bordered).accessibilityIdentifier("matched.zoom.show")
            .sheet(isPresented: $isShown) {
                NavigationStack {
                    NavigationLink("Grow") {
                        Text("Grown").frame(maxWidth: .infinity, maxHeight: .infinity).background(.mint)
                            .accessibilityIdentifier("matched.zoom.page")
                            .navigationTitle("Grown")
                            .navigationTransition(.zoom(sourceID: "link", in: namespace))
                    }
                    .matchedTransitionSource(id: "link", in: namespace)
                    .accessibilityIdentifier("matched.zoom.link")
                    .navigationTitle("Small")
                }
                .frame(minWidth: 300, minHeight: 300)
            }
    }
}
