#include "CEmbedded.h"

// Each file twice: its bytes here, its entry in the table below. A test compares the table with the folders.
static const unsigned char migration_0001[] = {
#embed "../../Migrations/0001_log.sql"
};

#define ENTRY(path, bytes) {path, bytes, sizeof bytes}

static const EmbeddedFile files[] = {
    ENTRY("Migrations/0001_log.sql", migration_0001),
};

size_t embedded_file_count(void) { return sizeof files / sizeof files[0]; }

EmbeddedFile embedded_file(size_t index) { return files[index]; }
