// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/Secret.h"

#include <sys/resource.h>

#include <cstring>

namespace fabricscope::remote {

void wipe(std::string &secret) {
    secret.resize(secret.capacity()); // never allocates: the old bytes stay where they are
    ::explicit_bzero(secret.data(), secret.size());
    secret.clear();
}

void forbidCoreFiles() {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

} // namespace fabricscope::remote
