extension NSManagedObjectModel {
    /// Keeps a request under a name; nil takes it away.
    public func setFetchRequestTemplate(_ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String) {
        fetchRequestTemplatesByName[name] = fetchRequestTemplate
    }

    /// Keeps a copy of a request for results of any type under a name.
    @_disfavoredOverload
    public func setFetchRequestTemplate<Requested>(_ fetchRequestTemplate: NSFetchRequest<Requested>, forName name: String) {
        fetchRequestTemplatesByName[name] = NSFetchRequest(fetchRequestTemplate)
    }

    /// The request of that name, to be used as it is: it has no variables, or they get their values elsewhere.
    public func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
        fetchRequestTemplatesByName[name]
    }

    /// A copy of the request of that name, with each `$name` in its predicate replaced by the value of that name.
    ///
    /// Returns nil where there is no such template. Traps for a value that does not suit its place in the predicate.
    public func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
        guard let request = fetchRequestTemplatesByName[name]?.copied() else { return nil }
        request.predicate = request.predicate?.withSubstitutionVariables(variables)
        return request
    }
}
