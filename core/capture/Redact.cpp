// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Redact.h"

#include "core/base/Text.h"
#include "core/capture/RedactRules.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace fabricscope::capture {

namespace {

/// Names that tell nothing about anybody, and words that stand in the texts of tools: replacing them
/// everywhere would make the capture unreadable. Where such a word is a host's name it is still replaced in
/// its own places.
constexpr std::array<std::string_view, 34> kPlainWords{
    {"root",   "nobody",  "ubuntu", "debian", "admin",  "centos",    "rocky",    "fedora",  "opc",
     "core",   "user",    "users",  "host",   "node",   "gpu",       "cpu",      "vm",      "linux",
     "server", "default", "local",  "guest",  "nvidia", "localhost", "none",     "unknown", "pci",
     "amd",    "intel",   "system", "kernel", "memory", "ec2-user",  "azureuser"}};

bool isPlain(std::string_view word) {
    std::string lower(word);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    const bool digits = word.find_first_not_of("0123456789.") == std::string_view::npos;
    return word.size() < 3 || digits ||
           std::find(kPlainWords.begin(), kPlainWords.end(), lower) != kPlainWords.end();
}

/// What is replaced throughout one capture.
class Names {
public:
    Names(RedactScan &scan, const Pseudonyms &pseudonyms) : m_scan(scan), m_pseudonyms(pseudonyms) {}

    void add(std::string_view kind, std::string_view name) {
        name = trimmed(name);
        if (kind == "host") {
            addHost(name);
        } else if (kind == "serial" || kind == "hex") {
            constexpr std::size_t kLeast = 6;
            if (name.size() >= kLeast && !isPlain(name))
                m_scan.addWord(name, kind == "hex" ? m_pseudonyms.hexAlike(name)
                                                   : serialStandIn(name, m_pseudonyms));
        } else if (!isPlain(name)) {
            m_scan.addWord(name, m_pseudonyms.name(kind, name));
        }
    }

    // "[user@]host[:port]", "ssh://user@host:port", "local:", "HOST/docker:NAME"
    std::string target(std::string_view text) {
        const auto scheme = text.find("://");
        std::string_view rest = scheme == std::string_view::npos ? text : text.substr(scheme + 3);
        if (text.substr(0, 6) == "local:")
            return m_scan(text);
        const auto at = rest.find('@');
        std::vector<Replacement> places;
        auto place = [&](std::string_view name, std::string_view kind) {
            add(kind, name);
            if (isPlain(name) && kind == "host" && !name.empty() &&
                !std::isdigit(static_cast<unsigned char>(name[0])))
                places.push_back({static_cast<std::size_t>(name.data() - text.data()), name.size(),
                                  m_pseudonyms.name("host", name)});
        };
        if (at != std::string_view::npos) {
            place(rest.substr(0, at), "user");
            rest.remove_prefix(at + 1);
        }
        if (rest.substr(0, 1) != "[")
            place(rest.substr(0, rest.find_first_of(":/")), "host");
        return m_scan(text, places);
    }

private:
    void addHost(std::string_view name) {
        const bool address = name.find_first_not_of("0123456789.") == std::string_view::npos;
        if (address)
            return;
        const auto dot = name.find('.');
        const std::string_view first = name.substr(0, dot);
        if (!isPlain(first))
            m_scan.addWord(first, m_pseudonyms.name("host", first));
        if (dot != std::string_view::npos && name.find('.', dot + 1) != std::string_view::npos)
            m_scan.addWord(name.substr(dot + 1),
                           m_pseudonyms.name("site", name.substr(dot + 1)) + ".invalid");
    }

    RedactScan &m_scan;
    const Pseudonyms &m_pseudonyms;
};

} // namespace

Capture redacted(const Capture &capture, std::string_view key) {
    const Pseudonyms pseudonyms(key);
    RedactScan scan(pseudonyms);
    Names names(scan, pseudonyms);
    // First everything that names somebody, so that it is found in all sections, before it was named too.
    (void)names.target(capture.target);
    for (const Section &section : capture.sections)
        findNames(section.meta().name, section.bytes(),
                  [&](std::string_view kind, std::string_view name) { names.add(kind, name); });

    Capture out = capture;
    out.redacted = true;
    out.target = names.target(capture.target);
    for (std::string &note : out.notes)
        note = scan(note);
    for (Section &section : out.sections) {
        Section::Meta meta = section.meta();
        meta.origin = scan(meta.origin);
        meta.damageText = scan(meta.damageText);
        const std::string bytes = section.bytes();
        section = Section(std::move(meta),
                          section.meta().name == "pci-config"
                              ? withoutDeviceSerials(bytes, pseudonyms)
                              : scan(bytes, placedReplacements(section.meta().name, bytes, pseudonyms)));
    }
    return out;
}

} // namespace fabricscope::capture
