import SwiftUI

extension AccessibilityCustomContentKey {
    fileprivate static let depth = AccessibilityCustomContentKey("Depth")
}

/// Views that are connected with others for assistive technology, and messages to it.
struct AccessibilityConnections: View {
    @Namespace private var space
    @AccessibilityFocusState private var isResultFocused: Bool
    @State private var result = "Nothing counted yet"

    var body: some View {
        VStack(alignment: .leading, spacing: 18) {
            HStack {
                Text("Depth").accessibilityLabeledPair(role: .label, id: "depth", in: space)
                Text("10 km")
                    .accessibilityLabeledPair(role: .content, id: "depth", in: space)
                    .accessibilityIdentifier("accessibility.depth")
            }
            Text("Noto, 2024")
                .accessibilityCustomContent(.depth, "10 km")
                .accessibilityCustomContent("Magnitude", "7.5", importance: .high)
                .accessibilityIdentifier("accessibility.custom")
            HStack {
                Button("Japan") {}.accessibilityLinkedGroup(id: "japan", in: space).accessibilityIdentifier(
                    "accessibility.country")
                Button("Tonga") {}
                Button("Hokkaido") {}.accessibilityLinkedGroup(id: "japan", in: space).accessibilityIdentifier(
                    "accessibility.island")
            }
            HStack {
                Button("Second") {}.accessibilityIdentifier("accessibility.second")
                Button("First") {}.accessibilitySortPriority(1).accessibilityIdentifier("accessibility.first")
            }
            HStack {
                Button("Count", systemImage: "number") {
                    result = "12 counted"
                    isResultFocused = true
                }
                .accessibilityInputLabels(["Compute", "Add up"])
                .accessibilityIdentifier("accessibility.count")
                Button("Announce") { AccessibilityNotification.Announcement("All is well").post() }
                    .accessibilityIdentifier("accessibility.announce")
            }
            .buttonStyle(.bordered)
            Text(result).accessibilityFocused($isResultFocused).accessibilityIdentifier("accessibility.result")
        }
    }
}
