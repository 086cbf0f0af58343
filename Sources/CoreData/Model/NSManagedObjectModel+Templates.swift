extension NSManagedObjectModel {
    /// Stores a copy of a request as a template under a name, or removes the template for nil.
    public func setFetchRequestTemplate(_ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String) {
        templates[name] = fetchRequestTemplate?.copied()
    }

    /// Stores a copy of a request with any result type as a template under a name.
    @_disfavoredOverload
    public func setFetchRequestTemplate<Requested>(_ fetchRequestTemplate: NSFetchRequest<Requested>, forName name: String) {
        templates[name] = NSFetchRequest(fetchRequestTemplate)
    }

    /// Returns the template with a name; nil if there is none. Once the model is in use, returns a
    /// copy, which can be changed without a change of the model.
    ///
    /// For a template with variables in its predicate, call
    /// `fetchRequestFromTemplate(withName:substitutionVariables:)`.
    public func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
        isInUse ? templates[name]?.copied() : templates[name]
    }

    /// Returns a copy of the template with a name, in whose predicate each `$variable` is replaced
    /// by the value of that name.
    ///
    /// Returns nil if there is no such template. Traps for a value that the predicate cannot use.
    public func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
        guard let request = templates[name]?.copied() else { return nil }
        request.predicate = request.predicate?.withSubstitutionVariables(variables)
        return request
    }
}
