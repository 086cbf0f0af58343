import SwiftUI

/// A number whose changes the user can undo: with the keys, or with the buttons.
struct UndoExample: View {
    @State private var score = Score()
    @Environment(\.undoManager) private var undoManager

    var body: some View {
        Row {
            Text("Score \(score.points)").accessibilityIdentifier("undo.score")
            Button("Score") { score.add(1, undoManager) }.accessibilityIdentifier("undo.add")
            Button("Undo") { undoManager?.undo() }.accessibilityIdentifier("undo.undo")
            Button("Redo") { undoManager?.redo() }.accessibilityIdentifier("undo.redo")
        }
    }
}

@Observable private final class Score {
    private(set) var points = 0

    func add(_ points: Int, _ undoManager: UndoManager?) {
        self.points += points
        undoManager?.registerUndo(withTarget: self) { $0.add(-points, undoManager) }
        undoManager?.setActionName("Score")
    }
}
