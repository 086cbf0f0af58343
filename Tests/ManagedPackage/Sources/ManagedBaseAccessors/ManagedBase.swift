// ManagedAccessorsPlugin fills this target.
