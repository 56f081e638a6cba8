// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Correction.h"

#include "core/affinity/CorrectionParts.h"
#include "core/affinity/Examine.h"
#include "core/affinity/Sentences.h"
#include "core/affinity/TextEdits.h"
#include "core/nccl/file/UnifiedDiff.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricscope::affinity {

namespace {

using nccl::XmlNode;

/// Whether the file leaves a NIC out of its group, or puts one into another group.
bool contradictsHardware(const Judgement &judgement, const std::vector<HomeGroup> &groups,
                         const std::vector<StatedPair> &claims) {
    const auto claimed = [&](std::size_t gpu, std::size_t nic) {
        return std::any_of(claims.begin(), claims.end(),
                           [&](const StatedPair &claim) { return claim.gpu == gpu && claim.nic == nic; });
    };
    for (const HomeGroup &group : groups)
        for (const std::size_t gpu : group.gpus)
            for (const std::size_t nic : judgement.ideal[gpu])
                if (topology::isBelowSwitch(judgement.fabric.reach(gpu, nic).word) && !claimed(gpu, nic))
                    return true;
    return std::any_of(judgement.pairs.begin(), judgement.pairs.end(),
                       [](const Pair &pair) { return pair.basis == Basis::File && pair.mispaired; });
}

template<class Device> std::string withId(const Device &device) {
    return fmt::format("{} ({})", device.name, device.busIdText);
}

std::string gpusText(const Fabric &fabric, const HomeGroup &group) {
    std::vector<std::string> names;
    for (const std::size_t gpu : group.gpus)
        names.push_back(withId(fabric.gpus[gpu]));
    return listed(names);
}

/// What to change about a group, the smallest change first.
enum class Step : std::uint8_t {
    None,    ///< it is correct
    Moved,   ///< elements elsewhere are moved next to its first GPU that has a switch
    Wrapped, ///< a new switch, in the place of its first GPU
};

/// One attempt: each group changed by its step.
class CorrectionAttempt {
public:
    CorrectionAttempt(std::string_view text, const nccl::Version &version, const Fabric &fabric,
                      const nccl::XmlTree &tree)
        : m_text(text)
        , m_fabric(fabric)
        , m_tree(tree)
        , m_elements(deviceElementsIn(tree, fabric))
        , m_edits(text, version) {
        for (const StatedPair &claim : claimedPairs(tree, fabric))
            m_claims.emplace(claim.gpu, claim.nic);
    }

    /// False if the file has no place for the group.
    bool place(const HomeGroup &group, Step step) {
        if (step == Step::None)
            return true;
        // A GPU that is not in the file has no place to use.
        const auto isLost = [&](std::size_t gpu) {
            return !m_elements.gpus[gpu];
        };
        if (std::any_of(group.gpus.begin(), group.gpus.end(), isLost))
            return false;
        return step == Step::Moved ? move(group) : wrap(group);
    }

    [[nodiscard]] std::string text() const { return m_edits.apply(); }
    [[nodiscard]] std::vector<std::string> takeChanges() { return std::move(m_changes); }

private:
    using Pieces = std::vector<TextEdits::Piece>;

