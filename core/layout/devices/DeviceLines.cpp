// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/devices/DeviceLines.h"

#include "core/layout/scene/LinkPainter.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::layout {

using draw::Font;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
namespace style = draw::style;

namespace {

constexpr std::size_t kShownFunctions = 2;  ///< VFs beyond two are a count
constexpr std::size_t kShownPartitions = 8; ///< more are a count
constexpr TextStyle kGuestName{Font::Sans, 10, Token::Accent};

class Lines {
public:
    Lines(const Scene &scene, const Node &node) : m_scene(scene), m_node(node) {
        const auto functions = scene.tree.virtualFunctions(node.id);
        if (node.dead)
            offBusLines(functions);
        else if (functions.empty())
            ownLines();
        else
            functionLines(functions);
        addPartitions();
    }

    DeviceContent content;

private:
    void add(DeviceLine line) { content.lines.push_back(std::move(line)); }

    [[nodiscard]] std::optional<IommuGroup> tagOf(const Node &node) const {
        return m_scene.options.groupTags ? node.iommuGroup : std::nullopt;
    }

    /// The guest's name for it. Names equal to the host's are omitted.
    void guestLines(const Node &node) {
        const auto *seen = m_scene.seenBy(node);
        if (seen == nullptr)
            return;
        add({.text = seen->shortAddress(), .style = style::kGuestAddress, .areas = {}});
        if (seen->name != m_node.name && !seen->name.empty())
            add({.text = seen->name, .style = kGuestName, .elastic = true});
    }

    void offBusLines(std::span<const NodeId> functions) {
        add({.text = m_scene.address(m_node)});
        add({.text = "off the bus", .style = style::kSmall, .level = level::kDetails, .elastic = true});
        add({.text = functions.empty() ? std::string{} : moreFunctions(functions.size()),
             .style = style::kSmallMono,
             .tag = tagOf(m_node),
             .areas = {functions.begin(), functions.end()}});
    }

    void ownLines() {
        add({.text = m_scene.address(m_node)});
        guestLines(m_node);
        const bool plain = !m_scene.knowsDrivers(); // a source that shows little: no empty lines for it
        if (!plain)
            add({.text = m_node.driver.value_or("no driver"),
                 .style = m_node.driver ? style::kSmallMono : style::kSmall,
                 .level = level::kDetails,
                 .elastic = true,
                 .lock = Scene::isVfio(m_node)});
        std::string where = place(m_node);
        if (plain && where.empty() && !tagOf(m_node))
            return;
        add({.text = std::move(where),
             .style = style::kSmall,
             .level = level::kDetails,
             .elastic = true,
             .tag = tagOf(m_node)});
    }

    /// Labels are words ("OAM 5"), names of physical slots mostly numbers.
    static std::string slotText(const std::string &label) {
        const bool number = label.find_first_not_of("0123456789-") == std::string::npos;
        return number && !label.empty() ? "slot " + label : label;
    }

    [[nodiscard]] bool showsOwner(const Node &node) const {
        return node.owner && *node.owner != node.driver.value_or("");
    }

    /// Its slot; else its owner; else, if no line above it can show it, its link. In the view of owners, the
    /// owner comes first.
    [[nodiscard]] std::string place(const Node &node) const {
        const host::PciFunction *function = m_scene.function(node);
        const bool placed =
            function != nullptr && function->rare->slotLabel && !function->rare->slotLabel->empty();
        if (showsOwner(node) && (!placed || m_scene.options.colourBy == ColourBy::Owner))
            return *node.owner;
        if (placed)
            return slotText(*function->rare->slotLabel);
        const bool onRootBus = node.parent && m_scene.node(*node.parent).kind == NodeKind::RootComplex;
        return onRootBus && node.link ? linkText(*node.link) : std::string{};
    }

    void functionLines(std::span<const NodeId> functions) {
        add({.label = "PF", .text = m_scene.address(m_node), .style = style::kDimAddress});
        const bool open = functions.size() > kShownFunctions && m_node.bdf &&
                          m_scene.options.folds.isOpen(virtualFunctionsFold(*m_node.bdf), false);
        if (open)
            return openFunctions(functions);
        const std::size_t shown = std::min(kShownFunctions, functions.size());
        const bool several = functions.size() > 1;
        for (std::size_t i = 0; i < shown; ++i) {
            const Node &function = m_scene.node(functions[i]);
            add({.label = "VF",
                 .text = m_scene.address(function),
                 .ruleAbove = i == 0,
                 .tag = several ? tagOf(function) : std::nullopt,
                 .areas = {function.id}});
            guestLines(function);
        }
        if (functions.size() > shown)
            return foldedFunctions(functions, shown);
        const Node &first = m_scene.node(functions.front());
        const bool owned = showsOwner(first) && m_scene.options.colourBy == ColourBy::Owner;
        add({.text = owned ? *first.owner : shortDriver(first),
             .style = style::kSmall,
             .level = level::kDetails,
             .elastic = true,
             .lock = Scene::isVfio(first) && !owned,
             .tag = several ? std::nullopt : tagOf(first)});
    }

    void foldedFunctions(std::span<const NodeId> functions, std::size_t shown) {
        const std::size_t hidden = functions.size() - shown;
        add({.text = moreFunctions(hidden),
             .style = style::kSmallMono,
             .areas = {functions.begin() + static_cast<std::ptrdiff_t>(shown), functions.end()},
             .fold = virtualFunctionsLabel(m_scene, m_node, hidden, true)});
    }

    void openFunctions(std::span<const NodeId> functions) {
        add({.text = fmt::format("{} VFs", functions.size()),
             .style = style::kSmall,
             .ruleAbove = true,
             .fold = virtualFunctionsLabel(m_scene, m_node, functions.size(), false)});
        content.cells.assign(functions.begin(), functions.end());
    }

    void addPartitions() {
        std::vector<NodeId> partitions;
        for (const NodeId child : m_node.children)
            if (m_scene.node(child).kind == NodeKind::Partition && m_scene.tree.isFolded(child))
                partitions.push_back(child);
        if (partitions.size() <= kShownPartitions || !m_node.bdf) {
            content.cells.insert(content.cells.end(), partitions.begin(), partitions.end());
            return;
        }
        const std::string id = partitionsFold(*m_node.bdf);
        const bool open = m_scene.options.folds.isOpen(id, false);
        const std::string text = fmt::format("{} partitions", partitions.size());
        add({.text = text,
             .style = style::kSmall,
             .areas = open ? std::vector<NodeId>{} : partitions,
             .fold =
                 FoldLabel{id,
                           !open,
                           {},
                           fmt::format("{} {} of {}", open ? "Hide" : "Show", text, m_scene.title(m_node))}});
        if (open)
            content.cells.insert(content.cells.end(), partitions.begin(), partitions.end());
    }

    [[nodiscard]] std::string shortDriver(const Node &node) const {
        if (!node.driver)
            return m_scene.knowsDrivers() ? "no driver" : "";
        return *node.driver == "vfio-pci" ? "vfio" : *node.driver;
    }

    const Scene &m_scene;
    const Node &m_node;
};

} // namespace

DeviceContent deviceContent(const Scene &scene, const Node &node) {
    return std::move(Lines(scene, node).content);
}

} // namespace fabricscope::layout
