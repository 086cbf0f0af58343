import SwiftUI

/// A message above the catalog that stays until a person dismisses it.
struct ReportBanner: View {
    let report: String
    let dismiss: @MainActor () -> Void

    var body: some View {
        HStack(alignment: .top, spacing: 12) {
            Image(systemName: "exclamationmark.triangle.fill").foregroundStyle(.orange).accessibilityHidden(true)
            Text(report).frame(maxWidth: .infinity, alignment: .leading).accessibilityIdentifier("report")
            Button("Dismiss", action: dismiss).accessibilityIdentifier("report.dismiss")
        }
        .padding()
        .background(.orange.opacity(0.12), in: .rect(cornerRadius: 16))
    }
}
