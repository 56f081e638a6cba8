/* SPDX-FileCopyrightText: 2026 The fabricscope authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A STAND-IN for a FIDO2 device: a SecurityKeyProvider of OpenSSH (PROTOCOL.u2f, "sk-api") with Ed25519 keys
 * in software; the user "touches" it by creating the file named by FABRICSCOPE_SK_TOUCH. It shows that ssh's
 * prompts reach the user and that the login works, but not how a real device behaves. */
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SK_VERSION 0x000a0000u /* OpenSSH 8.9 and later */
#define SK_ED25519 0x01
#define SK_ERR_GENERAL (-1)
#define SK_ERR_UNSUPPORTED (-2)
#define SEED 32
#define SIGNATURE 64
#define TOUCH_SECONDS 20

struct sk_option;
struct sk_enroll_response {
    uint8_t flags;
    uint8_t *public_key;
    size_t public_key_len;
    uint8_t *key_handle;
    size_t key_handle_len;
    uint8_t *signature;
    size_t signature_len;
    uint8_t *attestation_cert;
    size_t attestation_cert_len;
    uint8_t *authdata;
    size_t authdata_len;
};
struct sk_sign_response {
    uint8_t flags;
    uint32_t counter;
    uint8_t *sig_r;
    size_t sig_r_len;
    uint8_t *sig_s;
    size_t sig_s_len;
};
struct sk_resident_key;

uint32_t sk_api_version(void);
int sk_enroll(uint32_t alg, const uint8_t *challenge, size_t challenge_len, const char *application,
              uint8_t flags, const char *pin, struct sk_option **options,
              struct sk_enroll_response **response);
int sk_sign(uint32_t alg, const uint8_t *data, size_t data_len, const char *application,
            const uint8_t *key_handle, size_t key_handle_len, uint8_t flags, const char *pin,
            struct sk_option **options, struct sk_sign_response **response);
int sk_load_resident_keys(const char *pin, struct sk_option **options, struct sk_resident_key ***keys,
                          size_t *count);

uint32_t sk_api_version(void) {
    return SK_VERSION;
}

int sk_enroll(uint32_t alg, const uint8_t *challenge, size_t challenge_len, const char *application,
              uint8_t flags, const char *pin, struct sk_option **options,
              struct sk_enroll_response **response) {
    (void)challenge, (void)challenge_len, (void)application, (void)pin, (void)options;
    if (alg != SK_ED25519)
        return SK_ERR_UNSUPPORTED;
    struct sk_enroll_response *made = calloc(1, sizeof *made);
    uint8_t *seed = malloc(SEED), *public_key = malloc(SEED);
    size_t length = SEED;
    EVP_PKEY *key = NULL;
    if (!made || !seed || !public_key || RAND_bytes(seed, SEED) != 1 ||
        !(key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, SEED)) ||
        EVP_PKEY_get_raw_public_key(key, public_key, &length) != 1) {
        EVP_PKEY_free(key);
        free(seed), free(public_key), free(made);
        return SK_ERR_GENERAL;
    }
    EVP_PKEY_free(key);
    made->flags = flags;
    made->public_key = public_key;
    made->public_key_len = SEED;
    made->key_handle = seed;
    made->key_handle_len = SEED;
    *response = made;
    return 0;
}

static int touched(void) {
    const char *file = getenv("FABRICSCOPE_SK_TOUCH");
    const struct timespec tick = {0, 20 * 1000 * 1000};
    for (int i = 0; file && i < TOUCH_SECONDS * 50; ++i, nanosleep(&tick, NULL))
        if (access(file, F_OK) == 0)
            return 1;
    return 0;
}

int sk_sign(uint32_t alg, const uint8_t *data, size_t data_len, const char *application,
            const uint8_t *key_handle, size_t key_handle_len, uint8_t flags, const char *pin,
            struct sk_option **options, struct sk_sign_response **response) {
    (void)pin, (void)options;
    /* SHA-256 of the application, flags, counter, SHA-256 of the data */
    uint8_t message[32 + 1 + 4 + 32] = {0};
    const uint32_t counter = 1;
    if (alg != SK_ED25519 || key_handle_len != SEED)
        return SK_ERR_UNSUPPORTED;
    if (!touched())
        return SK_ERR_GENERAL;
    message[32] = flags;
    message[36] = (uint8_t)counter;
    struct sk_sign_response *made = calloc(1, sizeof *made);
    uint8_t *signature = malloc(SIGNATURE);
    size_t length = SIGNATURE;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, key_handle, SEED);
    const int good = made && signature && context && key &&
                     EVP_Digest(application, strlen(application), message, NULL, EVP_sha256(), NULL) == 1 &&
                     EVP_Digest(data, data_len, message + 37, NULL, EVP_sha256(), NULL) == 1 &&
                     EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1 &&
                     EVP_DigestSign(context, signature, &length, message, sizeof message) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    if (!good) {
        free(signature), free(made);
        return SK_ERR_GENERAL;
    }
    made->flags = flags;
    made->counter = counter;
    made->sig_r = signature;
    made->sig_r_len = SIGNATURE;
    *response = made;
    return 0;
}

int sk_load_resident_keys(const char *pin, struct sk_option **options, struct sk_resident_key ***keys,
                          size_t *count) {
    (void)pin, (void)options, (void)keys, (void)count;
    return SK_ERR_UNSUPPORTED;
}
