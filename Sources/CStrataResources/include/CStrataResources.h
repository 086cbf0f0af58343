#ifndef C_STRATA_RESOURCES_H
#define C_STRATA_RESOURCES_H

/// A file that is part of the program.
struct StrataResource {
    /// The path in the folder of this target; NULL after the last file.
    const char *_Nullable path;
    /// The content, which is text, with a null byte after it.
    const char *_Nullable text;
};

/// Returns the files, the style sheets in the order in which they apply. They are never freed.
const struct StrataResource *_Nonnull strata_resources(void);

#endif
