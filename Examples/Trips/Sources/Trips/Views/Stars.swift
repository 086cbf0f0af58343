import SwiftUI

/// A rating in stars.
struct Stars: View {
    let rating: Int

    var body: some View {
        HStack(spacing: 3) {
            Text(rating, format: .number).monospacedDigit()
            Image(systemName: "star.fill").foregroundStyle(.orange).accessibilityHidden(true)
        }
        .font(.subheadline)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text("^[\(rating) star](inflect: true)"))
    }
}

/// Five stars, of which a click on the last one that counts sets the rating. A second click on it
/// removes the rating.
struct RatingPicker: View {
    @Binding var rating: Int

    var body: some View {
        HStack(spacing: 6) {
            ForEach(1...5, id: \.self) { star in
                Button {
                    rating = rating == star ? 0 : star
                } label: {
                    Image(systemName: star <= rating ? "star.fill" : "star")
                        .font(.title3)
                        .foregroundStyle(star <= rating ? Color.orange : .secondary)
                }
                .buttonStyle(.plain)
                .accessibilityLabel(Text("^[\(star) star](inflect: true)"))
                .accessibilityAddTraits(star == rating ? .isSelected : [])
                .accessibilityIdentifier("rating.\(star)")
            }
        }
    }
}
