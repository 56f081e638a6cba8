// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/graph/System.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>

namespace fabricscope::nccl {

inline constexpr std::int64_t kLocalIdMask = 0x00ffffffffffffff; ///< NCCL_TOPO_ID_LOCAL_ID_MASK
inline constexpr int kHostIdShift = 56;                          ///< NCCL_TOPO_ID: the host is above

/// kvConvertToInt: the first row that the text begins with; nullptr if there is none.
template<class Rows> auto rowOf(const Rows &rows, std::string_view text) -> decltype(&*std::begin(rows)) {
    const auto row = std::find_if(std::begin(rows), std::end(rows),
                                  [text](const auto &r) { return text.substr(0, r.text.size()) == r.text; });
    return row != std::end(rows) ? &*row : nullptr;
}

/// A System that is being made of a tree: its nodes and links, within the limits of the library. Errors end
/// it at once, as in the library: they are stored here, and each step checks failed().
class SystemGraph {
public:
    SystemGraph(const XmlTree &tree, const Version &version);

    [[nodiscard]] const XmlTree &tree() const { return m_tree; }
    [[nodiscard]] const Version &version() const { return m_version; }
    [[nodiscard]] System &system() { return m_system; }
    [[nodiscard]] const System &system() const { return m_system; }

    [[nodiscard]] const XmlNode &element(int xml) const {
        return m_tree.nodes[static_cast<std::size_t>(xml)];
    }
    [[nodiscard]] bool failed() const { return m_error.has_value(); }
    /// The first error stays. `xml`: the element in which it is, or -1.
    void fail(int xml, std::string what, ResultCode code = ResultCode::InternalError);
    [[nodiscard]] FileError takeError() { return std::move(*m_error); } ///< once it has failed
    void warn(int xml, std::string_view attribute, std::string what);
    /// The value of the attribute; fails if it is missing.
    [[nodiscard]] std::string_view needed(int xml, std::string_view attribute);
    [[nodiscard]] NodeType classOf(int xml, std::string_view attribute);

    /// Ids of nodes are those of the host that this element is of, from now on.
    void enterHostOf(int xml);
    [[nodiscard]] std::int64_t host() const { return m_host; }
    [[nodiscard]] int create(NodeType type, std::int64_t id, int xml);
    [[nodiscard]] int find(NodeType type, std::int64_t id) const; ///< the first with this id, or -1
    void connect(int from, int to, LinkType type, float bandwidth);
    void connectBoth(int one, int other, LinkType type, float bandwidth);
    [[nodiscard]] SystemNode &node(int index) { return m_system.nodes[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const SystemNode &node(int index) const {
        return m_system.nodes[static_cast<std::size_t>(index)];
    }

private:
    [[nodiscard]] std::int64_t onHost(std::int64_t id) const { return id | (m_host << kHostIdShift); }

    const XmlTree &m_tree;
    const Version &m_version;
    System m_system;
    std::vector<std::uint64_t> m_hostHashes; ///< by number of the host
    std::int64_t m_host = 0;
    std::array<std::unordered_map<std::int64_t, int>, kNodeTypes> m_byId;
    std::optional<FileError> m_error;
};

} // namespace fabricscope::nccl
