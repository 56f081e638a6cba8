// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/Redact.h"

#include "core/base/Text.h"
#include "core/capture/Secrets.h"
#include "core/capture/Wrapping.h"
#include "core/capture/redact/AllowedTokens.h"
#include "core/capture/redact/NamePlaces.h"
#include "core/capture/redact/RedactRules.h"
#include "core/capture/redact/SectionRules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::capture {

namespace {

/// Whether it is a system's default host name.
bool isDefaultHostname(std::string_view host) {
    static constexpr std::array<std::string_view, 6> kSystems{"ubuntu", "debian", "centos",
                                                              "rocky",  "fedora", "linux"};
    return std::find(kSystems.begin(), kSystems.end(), host) != kSystems.end();
}

/// "10.0.0.1" and similar; not a machine whose name is a number.
bool isAddress(std::string_view host) {
    return host.find('.') != std::string_view::npos &&
           host.find_first_not_of("0123456789.") == std::string_view::npos;
}

/// "lspci.txt", "/tmp/node.tar.gz", "dump": of an imported file. Its words name no host; a host's name in it
/// is one that the file's content has, too.
bool isFileName(std::string_view target) {
    static constexpr std::array<std::string_view, 22> kExtensions{
        "txt", "log",  "xml", "json", "gz",  "xz",  "zst",    "bz2",  "tgz", "tar", "zip",
        "out", "conf", "csv", "yaml", "yml", "bin", "fscope", "html", "md",  "dat", "lspci"};
    if (target.find('@') != std::string_view::npos || target.find("://") != std::string_view::npos)
        return false;
    if (target.starts_with('/') || target.starts_with("./") || target.starts_with("../"))
        return true;
    const std::string_view name = target.substr(target.rfind('/') + 1); // npos + 1 is 0
    const auto dot = name.rfind('.');
    return dot != std::string_view::npos && dot > 0 && name.find(':') == std::string_view::npos &&
           std::find(kExtensions.begin(), kExtensions.end(), name.substr(dot + 1)) != kExtensions.end();
}

/// The names replaced throughout one capture.
class Names {
public:
    Names(RedactScan &scan, const Pseudonyms &pseudonyms) : m_scan(scan), m_pseudonyms(pseudonyms) {}

    void add(std::string_view kind, std::string_view name) {
        name = trimmed(name);
        if (kind == "host") {
            addHost(name);
        } else if (kind == "product") {
            m_scan.addProduct(name);
        } else if (isIdKind(kind)) {
            addId(name, idPseudonym(kind, name, m_pseudonyms));
        } else if (kind == "builder") {
            if (!isKnownWord(name, Topics::all())) // "build" may be anything elsewhere
                add("user", name);
        } else if (!(kind == "user" && isCommonUser(name)) && !hasForm(name)) {
            addWord(name, m_pseudonyms.name(kind, name));
        }
    }

    // "[user@]host[:port]", "ssh://user@host:port", "local:", "HOST/docker:NAME". All names are replaced,
    // except root and the default users of distributions.
    std::string target(std::string_view text) {
        const auto scheme = text.find("://");
        std::string_view rest = scheme == std::string_view::npos ? text : text.substr(scheme + 3);
        if (text.substr(0, 6) == "local:" || isFileName(text))
            return m_scan(text, noteRule());
        std::vector<Replacement> places;
        auto place = [&](std::string_view name, std::string_view kind) {
            add(kind, name);
            if (!name.empty() && !isAddress(name) && !(kind == "user" && isCommonUser(name)))
                places.push_back({static_cast<std::size_t>(name.data() - text.data()), name.size(),
                                  kind == "host" || hasForm(name) ? hostPseudonym(name, m_pseudonyms)
                                                                  : m_pseudonyms.name(kind, name)});
        };
        constexpr std::string_view kPod = "kubectl:";
        if (rest.starts_with(kPod)) {
            rest.remove_prefix(kPod.size());
            place(takeUntil(rest, '/'), "namespace");
            place(rest, "container");
            return m_scan(text, noteRule(), places);
        }
        const auto slash = std::min(rest.find('/'), rest.size());
        if (const auto at = rest.substr(0, slash).rfind('@'); at != std::string_view::npos) {
            std::string_view user = rest.substr(0, at);
            place(takeUntil(user, ':'), "user");
            place(user, "secret");
        }
        std::string_view host = rest.substr(0, slash);
        host.remove_prefix(host.rfind('@') + 1); // npos + 1 is 0
        if (!host.starts_with('['))
            place(host.substr(0, host.find(':')), "host");
        if (const auto runtime = rest.find(':', slash); runtime != std::string_view::npos)
            place(rest.substr(runtime + 1), "container");
        return m_scan(text, noteRule(), places);
    }

private:
    /// The id of a container: it is replaced by its form wherever it is.
    [[nodiscard]] bool hasForm(std::string_view name) const {
        return !RedactForms(m_pseudonyms).whole(name).empty();
    }

