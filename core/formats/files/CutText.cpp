// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/CutText.h"

#include "core/base/Text.h"
#include "core/formats/tools/ToolText.h"

#include <cstddef>

namespace fabricscope::formats {

namespace {

std::string_view lastLine(std::string_view text) {
    text = trimmed(text);
    const std::size_t feed = text.rfind('\n');
    return trimmed(feed == std::string_view::npos ? text : text.substr(feed + 1));
}

} // namespace

bool beginsJson(std::string_view text) {
    if (text.empty() || (text[0] != '[' && text[0] != '{'))
        return false;
    const std::size_t next = text.find_first_not_of(" \t\r\n", 1);
    return next != std::string_view::npos &&
           std::string_view("{[\"").find(text[next]) != std::string_view::npos;
}

std::size_t jsonLength(std::string_view json) {
    std::size_t depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (inString && c == '\\')
            ++i;
        else if (c == '"')
            inString = !inString;
        else if (!inString && (c == '[' || c == '{'))
            ++depth;
        else if (!inString && (c == ']' || c == '}') && (depth == 0 || --depth == 0))
            return i + 1;
    }
    return std::string_view::npos;
}

bool isOpenJson(std::string_view json) {
    return jsonLength(json) == std::string_view::npos;
}

std::string_view cutText(std::string_view section, std::string_view text) {
    if (!section.starts_with("tool-"))
        return {};
    if (const std::string_view json = jsonIn(text); beginsJson(json))
        return isOpenJson(json) ? "the text is cut: it ends inside of its JSON" : std::string_view{};
    if (section == "tool-nvidia-smi-q-x")
        return text.find("</nvidia_smi_log>") == std::string_view::npos
                   ? "the text is cut: the end of its XML is missing"
                   : std::string_view{};
    const bool isTable = section == "tool-amd-smi" || section == "tool-nvidia-smi";
    const std::string_view last = lastLine(text);
    return isTable && last.starts_with('|') && !last.ends_with('|')
               ? "the text is cut: it ends inside of a table"
               : std::string_view{};
}

} // namespace fabricscope::formats
