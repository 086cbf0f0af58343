// The module that apps import. It exports Core Data and the views, so that `import SwiftUI` alone
// makes both available. `App.main()` starts the web host; views do not depend on it.
@_exported public import CoreData
@_exported public import StrataViewGraph
