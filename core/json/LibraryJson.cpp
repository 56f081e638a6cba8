// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/LibraryJson.h"

#include "core/base/HostText.h"

#include <nlohmann/json.hpp>

namespace fabricscope::json {

namespace {

constexpr std::size_t kMaxText = 1024;

Value textOrNull(const std::string &text) {
    return text.empty() ? Value(nullptr) : Value(HostText(text).plain(kMaxText));
}

} // namespace

void addLibraryChoice(Value &document, const nccl::LibraryChoice &choice) {
    if (choice.installed.empty() || choice.modelled.model == nullptr)
        return;
    Value &value = document["library_choice"];
    value["release"] = choice.modelled.model->release;
    value["requested"] = choice.isRequested;
    value["exact"] = choice.modelled.isExact;
    value["differs_in"] = choice.modelled.isBetween ? Value(choice.modelled.differences) : Value(nullptr);
    value["sentence"] = choice.sentence();
    Value &list = value["installed"] = Value::array();
    for (const nccl::LibraryChoice::Installed &installed : choice.installed)
        list.push_back({{"release", textOrNull(installed.release)},
                        {"rocm", textOrNull(installed.rocm)},
                        {"path", textOrNull(installed.path)},
                        {"found_by", installed.foundBy}});
}

void addLibraries(Value &document, const host::Host &host) {
    for (const host::InstalledLibrary &library : host.libraries) {
        Value value;
        value["library"] = library.flavor == host::InstalledLibrary::Flavor::Nccl ? "nccl" : "rccl";
        value["version"] = textOrNull(library.version.valueOr(""));
        value["cuda"] = textOrNull(library.cuda.valueOr(""));
        value["rocm"] = textOrNull(library.rocm.valueOr(""));
        value["path"] = textOrNull(library.path);
        value["file"] = textOrNull(library.file);
        document["libraries"].push_back(std::move(value));
    }
}

} // namespace fabricscope::json
