// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/layout/Picture.h"

#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <algorithm>
#include <stdexcept>

namespace fabricscope::layout {

using draw::Area;
using draw::Glyph;
using draw::Item;
using draw::Rect;

bool isInside(const Rect &inner, const Rect &outer) {
    return inner.x >= outer.x && inner.y >= outer.y && inner.right() <= outer.right() &&
           inner.bottom() <= outer.bottom();
}

host::Host gpuBehindTwoSwitches() {
    using namespace samples::shapes;
    samples::SampleHostBuilder builder("nested");
    builder.addNumaNode(0, "0-31", 256);
    builder.configBytes = 4096;
    builder.add("0000:40:01.1", kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.1", kUpstream);
    builder.add("0000:42:00.0", "0000:41:00.0", kDownstream);
    builder.add("0000:43:00.0", "0000:42:00.0", kUpstream);
    builder.add("0000:44:00.0", "0000:43:00.0", kDownstream);
    builder.add("0000:45:00.0", "0000:44:00.0", kGpu);
    return builder.finish();
}

Picture pictureOf(host::Host host, const TopologyOptions &options) {
    Picture picture;
    picture.topology = samples::topologyOf(std::move(host));
    picture.list = layoutTopology(*picture.topology, options);
    return picture;
}

std::vector<const Item *> Picture::at(double zoom) const {
    std::vector<const Item *> items;
    for (const Item &item : list.items)
        if (item.minZoom <= zoom && zoom < item.maxZoom)
            items.push_back(&item);
    return items;
}

std::vector<std::string> Picture::texts(double zoom) const {
    std::vector<std::string> texts;
    for (const Item *item : at(zoom))
        if (item->shape == Item::Shape::Text)
            texts.push_back(item->text);
    return texts;
}

bool Picture::hasText(const std::string &text, double zoom) const {
    const auto all = texts(zoom);
    return std::find(all.begin(), all.end(), text) != all.end();
}

const Item *Picture::textItem(const std::string &text) const {
    for (const Item *item : at(1))
        if (item->shape == Item::Shape::Text && item->text == text)
            return item;
    return nullptr;
}

bool Picture::mentions(const std::string &part, double zoom) const {
    const auto all = texts(zoom);
    return std::any_of(all.begin(), all.end(),
                       [&part](const std::string &text) { return text.find(part) != std::string::npos; });
}

const Area *Picture::area(topology::NodeId node) const {
    const auto found = std::find_if(list.areas.begin(), list.areas.end(),
                                    [node](const Area &area) { return area.node == node; });
    return found == list.areas.end() ? nullptr : &*found;
}

const Area *Picture::area(const std::string &bdf) const {
    return area(node(bdf).id);
}

const topology::Node &Picture::node(const std::string &bdf) const {
    const auto address = pci::Address::parse(bdf);
    const auto id = address ? topology->find(*address) : std::nullopt;
    if (!id)
        throw std::invalid_argument("no node " + bdf);
    return topology->node(*id);
}

std::vector<const Item *> Picture::glyphs(Glyph glyph, double zoom) const {
    std::vector<const Item *> glyphs;
    for (const Item *item : at(zoom))
        if (item->shape == Item::Shape::Glyph && item->glyph == glyph)
            glyphs.push_back(item);
    return glyphs;
}

} // namespace fabricscope::layout
