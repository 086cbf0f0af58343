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
            RainChart()
            Text("Tapped, but no button").onTapGesture {}.accessibilityRemoveTraits(.isButton)
            AccessibilityConnections()
        }
    }
}

/// A chart, drawn as one shape, whose bars are elements for assistive technology only.
private struct RainChart: View {
    private let rain = [("May", 40), ("June", 70), ("July", 55)]

    var body: some View {
        Path { path in
            for (position, bar) in rain.enumerated() {
                path.addRect(CGRect(x: position * 30, y: 80 - bar.1, width: 24, height: bar.1))
            }
        }
        .fill(.teal)
        .frame(width: 90, height: 80)
        .accessibilityChildren {
            ForEach(rain, id: \.0) { month, amount in
                Rectangle().accessibilityLabel("\(month): \(amount) millimeters")
            }
        }
        .accessibilityLabel("Rain")
        .accessibilityIdentifier("accessibility.chart")
    }
}
