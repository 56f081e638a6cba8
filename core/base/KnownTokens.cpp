// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/KnownTokens.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fabricscope {

namespace {

/// The characters of a token after its prefix.
enum class Letters : unsigned char { Capitals, Plain, Underscores, Dashes, Dotted };
/// Further requirements, since ordinary words may have the same prefix.
enum class Requirement : unsigned char { Nothing, HaveDigit, HaveLongMix };

struct Form {
    std::string_view beginning;
    Letters letters;
    std::size_t least, most; ///< characters after the prefix
    Requirement requirement = Requirement::Nothing;
};
constexpr std::size_t kAny = 65536;
// To add a token, add a row.
constexpr std::array kForms = {
    Form{"hf_", Letters::Plain, 20, kAny},
    Form{"ghp_", Letters::Plain, 20, kAny},
    Form{"gho_", Letters::Plain, 20, kAny},
    Form{"ghu_", Letters::Plain, 20, kAny},
    Form{"ghs_", Letters::Plain, 20, kAny},
    Form{"ghr_", Letters::Plain, 20, kAny},
    Form{"github_pat_", Letters::Underscores, 20, kAny},
    Form{"glpat-", Letters::Dotted, 16, kAny, Requirement::HaveDigit},
    // https://docs.gitlab.com/security/tokens/#token-prefixes
    Form{"gldt-", Letters::Dotted, 16, kAny, Requirement::HaveDigit},
    Form{"glrt-", Letters::Dotted, 16, kAny, Requirement::HaveDigit},
    Form{"glrtr-", Letters::Dotted, 16, kAny, Requirement::HaveDigit},
    Form{"glcbt-", Letters::Dotted, 16, kAny, Requirement::HaveDigit},
    Form{"glptt-", Letters::Dotted, 16, kAny, Requirement::HaveDigit},
    Form{"glft-", Letters::Dotted, 16, kAny, Requirement::HaveDigit},
    Form{"glimt-", Letters::Dotted, 16, kAny, Requirement::HaveDigit},
    Form{"glagent-", Letters::Dotted, 16, kAny, Requirement::HaveDigit},
    Form{"glsoat-", Letters::Dotted, 16, kAny, Requirement::HaveDigit},
    Form{"gloas-", Letters::Dotted, 16, kAny, Requirement::HaveDigit},
    Form{"glffct-", Letters::Dotted, 16, kAny, Requirement::HaveDigit},
    Form{"gsk_", Letters::Plain, 32, kAny},
    Form{"sk-", Letters::Dashes, 20, kAny, Requirement::HaveLongMix},
    Form{"sk_live_", Letters::Plain, 16, kAny},
    Form{"sk_test_", Letters::Plain, 16, kAny},
    Form{"rk_live_", Letters::Plain, 16, kAny},
    Form{"nvapi-", Letters::Dashes, 20, kAny},
    Form{"npm_", Letters::Plain, 20, kAny},
    Form{"pypi-", Letters::Dashes, 32, kAny, Requirement::HaveDigit},
    Form{"AKIA", Letters::Capitals, 16, 16},
    Form{"ASIA", Letters::Capitals, 16, 16},
    Form{"AIza", Letters::Dashes, 30, 40, Requirement::HaveDigit},
    Form{"xoxa-", Letters::Dashes, 10, kAny, Requirement::HaveDigit},
    Form{"xoxb-", Letters::Dashes, 10, kAny, Requirement::HaveDigit},
    Form{"xoxe-", Letters::Dashes, 10, kAny, Requirement::HaveDigit},
    Form{"xoxp-", Letters::Dashes, 10, kAny, Requirement::HaveDigit},
    Form{"xoxr-", Letters::Dashes, 10, kAny, Requirement::HaveDigit},
    Form{"xoxs-", Letters::Dashes, 10, kAny, Requirement::HaveDigit},
    Form{"xapp-", Letters::Dashes, 10, kAny, Requirement::HaveDigit},
    Form{"eyJ", Letters::Dotted, 13, kAny}, // a JWT: three parts of JSON in base64
    Form{"ya29.", Letters::Dotted, 16, kAny},
    Form{"hvs.", Letters::Dotted, 16, kAny},
    Form{"hvb.", Letters::Dotted, 16, kAny},
    Form{"hvr.", Letters::Dotted, 16, kAny},
    Form{"dckr_pat_", Letters::Dashes, 16, kAny},
    Form{"dckr_oat_", Letters::Dashes, 16, kAny},
    Form{"dop_v1_", Letters::Plain, 32, kAny}, // DigitalOcean: personal, OAuth, refresh
    Form{"doo_v1_", Letters::Plain, 32, kAny},
    Form{"dor_v1_", Letters::Plain, 32, kAny},
    Form{"dapi", Letters::Plain, 32, 40, Requirement::HaveLongMix}, // Databricks
    Form{"glsa_", Letters::Underscores, 32, kAny},                  // Grafana
    Form{"glc_", Letters::Plain, 32, kAny},
    Form{"shpat_", Letters::Plain, 32, kAny}, // Shopify
    Form{"shpca_", Letters::Plain, 32, kAny},
    Form{"shppa_", Letters::Plain, 32, kAny},
    Form{"shpss_", Letters::Plain, 32, kAny},
    Form{"whsec_", Letters::Plain, 24, kAny}, // Stripe
    Form{"SG.", Letters::Dotted, 40, kAny, Requirement::HaveLongMix},
    Form{"ATATT3", Letters::Dashes, 40, kAny}, // Atlassian
    Form{"rubygems_", Letters::Plain, 32, kAny},
    Form{"lin_api_", Letters::Plain, 32, kAny},
    Form{"sntrys_", Letters::Underscores, 32, kAny}, // Sentry
    Form{"sntryu_", Letters::Plain, 32, kAny},
    Form{"pplx-", Letters::Plain, 32, kAny},
    Form{"xai-", Letters::Plain, 32, kAny, Requirement::HaveLongMix},
    Form{"pcsk_", Letters::Underscores, 32, kAny}, // Pinecone
    Form{"lsv2_pt_", Letters::Underscores, 32, kAny},
    Form{"lsv2_sk_", Letters::Underscores, 32, kAny},
    Form{"wandb_v1_", Letters::Dashes, 32, kAny},
    Form{"sbp_", Letters::Plain, 32, kAny}, // Supabase
    Form{"GOCSPX-", Letters::Dashes, 24, kAny},
    Form{"figd_", Letters::Dashes, 32, kAny},
    Form{"r8_", Letters::Plain, 32, kAny},
    Form{"tskey-", Letters::Dashes, 16, kAny, Requirement::HaveDigit},
};

/// By the first character: which second ones a form begins with, a bit each; all are ASCII.
constexpr std::array<std::array<std::uint64_t, 2>, 256> kBeginnings = [] {
    std::array<std::array<std::uint64_t, 2>, 256> begins{};
    for (const Form &form : kForms) {
        const auto second = static_cast<unsigned char>(form.beginning[1]);
        begins[static_cast<unsigned char>(form.beginning[0])][second / 64U] |= std::uint64_t{1}
                                                                               << second % 64U;
    }
    return begins;
}();

/// Decides nearly all positions of a text, which are many.
bool mayBegin(std::string_view line, std::size_t at) {
    if (at + 1 >= line.size())
        return false;
    const auto second = static_cast<unsigned char>(line[at + 1]);
    const auto &seconds = kBeginnings[static_cast<unsigned char>(line[at])];
    return second < 128 && (seconds[second / 64U] >> second % 64U & 1U) != 0;
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isCapital(char c) {
    return c >= 'A' && c <= 'Z';
}
bool isPlain(char c) {
    return isDigit(c) || isCapital(c) || (c >= 'a' && c <= 'z');
}

bool isOf(Letters letters, char c) {
    switch (letters) {
    case Letters::Capitals:
        return isDigit(c) || isCapital(c);
    case Letters::Plain:
        return isPlain(c);
    case Letters::Underscores:
        return isPlain(c) || c == '_';
    case Letters::Dashes:
        return isPlain(c) || c == '_' || c == '-';
    case Letters::Dotted:
        return isPlain(c) || c == '_' || c == '-' || c == '.';
    }
    return false;
}

/// Sixteen letters and digits in sequence, of both kinds: random, not written by a person.
bool hasLongMix(std::string_view text) {
    constexpr std::size_t kLeast = 16;
    std::size_t run = 0, digits = 0;
    for (const char c : text) {
        run = isPlain(c) ? run + 1 : 0;
        digits = run == 0 ? 0 : digits + (isDigit(c) ? 1 : 0);
        if (run >= kLeast && digits > 0 && digits < run)
            return true;
    }
    return false;
}

bool has(Requirement requirement, std::string_view text) {
    switch (requirement) {
    case Requirement::Nothing:
        return true;
    case Requirement::HaveDigit:
        return std::any_of(text.begin(), text.end(), isDigit);
    case Requirement::HaveLongMix:
        return hasLongMix(text);
    }
    return false;
}

/// After "\n" in a JSON string, "%3D" in a URL and "ESC [ 1 m" of a terminal a word may begin, too.
bool isAfterEscape(std::string_view line, std::size_t at) {
    const auto isHex = [](char c) {
        return isDigit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
    };
    constexpr std::string_view kBlanks = "nrt";
    if (at >= 2 && line[at - 2] == '\\' && kBlanks.find(line[at - 1]) != std::string_view::npos)
        return true;
    if (at >= 3 && line[at - 3] == '%' && isHex(line[at - 2]) && isHex(line[at - 1]))
        return true;
    constexpr std::size_t kLongest = 16;
    const std::string_view near = line.substr(at - std::min(at, kLongest), std::min(at, kLongest));
    const std::size_t escape = near.rfind("\x1b[");
    return escape != std::string_view::npos && near.back() == 'm' &&
           near.find_first_not_of("0123456789;", escape + 2) == near.size() - 1;
}

/// After a dash or a dot a token may begin only if the text before ends there: so each position is visited
/// once.
bool begins(std::string_view line, std::size_t at, Letters letters) {
    const char before = at == 0 ? ' ' : line[at - 1];
    if (before == '-' || before == '.')
        return letters <= Letters::Underscores;
    return !(isPlain(before) || before == '_') || isAfterEscape(line, at);
}

} // namespace

KnownToken knownTokenAt(std::string_view line, std::size_t at) {
    if (!mayBegin(line, at))
        return {};
    const std::string_view rest = line.substr(at);
    const auto *form = std::find_if(kForms.begin(), kForms.end(), [&](const Form &each) {
        return rest.starts_with(each.beginning) && begins(line, at, each.letters);
    });
    if (form == kForms.end())
        return {};
    const std::size_t secret = at + form->beginning.size();
    std::size_t end = secret;
    while (end < line.size() && isOf(form->letters, line[end]))
        ++end;
    // "hf_abc_def", "AKIAxyz": a word that continues with another character is not such a token.
    const bool isOpen = end == line.size();
    const bool continues = end < line.size() && (isPlain(line[end]) || line[end] == '_');
    if (form->letters == Letters::Dotted) // a full stop at the end of a sentence
        while (end > secret && line[end - 1] == '.')
            --end;
    const std::size_t length = end - secret;
    return {secret, end, isOpen,
            !continues && length >= form->least && length <= form->most &&
                has(form->requirement, line.substr(secret, length))};
}

} // namespace fabricscope
