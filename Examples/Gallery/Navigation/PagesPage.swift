import SwiftUI

/// Pages that are swiped, and a link that the app opens itself.
struct PagesPage: View {
    @State private var selection = "Red"
    @State private var opened = "none"
    @Environment(\.openURL) private var openURL
    private let colors: [(name: String, color: Color)] = [("Red", .red), ("Green", .green), ("Blue", .blue)]

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            TabView(selection: $selection) {
                ForEach(colors, id: \.name) { name, color in
                    RoundedRectangle(cornerRadius: 12).fill(color.opacity(0.25))
                        .overlay { Text(name).font(.title) }
                        .padding(8)
                }
            }
            .tabViewStyle(.page)
            .indexViewStyle(.page(backgroundDisplayMode: .always))
            .frame(height: 180)
            .accessibilityIdentifier("pages.colors")
            Text("Page: \(selection)").accessibilityIdentifier("pages.selection")
            if let url = URL(string: "https://example.org/forecast") {
                Group {
                    Link("Forecast", destination: url).accessibilityIdentifier("pages.link")
                    Text("Read [the news](https://example.org/news) or [the tides](tides:/today).")
                        .accessibilityIdentifier("pages.text")
                }
                .environment(
                    \.openURL,
                    OpenURLAction { url in
                        opened = url.lastPathComponent
                        return .handled
                    })
                Button("Forecast in another tab") { openURL(url) }.accessibilityIdentifier("pages.open")
            }
            Text("Opened: \(opened)").accessibilityIdentifier("pages.opened")
        }
        .onOpenURL { opened = $0.absoluteString }
    }
}
