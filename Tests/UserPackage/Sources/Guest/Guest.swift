// The module's classes inherit from one of the module Kit.
