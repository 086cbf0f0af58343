// A file that imports SwiftData alone uses Date, UUID and Predicate, too, as on Apple's platforms.
@_exported public import Foundation
@_exported public import Observation
// Apple's Foundation has UndoManager itself.
@_exported public import StrataUndo
