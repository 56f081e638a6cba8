// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/ShownTree.h"

#include <nlohmann/json.hpp>

#include <regex>

namespace fabricscope::e2e {

namespace {

using nlohmann::json;

template<class T> std::optional<T> get(const json &object, const char *key) {
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? std::nullopt : std::optional(found->get<T>());
}

class Reader {
public:
    explicit Reader(const json &document) {
        for (const json &node : document.at("nodes"))
            m_nodes[node.at("id").get<int>()] = &node;
    }

    std::map<std::string, Shown> read() {
        for (const auto &[id, node] : m_nodes) {
            if (const auto bdf = get<std::string>(*node, "bdf"))
                addNode(*bdf, id, *node);
            if (node->at("kind") == "switch")
                addSwitch(id, *node);
        }
        return std::move(m_shown);
    }

private:
    Place placeOf(int id) const {
        Place place;
        int child = id;
        for (auto above = get<int>(*m_nodes.at(id), "parent"); above;
             above = get<int>(*m_nodes.at(*above), "parent")) {
            const json &node = *m_nodes.at(*above);
            if (!place.parent && node.at("kind") == "switch")
                place.parent = portAbove(node, child);
            else if (!place.parent)
                place.parent = get<std::string>(node, "bdf");
            if (node.at("kind") == "root_complex") {
                place.root = std::regex_replace(node.at("name").get<std::string>(), std::regex("^pci"), "");
                break;
            }
            child = *above;
        }
        return place;
    }

    static std::string portAbove(const json &node, int child) {
        for (const json &port : node.at("ports"))
            if (const auto below = port.find("below"); below != port.end())
                for (const json &id : *below)
                    if (id.get<int>() == child)
                        return port.at("bdf").get<std::string>();
        return "no port of switch " + node.at("id").dump();
    }

    Shown &add(const std::string &bdf, std::string kind, Place place, const json &from) {
        Shown &shown = m_shown[bdf];
        ++shown.times;
        shown.kind = std::move(kind);
        shown.place = std::move(place);
        shown.driver = get<std::string>(from, "driver");
        shown.group = get<int>(from, "iommu_group");
        return shown;
    }

    static void addLink(Shown &shown, const json &node) {
        shown.numa = get<int>(node, "numa");
        const auto link = node.find("link");
        if (link == node.end() || link->is_null())
            return;
        shown.current = {get<double>(*link, "speed_gt_per_s"), get<int>(*link, "width")};
        shown.possible = {get<double>(*link, "max_speed_gt_per_s"), get<int>(*link, "max_width")};
        shown.linkState = get<std::string>(*link, "state");
    }

    void addNode(const std::string &bdf, int id, const json &node) {
        Shown &shown = add(bdf, node.at("kind"), placeOf(id), node);
        shown.owner = get<std::string>(node, "owner");
        shown.physfn = get<std::string>(node, "physfn");
        shown.virtfns = node.value("virtfns", std::vector<std::string>{});
        addLink(shown, node);
    }

    void addSwitch(int id, const json &node) {
        const Place place = placeOf(id);
        std::string upstream;
        for (const json &port : node.at("ports")) {
            const std::string bdf = port.at("bdf");
            if (port.at("upstream").get<bool>()) {
                addLink(add(bdf, "port", place, port), node);
                upstream = bdf;
            } else {
                add(bdf, "port", {place.root, upstream}, port);
            }
        }
    }

    std::map<int, const json *> m_nodes;
    std::map<std::string, Shown> m_shown;
};

} // namespace

std::map<std::string, Shown> readTree(const json &document) {
    return Reader(document).read();
}

} // namespace fabricscope::e2e
