// The SQL files of Migrations/ and Queries/ and the contract of the schema reporting, compiled in, so that the tool
// works from any folder.
#ifndef MAMAUDIT_CEMBEDDED_H
#define MAMAUDIT_CEMBEDDED_H

#include <stddef.h>

typedef struct {
  const char *_Nonnull path;            // relative to the package's folder, as "Migrations/0001_log.sql"
  const unsigned char *_Nonnull bytes;  // the exact bytes of the file
  size_t length;
} EmbeddedFile;

/// The number of embedded files.
size_t embedded_file_count(void);

/// The file at `index`, in the order of the list in `embedded.c`.
EmbeddedFile embedded_file(size_t index);

#endif
