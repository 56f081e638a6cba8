// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words of the sentences that this program itself adds to a capture: what was not read, and why. One word a
// blank; sorted.
#include "core/capture/redact/KnownWords.h"

namespace fabricscope::capture::words {

const std::string_view kNotes =
    "account after again allowed answer answered answering apply archive archives attempt attempts because "
    "before begins captures cold compress configured connected container containers contains copied copy "
    "cut damaged did directory does dropped effective empty ended ends entered everything example execute "
    "finish folder folders forced fully given gzip help hosts import imported included incomplete incorrect "
    "inside "
    "instead interrupted itself kind kinds known later lists longer many members needs nested newer "
    "nothing older one ones opened owned packed partial password passwords permitted printed privileges "
    "read reading received redaction refused rejected rest restarted result resulting reused root rules "
    "save saved script seconds separately skipped sorry standard stopped stuck such sudo sudoers supported "
    "terminal text than timed timeout too tree trees try uncompress understood unexpected unpack unpacked "
    "unpacks unrar until used user users validation waiting were while whole without written wrong zip";

} // namespace fabricscope::capture::words
