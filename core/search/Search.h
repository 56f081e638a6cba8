// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/HostFacts.h"
#include "core/search/Keywords.h"
#include "core/search/Query.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::search {

/// An action of the program.
struct ActionSource {
    std::string name; ///< "Collect again"
    std::string menu; ///< "Fleet"
    std::string keys; ///< "Ctrl+R"; may be empty
};

/// Everything that can be searched. `current` is the host shown: its devices come first among equals.
struct Corpus {
    std::vector<HostSource> hosts;
    std::vector<ActionSource> actions;
    std::optional<std::uint64_t> current;
};

/// One search result, with what a list shows of it.
struct Hit {
    Group group = kDevices;
    Quality quality = Quality::None; ///< of the word that matches worst
    unsigned sum = 0;                ///< of all words' qualities
    std::size_t host = 0;            ///< index in Corpus::hosts
    std::optional<topology::NodeId> node;
    std::size_t action = 0;                 ///< index in Corpus::actions
    std::optional<topology::NodeKind> kind; ///< of a device
    bool frontEnd = false;
    std::optional<findings::Severity> severity;
    std::string title;
    std::string address; ///< of a device: as short as its host allows
    std::string detail;  ///< model and driver; badge and target; the menu
};

/// The results of one group: the best ones in order, and the total number.
struct Hits {
    std::vector<Hit> best;
    std::size_t count = 0;
};

/// A search in steps, so that nothing waits for it: 64 hosts of 4096 functions each are a
/// quarter of a million comparisons.
class Search {
public:
    static constexpr std::array kGroups{kHosts, kDevices, kFindings, kActions};

    /// Of each group the `most` best are kept. An empty query finds all hosts and findings, as a
    /// starting point; one with errors finds nothing.
    Search(std::string_view text, std::shared_ptr<const Corpus> corpus, std::size_t most);

    /// Searches one more host, or the actions; false once all is done.
    bool advance();
    void finish() {
        while (advance()) {
        }
    }

    /// Number of hosts, and then of action lists, searched so far.
    [[nodiscard]] std::size_t done() const { return m_next; }
    [[nodiscard]] const Query &query() const { return m_query; }
    [[nodiscard]] const Corpus &corpus() const { return *m_corpus; }
    [[nodiscard]] const Hits &hits(Group group) const;
    /// The group that holds the best hit of all; std::nullopt if nothing was found.
    [[nodiscard]] std::optional<Group> bestGroup() const;

private:
    void searchHost(std::size_t index);
    void searchActions();
    /// Keeps the hit if it is good enough; `fill` then sets its texts.
    template<class Fill> void keep(Hit hit, const Fill &fill);
    [[nodiscard]] bool isBetter(const Hit &hit, const Hit &than) const;

    Query m_query;
    std::shared_ptr<const Corpus> m_corpus;
    std::size_t m_most;
    std::size_t m_next = 0; ///< hosts, then the actions
    std::array<Hits, kGroups.size()> m_hits;
};

/// The nodes of one host that the text matches, in the order of the topology, without the host itself. An
/// empty text finds nothing. `host` is its name, for `host:`; `judgement` is of this topology, or nullptr.
[[nodiscard]] std::vector<topology::NodeId> matchingNodes(std::string_view text,
                                                          const topology::Topology &topology,
                                                          const affinity::Judgement *judgement,
                                                          std::string_view host);

} // namespace fabricscope::search
