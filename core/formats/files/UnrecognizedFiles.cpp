// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/UnrecognizedFiles.h"

#include "core/base/HostText.h"
#include "core/formats/hwloc/XmlText.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::formats {

namespace {

bool isEmpty(const FileSample &sample) {
    return sample.head.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// What NCCL_GRAPH_DUMP_FILE writes and NCCL_GRAPH_FILE reads.
bool isNcclGraph(const FileSample &sample) {
    return xmlRoot(sample.head).name == "graphs";
}

bool isWebPage(const FileSample &sample) {
    const std::string root = xmlRoot(sample.head).name;
    return root == "html" || root == "HTML" || sample.head.find("<!DOCTYPE html") != std::string_view::npos ||
           sample.head.find("<!doctype html") != std::string_view::npos;
}

bool isAnything(const FileSample &) {
    return true;
}

struct UnrecognizedFile {
    bool (*is)(const FileSample &sample);
    std::string_view what, hint;
};

/// The first that holds; one line adds one.
constexpr UnrecognizedFile kUnrecognizedFiles[] = {
    {isEmpty, "is empty", "Copy it again: this copy is incomplete"},
    {isNcclGraph, "is an NCCL graph file: it lists the rings and trees of a run, not the machine",
     "Open the topology file instead (NCCL_TOPO_DUMP_FILE writes it, NCCL_TOPO_FILE names it)"},
    {isWebPage, "is a web page", "Save the text itself, for example with the page's link to the raw file"},
    {isAnything, "is not a file of a known kind", "`fabricscope import --help` lists the known kinds"},
};

} // namespace

Error unrecognizedFileError(const FileSample &sample) {
    const auto *row = std::find_if(std::begin(kUnrecognizedFiles), std::end(kUnrecognizedFiles),
                                   [&](const UnrecognizedFile &each) { return each.is(sample); });
    Error error{std::string(row->what), {}, std::string(row->hint)};
    const std::string root = row->is == isAnything ? xmlRoot(sample.head).name : std::string();
    if (!root.empty())
        error.what += fmt::format(": XML that begins with <{}>", HostText(root).plain(64));
    return error;
}

std::string knownKinds() {
    std::string kinds = "captures (.fscope), the output of `capture --print-script`, archives and folders "
                        "with copies of /sys and /proc";
    for (const FileKind &kind : fileKinds())
        kinds.append(", ").append(kind.name);
    return kinds;
}

} // namespace fabricscope::formats