    [[nodiscard]] const XmlNode &node(int index) const {
        return m_tree.nodes[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] const XmlNode &nodeOf(std::size_t gpu) const { return node(*m_elements.gpus[gpu]); }

    /// Nothing if it was taken already: ports of one device are in one element.
    bool take(int element, Pieces &pieces) {
        if (!m_taken.insert(element).second)
            return true;
        auto piece = m_edits.cut(node(element).line, node(element).column);
        if (piece)
            pieces.push_back(std::move(*piece));
        return piece.has_value();
    }

    bool takeNic(std::size_t nic, Pieces &pieces) {
        if (const auto at = m_elements.nics[nic])
            return take(*at, pieces);
        const Nic &own = m_fabric.nics[nic];
        pieces.push_back({newElement(own.busIdText, kNicClass, own.link), {}});
        return true;
    }

    [[nodiscard]] bool isClaimedByAll(const HomeGroup &group, std::size_t nic) const {
        return std::all_of(group.gpus.begin(), group.gpus.end(), [&](std::size_t gpu) {
            return m_claims.contains({gpu, nic});
        });
    }

    void addChange(const HomeGroup &group, std::size_t nic) {
        m_changes.push_back(
            fmt::format("{} moves to {}", withId(m_fabric.nics[nic]), gpusText(m_fabric, group)));
    }

    /// The `pci` that contains it, if any.
    [[nodiscard]] std::optional<int> boxOf(std::size_t gpu) const {
        const auto boxes = boxesAbove(m_tree, *m_elements.gpus[gpu]);
        return boxes.empty() ? std::nullopt : std::optional(boxes.back());
    }

    bool move(const HomeGroup &group) {
        const auto anchor = std::find_if(group.gpus.begin(), group.gpus.end(),
                                         [&](std::size_t gpu) { return boxOf(gpu).has_value(); });
        if (anchor == group.gpus.end())
            return false;
        Pieces pieces;
        for (const std::size_t gpu : group.gpus) {
            if (boxOf(gpu) == boxOf(*anchor))
                continue;
            if (!take(*m_elements.gpus[gpu], pieces))
                return false;
            m_changes.push_back(
                fmt::format("{} moves to {}", withId(m_fabric.gpus[gpu]), withId(m_fabric.gpus[*anchor])));
        }
        const bool alone = pieces.empty(); // a GPU that is moved needs the NICs in this very switch
        for (const std::size_t nic : group.nics) {
            if ((alone && isClaimedByAll(group, nic)) || isIn(*boxOf(*anchor), nic))
                continue;
            if (!takeNic(nic, pieces))
                return false;
            addChange(group, nic);
        }
        return pieces.empty() || m_edits.insertAfter(nodeOf(*anchor).line, nodeOf(*anchor).column, pieces);
    }

    /// Whether it is directly in this `pci`.
    [[nodiscard]] bool isIn(int box, std::size_t nic) const {
        return m_elements.nics[nic] && node(*m_elements.nics[nic]).parent == box;
    }

    bool wrap(const HomeGroup &group) {
        const std::size_t first = group.gpus.front();
        const auto id = newId();
        const std::string link = switchLink(group);
        if (!id || link.empty() || !m_taken.insert(*m_elements.gpus[first]).second)
            return false;
        Pieces pieces;
        for (std::size_t i = 1; i < group.gpus.size(); ++i)
            if (!take(*m_elements.gpus[group.gpus[i]], pieces))
                return false;
        for (const std::size_t nic : group.nics)
            if (!takeNic(nic, pieces))
                return false;
        m_changes.push_back(fmt::format("{} {} {} own switch, {}", gpusText(m_fabric, group),
                                        group.gpus.size() == 1 ? "gets" : "get",
                                        group.gpus.size() == 1 ? "its" : "their", *id));
        for (const std::size_t nic : group.nics) // NICs that were next to any of them are moved too
            if (std::none_of(group.gpus.begin(), group.gpus.end(), [&](std::size_t gpu) {
                    return m_claims.contains({gpu, nic});
                }))
                addChange(group, nic);
        return m_edits.wrap(nodeOf(first).line, nodeOf(first).column, switchElement(*id, link), "</pci>",
                            pieces);
    }

    /// From the file's GPUs, else from the machine.
    [[nodiscard]] std::string switchLink(const HomeGroup &group) const {
        for (const std::size_t gpu : group.gpus) {
            const auto speed = nodeOf(gpu).value("link_speed");
            const auto width = nodeOf(gpu).value("link_width");
            if (speed && width && !speed->empty() && !width->empty())
                return fmt::format(" link_speed=\"{}\" link_width=\"{}\"", *speed, *width);
        }
        return linkAttributes(linkOf(m_fabric, group));
    }

    std::optional<std::string> newId() {
        constexpr unsigned kMost = 0xFF;
        while (++m_invented <= kMost) {
            std::string id = fmt::format("ffff:ff:{:02x}.0", m_invented);
            if (m_text.find(id) == std::string_view::npos)
                return id;
        }
        return std::nullopt;
    }

    std::string_view m_text;
    const Fabric &m_fabric;
    const nccl::XmlTree &m_tree;
    DeviceElements m_elements;
    TextEdits m_edits;
    std::set<std::pair<std::size_t, std::size_t>> m_claims; ///< GPU, NIC
    std::set<int> m_taken;                                  ///< elements that were cut
    std::vector<std::string> m_changes;
    unsigned m_invented = 0;
};

/// The smallest change of each group that makes the text correct: what is right is left alone, and each round
/// advances the groups that are still wrong by one step.
class MinimalCorrection {
public:
    MinimalCorrection(std::string_view text, const nccl::Version &version, const Judgement &judgement,
                      const nccl::XmlTree &tree)
        : m_text(text)
        , m_version(version)
        , m_judgement(judgement)
        , m_tree(tree)
        , m_groups(homeGroups(judgement))
        , m_steps(m_groups.size(), Step::None) {}

