// AuditStore
