/// A property whose value is the result of a fetch request.
package struct FetchedPropertyElement: PropertyElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    package var userInfo: UserInfoElement?
    /// The request; nil if the file has none, which the checker reports.
    package var fetchRequest: FetchRequestElement?

    package init(name: String, fetchRequest: FetchRequestElement?) {
        fields = Fields(["name": name])
        location = .none
        unknown = []
        self.fetchRequest = fetchRequest
    }
}
