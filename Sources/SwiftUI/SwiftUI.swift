// The module that apps import. It exports Core Data and the views, so that `import SwiftUI` alone
// makes both available, and `URLSession`. `App.main()` starts the web host; views do not depend on
// it.
@_exported public import CoreData
// Declares no types, only the publishers of Timer, NotificationCenter and URLSession, which Apple's
// Foundation has itself.
@_exported public import OpenCombineFoundation
@_exported public import StrataViewGraph
