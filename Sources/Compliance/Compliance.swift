// Compliance
