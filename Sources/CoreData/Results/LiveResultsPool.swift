/// The live results of a context.
struct LiveResultsPool {
    func apply(_ changes: ChangeSet) {}
    func reopen() {}
}
