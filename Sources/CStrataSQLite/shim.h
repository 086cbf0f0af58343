#include <sqlite3.h>

/// Sets whether the last connection to a database copies the write-ahead log into the file when it
/// is closed, as it does by default. Calls a function with variable arguments, which Swift cannot.
static inline int strata_setCheckpointsOnClose(sqlite3 *_Nullable connection, int isOn) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !isOn, (int *)0);
}