    void addWord(std::string_view word, std::string pseudonym) {
        if (isNumberlike(word))
            m_scan.addNumberlike(word, std::move(pseudonym));
        else
            m_scan.addWord(word, {std::move(pseudonym)});
    }

    /// Hex digits also with "0x" in front of them, or without.
    void addId(std::string_view name, const std::string &pseudonym) {
        constexpr std::size_t kLeast = 6;
        constexpr std::string_view kPrefix = "0x";
        const bool prefixed = name.starts_with(kPrefix) || name.starts_with("0X");
        const std::string_view digits = name.substr(prefixed ? kPrefix.size() : 0);
        // "00000000" means that there is none.
        if (digits.size() < kLeast || digits.find_first_not_of(digits[0]) == std::string_view::npos)
            return;
        m_scan.addWord(name, {pseudonym, true});
        if (prefixed)
            m_scan.addWord(digits, {pseudonym.substr(kPrefix.size()), true});
        else if (std::all_of(digits.begin(), digits.end(), isHex) &&
                 digits.find_first_not_of("0123456789") != std::string_view::npos)
            m_scan.addWord(std::string(kPrefix) + std::string(digits),
                           {std::string(kPrefix) + pseudonym, true});
    }

    void addHost(std::string_view name) {
        if (isAddress(name))
            return;
        const auto dot = name.find('.');
        const std::string_view first = name.substr(0, dot);
        if (!first.empty() && !isDefaultHostname(first))
            addWord(first, hostPseudonym(first, m_pseudonyms));
        if (dot != std::string_view::npos && name.find('.', dot + 1) != std::string_view::npos)
            m_scan.addWord(name.substr(dot + 1), {sitePseudonym(name.substr(dot + 1), m_pseudonyms)});
        else if (dot != std::string_view::npos) // "gpu-07.local", which has no form of its own
            m_scan.addWord(name, {hostPseudonym(name, m_pseudonyms)});
    }

    RedactScan &m_scan;
    const Pseudonyms &m_pseudonyms;
};

/// Bytes are kept, except serial numbers; a line of another form is redacted like any text.
std::string redactedConfig(std::string_view text, const RedactScan &scan, const SectionRule &rule,
                           const Pseudonyms &pseudonyms) {
    const std::string bytes = withoutDeviceSerials(text, pseudonyms);
    std::string out;
    out.reserve(bytes.size());
    for (std::string_view rest = bytes; !rest.empty();) {
        const bool terminated = rest.find('\n') != std::string_view::npos;
        const std::string_view line = takeUntil(rest, '\n');
        if (isConfigLine(line))
            out += line;
        else
            out += scan(line, rule);
        if (terminated)
            out += '\n';
    }
    return out;
}

} // namespace

Capture redacted(const Capture &capture, std::string_view key) {
    const Pseudonyms pseudonyms(key);
    RedactScan scan(pseudonyms);
    Names names(scan, pseudonyms);
    std::vector<std::string> texts;
    texts.reserve(capture.sections.size());
    for (const Section &section : capture.sections) {
        std::string text = unwrappedBytes(section); // prefixes name hosts, and no rule knows them
        texts.push_back(mayHoldSecrets(section.meta().name) ? withoutSecrets(text) : std::move(text));
    }
    // First collect all names, so that they are replaced in all sections, including earlier ones. A name of
    // several kinds gets the first one's replacement: hosts first, since their names are in other captures,
    // too.
    (void)names.target(capture.target);
    std::vector<std::pair<std::string, std::string>> others;
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (sectionRule(capture.sections[i].meta().name))
            findNames(capture.sections[i].meta().name, texts[i],
                      [&](std::string_view kind, std::string_view name) {
                          if (kind == "host")
                              names.add(kind, name);
                          else
                              others.emplace_back(kind, name);
                      });
    for (const auto &[kind, name] : others)
        names.add(kind, name);

    const auto note = [&](const std::string &text, const SectionRule &rule = noteRule()) {
        return scan(withoutSecrets(text), rule);
    };
    Capture out;
    out.redacted = true;
    out.takenMs = capture.takenMs;
    out.takenBy = note(capture.takenBy);
    out.simulated = note(capture.simulated);
    out.target = names.target(capture.target);
    for (const std::string &each : capture.notes)
        out.notes.push_back(note(each));
    std::size_t removed = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        Section::Meta meta = capture.sections[i].meta();
        const SectionRule *rule = sectionRule(meta.name);
        if (!rule) {
            ++removed;
            continue;
        }
        meta.origin = note(meta.origin, rule->ownOrigin ? *rule : noteRule());
        meta.damageText = note(meta.damageText);
        meta.wrapping.clear();
        out.sections.emplace_back(
            std::move(meta),
            rule->section == "pci-config"
                ? redactedConfig(texts[i], scan, *rule, pseudonyms)
                : scan(texts[i], *rule, placedReplacements(rule->section, texts[i], pseudonyms)));
    }
    if (removed > 0)
        out.notes.push_back(fmt::format("redaction removed {} section{}: no redaction rules", removed,
                                        removed == 1 ? "" : "s"));
    return out;
}

} // namespace fabricscope::capture
