// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words of the sentences that this program itself adds to a capture: what was not read, and why. One word a
// blank; sorted.
#include "core/capture/redact/KnownWords.h"

namespace fabricscope::capture::words {

const std::string_view kNotes =
    "account after again allowed another answer answered answering apply archive archives attempt attempts "
    "because before begins bench benchmark breaks broke capture captures characters cold column columns "
    "compress configured conflicts connected container containers contains content copied copy cut damaged "
    "dangling deep did directory divided does dropped effective empty ended ends entered everything example "
    "execute feed finish finished folder folders forced fully given gzip help hold holds hosts import "
    "imported included incomplete incorrect inside instead interrupted itself kind kinds known later lists "
    "long longer many members middle near nccl-log nccl-topo needs nested newer nothing od older one ones "
    "opened outside owned "
    "packed parse partial password passwords permitted pointing printed privileges read reading received "
    "redaction refused rejected rest restarted result resulting results reused root rules save saved script "
    "seconds separately skipped sorry standard stopped stuck such sudo sudoers supported surrounds terminal "
    "text texts than their them they those timed timeout times too tree trees try uncompress understood "
    "unexpected unpack unpacked unpacks unrar until used user users validation waiting web were while whole "
    "whose wider without written wrong zip";

} // namespace fabricscope::capture::words
