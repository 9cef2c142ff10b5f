// PrivateCluster
