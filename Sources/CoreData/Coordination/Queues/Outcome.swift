/// The result of a block, to be passed to another thread than the one it ran on. The author of the
/// block is responsible for the safety of using the value there, as on Apple's platforms.
// Safe to share: written once, before it is passed on; the author of the block is responsible for
// the value.
struct Outcome<T>: @unchecked Sendable {
    let result: Result<T, any Error>

    /// Returns the value, or throws the error. Takes a closure that throws the error, because a
    /// rethrowing function can throw only what its arguments throw.
    func get(rethrowing: (any Error) throws -> T) rethrows -> T {
        switch result {
        case .success(let value): value
        case .failure(let error): try rethrowing(error)
        }
    }
}
