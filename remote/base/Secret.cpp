// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/base/Secret.h"

#include <sys/resource.h>

#include <cstring>
#include <utility>

namespace fabricscope::remote {

void wipe(std::string &secret) {
    secret.resize(secret.capacity()); // never reallocates, which would leave the old bytes in memory
    ::explicit_bzero(secret.data(), secret.size());
    secret.clear();
}

Secret::Secret(std::string text) {
    auto held = std::make_unique<std::string>(std::move(text));
    wipe(text);
    m_text = std::shared_ptr<const std::string>(held.get(), [](std::string *last) {
        wipe(*last);
        delete last;
    });
    held.release();
}

void disableCoreDumps() {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

} // namespace fabricscope::remote
