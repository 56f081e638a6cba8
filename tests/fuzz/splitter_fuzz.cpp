// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/StreamSplitter.h"
#include "tests/fuzz/Fuzz.h"

namespace {

using namespace fabricscope;
using namespace fabricscope::capture;

// All events of a splitter for this stream, fed in pieces of `step` bytes.
std::string eventsOf(std::string_view stream, std::size_t step) {
    Limits limits;
    limits.sectionBytes = 4096;
    limits.totalBytes = 16384;
    limits.sections = 16;
    std::string out;
    std::size_t total = 0;
    StreamSplitter splitter(
        {}, Part::Import,
        {[&](const Section &section) {
             const std::string bytes = section.bytes();
             total += bytes.size();
             fuzz::require(bytes.size() <= limits.sectionBytes && total <= limits.totalBytes);
             out += section.meta().name + section.meta().origin + section.meta().damageText + bytes;
         },
         [&](const std::string &note) { out += note; },
         [&] {
             out += "done";
         }},
        limits);
    while (!stream.empty()) {
        splitter.feed(stream.substr(0, step), 0);
        stream.remove_prefix(std::min(step, stream.size()));
    }
    splitter.finish(Damage::None, {}, 0);
    return out;
}

} // namespace

// The collector's output from a malicious host; the first byte determines the splits.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0)
        return 0;
    const std::string stream = "@@fabricscope N begin safe 1\n@@fabricscope N section +pci-config /\n" +
                               std::string(fuzz::textOf(data, size).substr(1));
    fuzz::require(eventsOf(stream, stream.size()) == eventsOf(stream, std::size_t{1} + data[0]));
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    const std::string config =
        "0000:41:00.0/config:0123456789abcdef\n0000:41:00.0/config:0123456789abcde\n\n";
    const std::string gathered =
        "@@fabricscope N section * /\n@@fabricscope N gather pci 0 - /sys\n"
        "@@fabricscope N gather net 1 ../net/ /sys/class/net\n0000:41:00.0/class:0x1\n"
        "../net/eth0/mtu:1500\n\n@@fabricscope N end 0\n";
    const std::string end = "\n@@fabricscope N end 0\n@@fabricscope N note a note\n@@fabricscope N done\n";
    return {"\x07" + config + end, "\x01" + end + gathered, "\x20@@fabricscope M done\r\n" + end,
            "\x02" + end + "@@fabricscope N begin touch 1\r\n@@fabricscope N section a b\r\nline\r\n"};
}
