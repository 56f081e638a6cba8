// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Secrets.h"
#include "core/capture/redact/Redact.h"
#include "tests/fuzz/Fuzz.h"
#include "tests/fuzz/SectionSeeds.h"

// Any bytes in any section, selected by the first byte. Redaction is deterministic, never grows a text beyond
// a multiple of its size, not even when repeated, and dropped secrets stay dropped.
using namespace fabricscope;

namespace {

/// "zz" becomes "x" and eight letters, an account "process-12345678".
constexpr std::size_t kMaxGrowth = 16;

std::string redactedOnce(const char *name, const std::string &bytes) {
    capture::Capture capture;
    capture.target = bytes.substr(0, 64);
    capture.notes = {bytes.substr(0, 200)};
    capture::Section::Meta meta;
    meta.name = name;
    capture.sections.emplace_back(meta, bytes);
    const capture::Capture out = capture::redacted(capture, "key");
    fuzz::require(out.redacted && out.sections.size() <= 1);
    return out.sections.empty() ? std::string() : out.sections[0].bytes();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0)
        return 0;
    const auto &sections = fuzz::sectionSeeds();
    const char *name = sections[data[0] % sections.size()].name.c_str();
    const std::string bytes(fuzz::textOf(data, size).substr(1));
    const std::string once = redactedOnce(name, bytes);
    fuzz::require(once == redactedOnce(name, bytes));
    fuzz::require(once.size() <= kMaxGrowth * bytes.size() + kMaxGrowth);
    fuzz::require(redactedOnce(name, once).size() <= kMaxGrowth * (once.size() + 1));
    const std::string without = capture::withoutSecrets(bytes);
    fuzz::require(without.size() <= 3 * bytes.size());
    fuzz::require(capture::withoutSecrets(without) == without);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    const std::string addresses =
        "mac 9c:63:c0:d4:20:f0 ip 10.0.0.1/8 2001:db8::1 fe80::9e63:c0ff:fed4:20f0 guid 9c63:c003:00d4:20f0 "
        "0x9c63c00300d420f0 0000:41:00.0 bea9b5b4-3351-4c12-ab2f-1a84477f96e7 ip-10-1-2-4 enx9c63c0d420f0\n";
    const std::string secrets =
        "=--token\n=abc\n=-fw_cfg\n=name=opt/x,string=y\n=type=1,serial=z\nid=a:key=b:c https://u:p@h\n"
        "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n"
        "=curl\n=-u\n=a:b\na0=\"mysql\" a1=\"-pc\" a2=2D2D746F6B656E\nproctitle=78002D2D746F6B656E0079\n"
        "root=cifs:a:b@h netroot=iscsi:c:d@h apikey \"e\" Bearer f0f0f0f0 hf_abcdefghijklmnopqrstuv\n"
        "<qemu:env name='A_TOKEN' value='g'/>\n- name: B_KEY\n  value: h\n";
    std::vector<std::string> all;
    const auto &sections = fuzz::sectionSeeds();
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const std::string first(1, static_cast<char>(i));
        all.push_back(first + sections[i].bytes);
        all.push_back(first + addresses + secrets + sections[i].bytes);
    }
    for (const std::string name : {"gpu-07", "x16", "h100", "4711"})
        all.push_back(std::string(1, '\0') + "etc/hostname:" + name + "\n" + addresses + "root@" + name +
                      " //" + name + "/x Width " + name + "\n");
    all.emplace_back("1=-token :\n=x"); // found by the fuzzer: a second redaction removed the next line too
    all.emplace_back(
        "=Bearer 0f0-----BEGIN PRIVATE KEY----"); // found here: "0f0***" was hidden by a second pass
    return all;
}
