// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/script/HostEndpoint.h"

#include "core/workspace/ContainerTarget.h"
#include "remote/config/ConfigText.h"

#include <fstream>
#include <iostream>

namespace fabricscope::app {

remote::Endpoint endpointOf(const workspace::HostEntry &entry) {
    remote::Endpoint endpoint;
    endpoint.target = entry.target();
    endpoint.user = entry.user;
    endpoint.port = entry.port;
    endpoint.jump = entry.jump;
    if (!entry.identityFile.empty())
        endpoint.identities.emplace_back(remote::expandPath(entry.identityFile, {}));
    return endpoint;
}

Result<std::string> textOfList(const std::string &path) {
    std::ifstream file;
    if (path != "-") {
        file.open(path, std::ios::binary);
        if (!file)
            return failure("the host list cannot be opened", path);
    }
    std::istream &stream = path == "-" ? std::cin : file;
    // One byte more than the limit of a list, so that its reader reports that it is too long.
    std::string text(workspace::HostListLimits::kBytes + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (stream.bad() || (text.empty() && !stream.eof()))
        return failure("the host list cannot be read", path);
    return text;
}

std::optional<workspace::HostList> hostListIn(std::span<const std::filesystem::path> files) {
    std::error_code error;
    if (files.size() != 1 || !std::filesystem::is_regular_file(files.front(), error))
        return std::nullopt;
    const std::string file = files.front().string();
    auto list = textOfList(file).and_then(
        [&](const std::string &text) { return workspace::readHostList(text, file); });
    return list && list->warnings.size() < list->hosts.size() ? std::optional(std::move(*list))
                                                              : std::nullopt;
}

remote::Endpoint withoutContainer(remote::Endpoint endpoint) {
    if (auto target = workspace::parseCollectTarget(endpoint.target))
        endpoint.target = std::move(target->host);
    return endpoint;
}

} // namespace fabricscope::app
