// The location of a window, which is kept with its activity.
extension WindowActivities {
    /// Keeps the location of the window, if it is shown and has an activity.
    func locationChanged(to location: String) {
        self.location = location
        if graph?.isShown == true { keepLocation(reports: true) }
    }

    /// Keeps the location of the window with its activity.
    func keepLocation(reports: Bool) {
        session.setLocation(session.activity == nil ? "" : location, reports: reports)
    }

    /// Discards the activity of a restored session, unless it was kept at a location.
    func discardRestored(unlessKeptAt location: NavigationLocation) {
        guard restored != nil, location.query != NavigationLocation(query: restoredLocation).query else { return }
        restored = nil
        waiting.removeAll { if case .activity = $0 { true } else { false } }
        setNeedsUpdate()
    }
}
