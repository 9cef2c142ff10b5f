#ifndef MAMAUDIT_CCRYPTO_SHIM_H
#define MAMAUDIT_CCRYPTO_SHIM_H

#include <openssl/evp.h>
#include <openssl/rand.h>

#endif
