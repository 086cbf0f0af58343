// The module that apps import. It exports Core Data and the views, so that `import SwiftUI` alone
// makes both available. The host is chosen by `App.main()`; views run without one.
@_exported public import CoreData
@_exported public import StrataViewGraph