    [[nodiscard]] const std::vector<HomeGroup> &groups() const { return m_groups; }

    std::optional<Correction> find() {
        if (!advance(wronglyClaimed(m_judgement, m_groups, claimedPairs(m_tree, m_judgement.fabric))))
            return std::nullopt;
        constexpr int kRounds = 8; // two steps a group; a step may disturb a neighbour once
        for (int round = 0; round < kRounds; ++round) {
            CorrectionAttempt candidate(m_text, m_version, m_judgement.fabric, m_tree);
            if (const auto failed = attempt(candidate)) {
                if (m_steps[*failed] == Step::Wrapped)
                    return std::nullopt;
                m_steps[*failed] = Step::Wrapped;
                continue;
            }
            Correction correction;
            correction.text = candidate.text();
            const auto wrong = wronglyClaimed(m_judgement, m_groups,
                                              claimsOf(correction.text, m_version, m_judgement.fabric));
            if (wrong.empty()) {
                correction.changes = candidate.takeChanges();
                return correction;
            }
            if (!advance(wrong))
                return std::nullopt;
        }
        return std::nullopt;
    }

private:
    /// Returns the group that has no place in the file.
    [[nodiscard]] std::optional<std::size_t> attempt(CorrectionAttempt &candidate) const {
        for (std::size_t i = 0; i < m_groups.size(); ++i)
            if (!candidate.place(m_groups[i], m_steps[i]))
                return i;
        return std::nullopt;
    }

    /// False if nothing more can be done about one of them.
    bool advance(const std::set<std::size_t> &wrong) {
        bool any = false;
        for (std::size_t i = 0; i < m_groups.size(); ++i) {
            const auto &gpus = m_groups[i].gpus;
            if (std::none_of(gpus.begin(), gpus.end(), [&](std::size_t gpu) { return wrong.contains(gpu); }))
                continue;
            if (m_steps[i] == Step::Wrapped)
                return false;
            m_steps[i] = m_steps[i] == Step::None ? Step::Moved : Step::Wrapped;
            any = true;
        }
        return any;
    }

    std::string_view m_text;
    const nccl::Version &m_version;
    const Judgement &m_judgement;
    const nccl::XmlTree &m_tree;
    std::vector<HomeGroup> m_groups;
    std::vector<Step> m_steps; ///< parallel to m_groups
};

} // namespace

std::optional<Correction> correctedFile(std::string_view text, const std::string &path,
                                        const nccl::Version &version, const Judgement &judgement) {
    if (judgement.fabric.claimOnly || !hasFault(judgement))
        return std::nullopt;
    const auto tree = nccl::readXml(text, version);
    if (!tree)
        return std::nullopt;
    MinimalCorrection least(text, version, judgement, *tree);
    if (!contradictsHardware(judgement, least.groups(), claimedPairs(*tree, judgement.fabric)))
        return std::nullopt;
    auto correction = least.find();
    if (!correction || correction->text == text)
        return std::nullopt;
    correction->path = path;
    correction->diff = nccl::unifiedDiff(text, correction->text, path);
    return correction;
}

} // namespace fabricscope::affinity
