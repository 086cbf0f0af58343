// ManagedAccessorsPlugin writes this target: the accessors of Earthquakes' `@NSManaged` properties.
