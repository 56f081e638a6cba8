// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/hostvm/verify/FileChecks.h"
#include "core/hostvm/verify/RowChecks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::hostvm {

namespace {

using nccl::XmlNode;

constexpr int kNone = -1;

class Pairs {
public:
    explicit Pairs(const CheckInputs &inputs)
        : m_in(inputs)
        , m_editor(inputs.text, *inputs.options.version)
        , m_claimedBy(inputs.fabric.nics.size())
        , m_ownersOf(inputs.fabric.nics.size()) {
        for (const affinity::StatedPair &claim : affinity::claimedPairs(inputs.tree, inputs.fabric))
            m_claimedBy[claim.nic].insert(claim.gpu);
        for (std::size_t gpu = 0; gpu < inputs.ideal.size(); ++gpu)
            for (const std::size_t nic : inputs.ideal[gpu])
                if (topology::isBelowSwitch(inputs.fabric.reach(gpu, nic).word))
                    m_ownersOf[nic].insert(gpu);
        find();
    }

    std::vector<FileFinding> run() {
        std::set<std::size_t> reported;
        for (std::size_t nic = 0; nic < m_in.fabric.nics.size(); ++nic) {
            if (!isWrong(nic) || reported.contains(nic))
                continue;
            const auto other = swappedWith(nic);
            if (other && !reported.contains(*other)) {
                addSwap(nic, *other);
                reported.insert(*other);
            } else {
                addWrong(nic);
            }
        }
        addShapes();
        return std::move(m_findings);
    }

private:
    [[nodiscard]] const XmlNode &node(int index) const {
        return m_in.tree.nodes[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] std::string nicName(std::size_t nic) const {
        return fmt::format("{} ({})", m_in.fabric.nics[nic].name, m_in.fabric.nics[nic].busIdText);
    }
    [[nodiscard]] std::string gpuNames(const std::set<std::size_t> &gpus) const {
        std::vector<std::string> names;
        for (const std::size_t gpu : gpus)
            names.push_back(m_in.fabric.gpus[gpu].name);
        return fmt::format("{}", fmt::join(names, ", "));
    }

    /// Finds the elements of the fabric's devices: the first one with the address or the net's name.
    void find() {
        m_gpuAt.assign(m_in.fabric.gpus.size(), kNone);
        m_nicAt.assign(m_in.fabric.nics.size(), kNone);
        for (int i = 0; i < static_cast<int>(m_in.tree.nodes.size()); ++i) {
            const XmlNode &element = node(i);
            if (element.name == "pci") {
                const std::string_view busId = element.value("busid").value_or("");
                take(m_in.fabric.gpus, m_gpuAt, busId, i);
                take(m_in.fabric.nics, m_nicAt, busId, i);
            }
        }
    }

    template<typename Devices>
    static void take(const Devices &devices, std::vector<int> &at, std::string_view busId, int element) {
        for (std::size_t i = 0; i < devices.size(); ++i)
            if (at[i] == kNone && devices[i].busIdText == busId)
                at[i] = element;
    }

    /// Whether the file places the NIC only next to GPUs to which it does not belong.
    [[nodiscard]] bool isWrong(std::size_t nic) const {
        const auto &claimed = m_claimedBy[nic];
        const auto &owners = m_ownersOf[nic];
        return !claimed.empty() && !owners.empty() &&
               std::none_of(claimed.begin(), claimed.end(),
                            [&](std::size_t gpu) { return owners.contains(gpu); });
    }

    /// The NIC whose place it has, if that NIC has its place.
    [[nodiscard]] std::optional<std::size_t> swappedWith(std::size_t nic) const {
        const auto meets = [](const std::set<std::size_t> &a, const std::set<std::size_t> &b) {
            return std::any_of(a.begin(), a.end(), [&](std::size_t gpu) { return b.contains(gpu); });
        };
        for (std::size_t other = nic + 1; other < m_in.fabric.nics.size(); ++other)
            if (isWrong(other) && meets(m_claimedBy[nic], m_ownersOf[other]) &&
                meets(m_claimedBy[other], m_ownersOf[nic]))
                return other;
        return std::nullopt;
    }

    FileFinding &add(std::string_view name, int element) {
        FileFinding &added =
            m_findings.emplace_back(fileFinding(name, element == kNone ? 0 : node(element).line));
        if (element != kNone)
            added.finding.place.address = shownValue(node(element).value("busid").value_or(""));
        return added;
    }

    void weighGuess(FileFinding &finding, std::size_t nic) const {
        const auto &gpus = m_ownersOf[nic];
        if (std::none_of(gpus.begin(), gpus.end(), [&](std::size_t gpu) {
                return isGuessed(m_in.guest.guestMapping, m_in.fabric, gpu, nic);
            }))
            return;
        finding.finding.severity = std::min(finding.finding.severity, Severity::Warning);
        finding.finding.set("guess");
    }

    void addSwap(std::size_t a, std::size_t b) {
        FileFinding &added = add("nics_swapped", m_nicAt[a]);
        weighGuess(added, a);
        weighGuess(added, b);
        added.finding.set("first", nicName(a))
            .set("second", nicName(b))
            .set("first_nic", m_in.fabric.nics[a].name)
            .set("second_nic", m_in.fabric.nics[b].name)
            .set("first_gpus", gpuNames(m_ownersOf[a]))
            .set("second_gpus", gpuNames(m_ownersOf[b]));
        if (m_nicAt[a] == kNone || m_nicAt[b] == kNone)
            return;
        const auto [first, second] = std::minmax(node(m_nicAt[a]).line, node(m_nicAt[b]).line);
        added.finding.set("first_line", first).set("second_line", second);
        added.finding.place.line = first;
        added.edit = m_editor.exchange(node(m_nicAt[a]), node(m_nicAt[b]));
    }

    void addWrong(std::size_t nic) {
        FileFinding &added = add("nic_at_wrong_gpu", m_nicAt[nic]);
        weighGuess(added, nic);
        added.finding.set("nic", nicName(nic))
            .set("claimed", gpuNames(m_claimedBy[nic]))
            .set("owners", gpuNames(m_ownersOf[nic]));
        const int gpu = m_gpuAt[*m_ownersOf[nic].begin()];
        if (gpu == kNone || m_nicAt[nic] == kNone || node(gpu).parent == kNone ||
            node(node(gpu).parent).name != "pci")
            return;
        // Cut there, and inserted after its GPU.
        const TextEdit cut = m_editor.cut(node(m_nicAt[nic]));
        if (cut.pieces.size() != 1)
            return;
        const auto &piece = cut.pieces.front();
        std::string_view element = m_in.text.substr(piece.begin, piece.end - piece.begin);
        element.remove_prefix(std::min(element.find('<'), element.size()));
        while (element.ends_with('\n') || element.ends_with('\r'))
            element.remove_suffix(1);
        added.edit = m_editor.insertAfter(node(gpu), element);
        added.edit.pieces.insert(added.edit.pieces.end(), cut.pieces.begin(), cut.pieces.end());
    }

    [[nodiscard]] std::vector<int> boxesAbove(int element) const {
        std::vector<int> boxes;
        for (int at = node(element).parent; at >= 0 && node(at).name == "pci"; at = node(at).parent)
            boxes.push_back(at);
        return boxes;
    }

    /// Correct pairs in a structure that makes their distance greater than one switch.
    void addShapes() {
        for (std::size_t nic = 0; nic < m_ownersOf.size(); ++nic)
            for (const std::size_t gpu : m_ownersOf[nic])
                if (m_gpuAt[gpu] != kNone && m_nicAt[nic] != kNone && m_claimedBy[nic].contains(gpu))
                    addShape(gpu, nic);
    }

    void addShape(std::size_t gpu, std::size_t nic) {
        const std::vector<int> a = boxesAbove(m_gpuAt[gpu]), b = boxesAbove(m_nicAt[nic]);
        if (a.empty() || b.empty() || a.front() == b.front())
            return;
        const bool inner = std::find(a.begin(), a.end(), b.front()) != a.end(); // the GPU is the deeper one
        const int box = inner ? a.front() : b.front();
        FileFinding &added = add("pxb", box);
        added.finding.set("gpu", m_in.fabric.gpus[gpu].name)
            .set("nic", m_in.fabric.nics[nic].name)
            .set("address", added.finding.place.address);
        if (inner)
            added.finding.set("gpu_deeper");
        if (node(box).children.size() == 1)
            added.edit = m_editor.unwrap(node(box));
    }

    const CheckInputs &m_in;
    TextEditor m_editor;
    std::vector<std::set<std::size_t>> m_claimedBy, m_ownersOf; ///< by NIC: GPUs
    std::vector<int> m_gpuAt, m_nicAt;
    std::vector<FileFinding> m_findings;
};

} // namespace

std::vector<FileFinding> pairFindings(const CheckInputs &inputs) {
    return Pairs(inputs).run();
}

} // namespace fabricscope::hostvm
