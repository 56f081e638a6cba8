// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/Version.h"
#include "core/nccl/file/XmlTree.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::nccl {

namespace {

struct FixRow {
    std::string_view message; ///< a part of FileError::what: the library's own message, if any
    std::string_view fix;     ///< {0}: the line
};

/// The first matching row counts: more specific ones come first. One line adds a fix.
constexpr FixRow kFixes[] = {
    {"byte order mark",
     "Save the file as UTF-8 without a byte order mark: sed -i '1s/^\\xef\\xbb\\xbf//' FILE"},
    {"no XML declaration",
     "Delete the XML declaration in line {0}: sed -i '{0}d' FILE, if the line has nothing else"},
    {"Expected (double) quote", "Put the value in line {0} in double quotes, without spaces around '='"},
    {"value too long", "Shorten the value in line {0}"},
    {"name too long", "Shorten the name in line {0}, or check for a missing quote before it"},
    {"Unexpected value with name", "Write the attribute in line {0} after its element's name and one space"},
    {"expecting '<'",
     "Convert tabs to spaces (expand FILE > NEW) and remove text between elements, from line {0} on"},
    {"expected >", "Write the element of line {0} on one line, with one space between attributes"},
    {"unterminated comment", "Close the comment that starts in line {0} with -->, or delete it"},
    {"unexpected trailing", "Write the closing tag in line {0} as </NAME>, with nothing else in it"},
    {"Unexpected EOF", "The file is truncated: copy it again and compare its size with the source"},
    {"XML Mismatch", "Close the elements in nesting order: see line {0}"},
    {"unterminated", "Close the element of line {0}; if the file is truncated, copy it again"},
    {"version of node system not found",
     "Give <system> in line {0} a version: version=\"1\" for NCCL, version=\"2\" for RCCL"},
    {"wrong version", "Use a file made for this library: NCCL_TOPO_DUMP_FILE=FILE writes one"},
    {"limited to", "Remove devices that the job does not use: this is a limit of the library"},
    {"too many nodes of type", "Remove devices that the job does not use"},
    {"too many Topo links", "Remove links of this device, near line {0}"},
    {"no gcn", "Give the <gpu> of line {0} its gcn, for example gcn=\"gfx942\""},
    {"could not find CPU numa ID", "Give every <cpu> of the file a numaid"},
    {"negative numaid", "Give the <cpu> of line {0} its NUMA node as numaid"},
    {"link to the CPU", "Give the link of line {0} the class of its target: tclass=\"0x030000\" for a GPU"},
    {"system node not found",
     "Put everything in <system version=\"1\"> (NCCL) or <system version=\"2\"> (RCCL)"},
    {"localHostHash not found", "Put a GPU or a NIC that the job uses below a <cpu>"},
    {"could not find GPU", "Point the link in line {0} at a GPU that is in the file"},
    {"could not find PCI SW", "Put the <pcilink> of line {0} into a PCI switch"},
    {"Failed to find reverse path", "Write the link of line {0} at both of its ends"},
    {"not found\")", "Add the missing attribute in line {0}"},
};

} // namespace

std::vector<std::string> fixesOf(const FileError &error) {
    if (error.line == 0 && error.what.find('"') == std::string::npos)
        return {}; // the machine's, and no file's
    const auto *known = std::find_if(std::begin(kFixes), std::end(kFixes), [&](const FixRow &row) {
        return error.what.find(row.message) != std::string::npos;
    });
    std::vector<std::string> fixes;
    if (known != std::end(kFixes))
        fixes.push_back(fmt::format(fmt::runtime(known->fix), error.line));
    else if (error.line > 0)
        fixes.push_back(fmt::format("Correct line {} of the file", error.line));
    if (!fixes.empty())
        fixes.emplace_back("Until then run without it: unset NCCL_TOPO_FILE, or rename the file at the "
                           "library's default path, if it is that one");
    return fixes;
}

} // namespace fabricscope::nccl
