/// An object that updates an activity before it is kept.
public protocol NSUserActivityDelegate: AnyObject {
    /// Updates an activity that is about to be kept or sent.
    func userActivityWillSave(_ userActivity: NSUserActivity)

    /// Reports that an activity was continued on another device.
    func userActivityWasContinued(_ userActivity: NSUserActivity)
}

extension NSUserActivityDelegate {
    /// Does nothing.
    public func userActivityWillSave(_ userActivity: NSUserActivity) {}

    /// Does nothing.
    public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
}
