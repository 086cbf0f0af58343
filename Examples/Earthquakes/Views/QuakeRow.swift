import SwiftUI

/// A row for an earthquake: its magnitude, place and time.
struct QuakeRow: View {
    let quake: Quake

    var body: some View {
        HStack(spacing: 14) {
            MagnitudeBadge(magnitude: quake.magnitude)
            VStack(alignment: .leading, spacing: 2) {
                Text(quake.placeWords).font(.headline).lineLimit(1).accessibilityIdentifier("place")
                Text("\(quake.time, style: .relative) ago, at \(quake.time, format: .clock) UTC")
                    .font(.footnote)
                    .foregroundStyle(.secondary)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
    }
}
