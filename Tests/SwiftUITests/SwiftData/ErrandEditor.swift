#if SwiftData
    import SwiftData
    import SwiftUI

    /// A view that QueryTests creates with its memberwise initializer, which is of another file.
    struct ErrandEditor: View {
        @Bindable var errand: Errand
        @Query(sort: \Errand.title) private var errands: [Errand]
        @Query(filter: #Predicate<Errand> { $0.isDone }) fileprivate var finished: [Errand]

        var body: some View {
            Text("\(errand.title) of \(errands.map(\.title).joined(separator: ", "))")
            Text("\(finished.count) finished")
        }
    }
#endif
