import SwiftUI

/// Progress of unknown and of known length.
struct ProgressViewPage: View {
    var body: some View {
        HStack(spacing: 24) {
            ProgressView()
            ProgressView(value: 0.3)
            ProgressView(value: 30, total: 40)
        }
    }
}
