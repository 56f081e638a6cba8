// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/pci/Names.h"
#include "tests/fuzz/Fuzz.h"

using namespace fabricscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    const auto half = text.size() / 2;
    const pci::Names names{std::string(text.substr(0, half)), text.substr(half)};
    for (const auto &name : {names.vendor(0x10de), names.device(0x10de, 0x2330),
                             names.subsystem(0x10de, 0x2330, 0x10de, 0x16c1), names.className(0x030200)})
        fuzz::require(!name || (name->size() <= 203 && *name == HostText(*name).plain()));
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    const std::string ids =
        "# comment\n10de  NVIDIA Corporation\n\t2330  GH100 [H100]\n\t\t10de 16c1  Board\n"
        "C 03  Display controller\n\t02  3D controller\n\t\t00  X\n";
    return {ids, ids + ids, "10de  \n\t2330\n\t\t10de\nC 0\n"};
}
