// QueryCatalog
