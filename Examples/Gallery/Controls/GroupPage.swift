import Foundation
import SwiftUI

/// Group boxes, disclosure groups, a message in place of content, and a clock.
struct GroupPage: View {
    @State private var isOn = false

    var body: some View {
        VStack(alignment: .leading, spacing: 14) {
            GroupBox("Agreement") {
                Text("The ground may shake at any time.")
                Toggle("I agree", isOn: $isOn)
            }
            DisclosureGroup("Advanced") {
                Toggle("Verbose", isOn: $isOn)
                Text("Depth in kilometers")
            }
            .accessibilityIdentifier("group.advanced")
            ContentUnavailableView {
                Text("No earthquakes")
            } description: {
                Text("It is quiet today.")
            } actions: {
                Button("Show all") {}.buttonStyle(.bordered)
            }
            TimelineView(.periodic(from: Date(timeIntervalSince1970: 0), by: 1)) { context in
                Text(verbatim: "\(Int(context.date.timeIntervalSince1970))").accessibilityIdentifier("group.clock")
            }
        }
    }
}
