// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/base/Questions.h"

#include <string>
#include <utility>

namespace fabricscope::remote {

HostKeyEndpoint endpointOf(const HostKeyQuestion &question) {
    // "[host]:port", "address:port", "[address]:port"; one without port as it is.
    const auto split = [](const std::string &text) -> std::pair<std::string, std::string> {
        const std::size_t colon = text.rfind(':');
        const bool isBracketed =
            text.starts_with('[') && colon != std::string::npos && text[colon - 1] == ']';
        if (isBracketed)
            return {text.substr(1, colon - 2), text.substr(colon + 1)};
        const bool isPair = colon != std::string::npos && text.find(':') == colon;
        return isPair ? std::pair(text.substr(0, colon), text.substr(colon + 1))
                      : std::pair(text, std::string());
    };
    const auto [name, namedPort] = split(question.host);
    auto [address, port] = split(question.address);
    if (port.empty())
        port = namedPort;
    if (address == name)
        address.clear();
    if (!port.empty())
        address += (address.empty() ? "port " : ", port ") + port;
    return {name, address};
}

} // namespace fabricscope::remote
