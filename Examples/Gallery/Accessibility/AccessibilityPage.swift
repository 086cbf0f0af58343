import SwiftUI

/// Labels, values, hints, headings, and groups for assistive technology.
struct AccessibilityPage: View {
    @State private var stars = 3

    var body: some View {
        VStack(alignment: .leading, spacing: 18) {
            Text("A heading of the third level").font(.headline)
                .accessibilityAddTraits(.isHeader)
                .accessibilityHeading(.h3)
            HStack(spacing: 4) {
                ForEach(1..<6) { star in
                    Image(systemName: star <= stars ? "star.fill" : "star").foregroundStyle(.orange)
                }
            }
            .font(.title2)
            .accessibilityElement(children: .ignore)
            .accessibilityLabel("Rating")
            .accessibilityValue("\(stars) of 5 stars")
            .accessibilityIdentifier("accessibility.rating")
            .accessibilityAdjustableAction { direction in
                stars = direction == .increment ? min(stars + 1, 5) : max(stars - 1, 1)
            }
            .accessibilityAction(named: "Remove all stars but one") { stars = 1 }
            HStack {
                Button("One less", systemImage: "minus") { stars = max(stars - 1, 1) }
                    .accessibilityHint("Removes a star")
                Button("One more", systemImage: "plus") { stars = min(stars + 1, 5) }
                    .accessibilityHint("Adds a star")
                    .accessibilityIdentifier("accessibility.more")
            }
            .buttonStyle(.bordered)
            HStack {
                Image(systemName: "sparkles").accessibilityHidden(true)
                Text("The symbol beside this text is decoration")
            }
            VStack(alignment: .leading) {
                Text("Noto").font(.headline)
                Text("Magnitude 7.5").foregroundStyle(.secondary)
            }
            .accessibilityElement(children: .combine)
            .accessibilityIdentifier("accessibility.combined")
            Text("Tapped, but no button").onTapGesture {}.accessibilityRemoveTraits(.isButton)
        }
    }
}
