// What it takes to write an observable object. Not the whole module, whose operators would take part in every `==` of an app's files; CoreData
// says the same.
@_exported public import class OpenCombine.AnyCancellable
@_exported public import protocol OpenCombine.Cancellable
@_exported public import protocol OpenCombine.ObservableObject
@_exported public import class OpenCombine.ObservableObjectPublisher
@_exported public import struct OpenCombine.Published
