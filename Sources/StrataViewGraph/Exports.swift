// Exports what an observable object is written with, not the whole module: its operators would take
// part in resolving every `==` of an app's files. CoreData exports the same.
@_exported public import class OpenCombine.AnyCancellable
@_exported public import protocol OpenCombine.Cancellable
@_exported public import protocol OpenCombine.ObservableObject
@_exported public import class OpenCombine.ObservableObjectPublisher
@_exported public import struct OpenCombine.Published
// Apps that import only SwiftUI write transferable types and item providers.
@_exported public import CoreTransferable
// Apple's Foundation has NSUserActivity, UndoManager and the folders of `URL` itself.
@_exported public import StrataFileLocations
@_exported public import StrataUndo
@_exported public import StrataUserActivity
