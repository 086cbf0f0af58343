extension EngineFailures {
    /// Lets the calls of an incremental store fail, which throws in its own methods, as an app's store
    /// does. Called before another thread uses the store.
    func install(in store: DictionaryStore) {
        store.onCall = { try self.check(EngineCall($0)) }
    }
}

extension EngineCall {
    /// Creates the call of an engine that corresponds to one of an incremental store.
    fileprivate init(_ call: DictionaryStore.Call) {
        self =
            switch call {
            case .fetch: .fetch
            case .values: .row
            case .members: .members
            case .identify: .allocateKeys
            case .save: .save
            case .commit: .commit
            }
    }
}
