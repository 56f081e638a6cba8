// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/StitchExamination.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace fabricscope::layout {

using stitch::ProblemCode;
using topology::Severity;

namespace {

/// What was looked at, by the problems that say it is not so: from the first of the codes to the last.
struct CheckRow {
    std::string_view text;
    ProblemCode first, last;
};
constexpr std::array kChecks{
    CheckRow{"Pairs follow the host's switches", ProblemCode::NicsSwapped, ProblemCode::Pxb},
    CheckRow{"The library is told of it", ProblemCode::NotNamed, ProblemCode::GraphFile},
    CheckRow{"All bus IDs exist in the guest", ProblemCode::NothingFound, ProblemCode::BusIdTwice},
    CheckRow{"All GPUs and NICs are in it", ProblemCode::GpuNotInFile, ProblemCode::NicsMerged},
    CheckRow{"NICs: name, speed, port, GDR", ProblemCode::NetName, ProblemCode::NetPort},
    CheckRow{"GPUs: the library's numbers", ProblemCode::GpuDev, ProblemCode::GpuDropped},
    CheckRow{"Link speed and width", ProblemCode::SwitchIsReal, ProblemCode::LinkSlow},
    CheckRow{"NUMA nodes and CPUs", ProblemCode::NumaUnknown, ProblemCode::NicsFused},
    CheckRow{"The library reads it", ProblemCode::ByteOrderMark, ProblemCode::Refused},
    CheckRow{"Nothing in it is passed over", ProblemCode::NoSystem, ProblemCode::AttributeIgnored},
    CheckRow{"The guest and its host fit it", ProblemCode::DmaBufUnset, ProblemCode::NoHost},
};

/// "6 of 8 pairs": pairs of the file that the hardware has, too.
std::string pairsValue(const StitchTable &table, std::size_t claims) {
    if (table.compared() == 0)
        return "not known";
    const auto wrong = static_cast<std::size_t>(
        std::count_if(table.curves().begin(), table.curves().end(),
                      [](const StitchCurve &curve) { return curve.says == StitchCurve::Says::File; }));
    return fmt::format("{} of {} pairs", claims - std::min(claims, wrong), claims);
}

std::vector<StitchCheck> checksOf(const stitch::Verification &verification, const StitchTable &table,
                                  std::size_t claims) {
    std::vector<StitchCheck> checks;
    for (const CheckRow &row : kChecks) {
        StitchCheck check{std::nullopt, std::string(row.text), {}};
        std::size_t count = 0;
        for (const stitch::Problem &problem : verification.problems) {
            if (problem.code < row.first || problem.code > row.last)
                continue;
            ++count;
            check.severity = std::max(check.severity.value_or(problem.severity), problem.severity);
        }
        if (count > 0)
            check.value = fmt::format("{} problem{}", count, count == 1 ? "" : "s");
        if (&row == kChecks.data()) {
            check.value = pairsValue(table, claims) + (count > 0 ? ", " + check.value : std::string());
            if (table.compared() == 0 && !check.severity)
                check.severity = Severity::Note; // what is not known has not passed
        }
        checks.push_back(std::move(check));
    }
    const auto rank = [](const StitchCheck &check) {
        return check.severity ? 1 + static_cast<int>(*check.severity) : 0;
    };
    std::stable_sort(checks.begin(), checks.end(),
                     [&](const StitchCheck &a, const StitchCheck &b) { return rank(a) > rank(b); });
    return checks;
}

/// What the file claims, as the library reads it.
std::vector<StitchClaim> claimsOf(const affinity::Judgement &judgement) {
    std::vector<StitchClaim> claims;
    const affinity::Fabric &fabric = judgement.fabric;
    for (const affinity::Pair &pair : judgement.pairs)
        if (pair.basis == affinity::Basis::File && pair.nic && fabric.gpus[pair.gpu].bdf &&
            fabric.nics[*pair.nic].bdf && claims.size() < StitchLimits::kClaims)
            claims.push_back({*fabric.gpus[pair.gpu].bdf, *fabric.nics[*pair.nic].bdf, pair.line});
    return claims;
}

} // namespace

std::shared_ptr<const StitchExamination> examineStitch(const StitchQuestion &question) {
    stitch::Stitch stitch;
    if (question.host && question.guest)
        stitch = stitch::stitch(*question.host, *question.guest,
                                {question.overrides, question.earlier ? &question.earlier->host() : nullptr});
    std::optional<stitch::Verification> verification;
    stitch::Generated generated;
    std::vector<StitchClaim> claims;
    if (question.guest) {
        const stitch::GuestOnHost sides{*question.guest, question.host.get(), stitch};
        stitch::GenerateOptions options;
        if (question.file) {
            options.path = question.file->path;
            stitch::VerifyOptions verify;
            verify.path = question.file->path;
            verify.installed = question.file->text;
            verification = stitch::verify(question.file->text, sides, verify);
            claims = claimsOf(verification->judgement);
        }
        if (question.host)
            generated = stitch::generate(sides, options);
    }
    StitchTable table({question.host.get(), question.guest.get(),
                       question.host && question.guest ? &stitch : nullptr, question.vmName,
                       question.file.has_value(), claims});
    std::vector<StitchCheck> checks;
    if (verification)
        checks = checksOf(*verification, table, claims.size());
    auto result = std::make_shared<StitchExamination>(StitchExamination{question.host,
                                                                        question.guest,
                                                                        question.vmName,
                                                                        std::move(stitch),
                                                                        std::move(table),
                                                                        {},
                                                                        {},
                                                                        {},
                                                                        std::move(verification),
                                                                        std::move(generated),
                                                                        std::move(checks)});
    if (question.file) {
        result->path = question.file->path;
        result->text = question.file->text;
    }
    if (result->verification && result->verification->worst() != Severity::Error &&
        result->verification->corrected.empty())
        result->expected = result->text;
    else if (result->verification && !result->verification->corrected.empty())
        result->expected = result->verification->corrected;
    else
        result->expected = result->generated.text;
    return result;
}

std::shared_ptr<const SeenByGuest> seenByGuest(const StitchExamination &examination) {
    if (!examination.guest || !examination.host || examination.stitch.matches.empty())
        return nullptr;
    auto seen = std::make_shared<SeenByGuest>();
    seen->guest = examination.table.guestName();
    for (const stitch::Match &match : examination.stitch.matches)
        if (const auto node = examination.guest->find(match.guest))
            seen->onHost[match.onHost] = {match.guest.toString(), examination.guest->node(*node).name};
    return seen;
}

} // namespace fabricscope::layout
