import Foundation
import SwiftUI

/// Images that the browser loads, and how an image fills its frame.
struct ImagePage: View {
    /// A drawing of mountains, as an SVG in its URL. With another `preserveAspectRatio`, an SVG keeps
    /// its proportions inside an image that is stretched.
    private static let mountains = URL(
        string: "data:image/svg+xml,"
            + "%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='240'%20height='120'%20preserveAspectRatio='none'%20viewBox='0%200%20240%20120'%3E"
            + "%3Crect%20width='240'%20height='120'%20fill='%23bcdcf5'/%3E%3Ccircle%20cx='190'%20cy='30'%20r='16'%20fill='%23ffd65c'/%3E"
            + "%3Cpath%20d='M0%20120%2080%2025l60%2070%2034-36%2066%2061z'%20fill='%234f7f6c'/%3E%3Cpath%20d='m80%2025%2020%2024-20-6-18%204z'%20fill='%23fff'/%3E"
            + "%3C/svg%3E")

    var body: some View {
        VStack(alignment: .leading, spacing: 20) {
            HStack(alignment: .top, spacing: 16) {
                captioned("Fits") { mountains.scaledToFit() }
                captioned("Fills") { mountains.scaledToFill() }
                captioned("Stretches") { mountains }
            }
            HStack(alignment: .top, spacing: 16) {
                captioned("No image yet") { AsyncImage(url: nil) }
                captioned("No image at all") {
                    AsyncImage(url: URL(string: "about:blank")) { phase in
                        if phase.error != nil { Image(systemName: "photo").font(.largeTitle).foregroundStyle(.secondary) }
                    }
                }
                captioned("Symbol") {
                    Image(systemName: "leaf.fill").resizable().scaledToFit().foregroundStyle(.green).padding(16)
                }
            }
            Label("The browser loads the images, and not the server.", systemImage: "info.circle")
                .font(.footnote)
                .foregroundStyle(.secondary)
        }
    }

    private var mountains: some View {
        AsyncImage(url: Self.mountains) { image in
            image.resizable()
        } placeholder: {
            ProgressView()
        }
        .accessibilityLabel("Mountains")
    }

    private func captioned<Picture: View>(_ title: String, @ViewBuilder picture: () -> Picture) -> some View {
        VStack(spacing: 6) {
            picture()
                .frame(height: 96)
                .frame(maxWidth: .infinity)
                .background(.quaternary.opacity(0.4))
                .clipped()
                .clipShape(.rect(cornerRadius: 10))
            Text(title).font(.caption).foregroundStyle(.secondary)
        }
    }
}
