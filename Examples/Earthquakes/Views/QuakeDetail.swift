import SwiftUI

/// The details of an earthquake.
struct QuakeDetail: View {
    let quake: Quake

    var body: some View {
        Form {
            Section {
                VStack(spacing: 10) {
                    MagnitudeBadge(magnitude: quake.magnitude, size: .large)
                    Text(quake.placeWords)
                        .font(.title2)
                        .multilineTextAlignment(.center)
                        .accessibilityAddTraits(.isHeader)
                        .accessibilityIdentifier("detail.place")
                    Text("\(quake.time, style: .relative) ago").foregroundStyle(.secondary)
                }
                .frame(maxWidth: .infinity)
                .padding(.vertical, 16)
                .listRowBackground(Color.clear)
            }
            Section {
                LabeledContent("Strength", value: quake.magnitudeClass)
                LabeledContent("Day") { Text(day: quake.day) }
                LabeledContent("Time") { Text("\(quake.time, format: .clock) UTC") }
                LabeledContent("Depth", value: quake.depthWords)
                LabeledContent("Code", value: quake.code)
            }
        }
        .accessibilityIdentifier("detail")
    }
}
