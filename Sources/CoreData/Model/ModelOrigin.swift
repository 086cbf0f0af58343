/// The file that a model was read from, which may have other versions of the model.
protocol ModelOrigin {
    /// All versions in the file with their names, as new models at each access.
    var versions: [(name: String, model: NSManagedObjectModel)] { get }
}
