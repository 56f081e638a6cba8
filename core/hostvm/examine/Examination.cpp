// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/examine/Examination.h"

#include <algorithm>

namespace fabricscope::hostvm {
namespace {

using findings::Severity;

/// Edits for notes are left to the user, and problems outside the file cannot be fixed in its text.
bool isAsItShouldBe(const Verification &verification) {
    return verification.worst() != Severity::Error &&
           std::none_of(verification.findings.begin(), verification.findings.end(),
                        [](const FileFinding &one) {
                            return one.finding.severity > Severity::Note && !one.edit.isEmpty();
                        });
}

} // namespace

Examination examine(const Question &question) {
    Examination known;
    known.host = question.host;
    known.guest = question.guest;
    known.vmName = question.vmName;
    if (known.host && known.guest)
        known.guestMapping =
            mapGuest(*known.host, *known.guest,
                     {question.overrides, question.earlier ? &question.earlier->host() : nullptr});
    if (known.guest) {
        const GuestOnHost sides{*known.guest, known.host.get(), known.guestMapping};
        GenerateOptions options;
        if (question.file) {
            known.path = options.path = question.file->path;
            known.text = question.file->text;
            VerifyOptions verifyOptions;
            verifyOptions.path = question.file->path;
            verifyOptions.installed = question.file->text;
            known.verification = verify(question.file->text, sides, verifyOptions);
        }
        if (known.host)
            known.generated = generate(sides, options);
    }
    if (known.verification && isAsItShouldBe(*known.verification))
        known.expected = known.text;
    else if (known.verification && !known.verification->corrected.empty())
        known.expected = known.verification->corrected;
    else
        known.expected = known.generated.text;
    return known;
}

} // namespace fabricscope::hostvm
