// ManagedAccessorsPlugin generates this target's source: the accessors of the `@NSManaged`
// properties in Earthquakes.
