// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace fabricscope::nccl {

/// NCCL_SOCKET_IFNAME and NCCL_IB_HCA: "eth,ens" by prefix, "=eth0,eth1" by the whole name, "^docker,lo" and
/// "^=eth0" all others; ":2" behind a name is a port (src/misc/utils.cc: parseStringList, matchIfList).
class InterfaceList {
public:
    /// Names beyond `most` are not read. `text` must outlive this.
    InterfaceList(std::string_view text, std::size_t most);

    /// Whether a search accepts it; port -1: any.
    [[nodiscard]] bool takes(std::string_view name, int port = -1) const {
        return names(name, port) != m_inverse;
    }
    /// Whether the list itself contains it; an empty list contains everything.
    [[nodiscard]] bool names(std::string_view name, int port = -1) const;
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }
    [[nodiscard]] bool inverse() const { return m_inverse; }

private:
    struct Entry {
        std::string_view name;
        int port = -1;
    };
    std::vector<Entry> m_entries;
    bool m_inverse = false, m_exact = false;
};

} // namespace fabricscope::nccl
