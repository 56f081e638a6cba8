// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/draw/TextColumn.h"
#include "core/layout/affinity/AffinityCellPainter.h"
#include "core/layout/affinity/AffinityMatrix.h"
#include "core/layout/affinity/AffinityPicture.h"
#include "core/layout/affinity/AffinityRoute.h"
#include "tests/support/samples/SampleAffinity.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace fabricscope::layout {

using draw::Area;
using draw::DisplayList;
using draw::Font;
using draw::Item;
using draw::MeasureText;
using draw::Rect;
using draw::Rgb;
using draw::Sketch;
using draw::TextColumn;
using draw::TextStyle;
using draw::ThemeKind;
using draw::Token;
using present::AffinityCell;
using present::AffinityTable;
using present::bandwidthText;
using present::CellMark;
using present::PathStyle;
using present::pathStyles;

namespace {

using testing::HasSubstr;
using testing::Not;
using topology::PathWord;
using Part = AffinityId::Part;

/// GPU2 and GPU3 have each other's NICs.
std::shared_ptr<const affinity::Examination> swapped(bool library = true) {
    return samples::examinationOf(samples::pairingHost(samples::mi355xServer()), {2, 3}, library);
}

struct Drawn {
    std::shared_ptr<const affinity::Examination> examination;
    AffinityTable table;
    DisplayList list;

    explicit Drawn(std::shared_ptr<const affinity::Examination> of, AffinityMatrixOptions options = {})
        : examination(std::move(of))
        , table(examination->judgement, &examination->decisions)
        , list(layoutAffinity(table, options)) {}

    [[nodiscard]] const Area *area(const AffinityId &id) const {
        for (const Area &each : list.areas)
            if (each.node == id.encoded())
                return &each;
        return nullptr;
    }
    [[nodiscard]] std::vector<const Item *> itemsOf(const AffinityId &id) const {
        std::vector<const Item *> items;
        for (const Item &item : list.items)
            if (item.node == id.encoded())
                items.push_back(&item);
        return items;
    }
    [[nodiscard]] std::string textsOf(const AffinityId &id) const {
        std::string texts;
        for (const Item *item : itemsOf(id))
            texts += item->text + "|";
        return texts;
    }
    [[nodiscard]] const Item *outline(const AffinityId &id) const {
        for (const Item *item : itemsOf(id))
            if (item->shape == Item::Shape::Box && item->strokeWidth > 1 && item->stroke.token != Token::None)
                return item;
        return nullptr;
    }
    [[nodiscard]] std::string all() const {
        std::string texts;
        for (const Item &item : list.items)
            texts += item.text + "\n";
        return texts;
    }
};

/// The NIC that GPU `gpu` uses.
std::size_t nicOf(const Drawn &drawn, std::size_t gpu) {
    return drawn.table.pairsOf(gpu).front()->nic.value();
}

double contrast(Rgb a, Rgb b) {
    const auto luminance = [](Rgb c) {
        const auto linear = [](double v) {
            return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(c.r / 255.0) + 0.7152 * linear(c.g / 255.0) + 0.0722 * linear(c.b / 255.0);
    };
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

/// Of the server, after this change of its fabric.
template<class Change> DisplayList listOf(const Change &change) {
    samples::PairingHost made = samples::pairingHost(samples::mi355xServer());
    change(made.fabric);
    const auto examination = samples::examinationOf(made, {}, false);
    return layoutAffinity(AffinityTable(examination->judgement, nullptr), {});
}

bool writes(const DisplayList &list, const std::string &text) {
    return std::any_of(list.items.begin(), list.items.end(),
                       [&](const Item &item) { return item.text.find(text) != std::string::npos; });
}

TEST(AffinityMatrix, WithoutNicsHasNoEmptyRowsAndNoLegendOfThem) {
    const DisplayList list = listOf([](affinity::Fabric &fabric) {
        fabric.nics.clear();
        fabric.gpuNic.clear();
    });
    EXPECT_TRUE(writes(list, "no NICs in the data"));
    EXPECT_TRUE(writes(list, "GPU to GPU"));
    for (const char *text : {"Hardware path", "assigned", "narrowest"})
        EXPECT_FALSE(writes(list, text)) << text;
}

TEST(AffinityMatrix, PromisesRatesOnlyWhereOneIsKnown) {
    EXPECT_TRUE(writes(listOf([](affinity::Fabric &) {}), "GB/s of the narrowest PCIe link"));
    const DisplayList list = listOf([](affinity::Fabric &fabric) {
        for (auto &reach : fabric.gpuNic)
            reach.bandwidth.reset();
    });
    EXPECT_FALSE(writes(list, "GB/s of the narrowest PCIe link"));
    EXPECT_TRUE(writes(list, "path type"));
}

TEST(AffinityId, IsTheSameAfterEncodingAndNothingElseDecodes) {
    for (const Part part : {Part::Cell, Part::Peer, Part::Gpu, Part::Nic})
        for (const std::size_t row : {0U, 7U, 255U})
            for (const std::size_t column : {0U, 8U, 1023U}) {
                const AffinityId id{part, row, column};
                EXPECT_EQ(AffinityId::decoded(id.encoded()), id);
            }
    EXPECT_FALSE(AffinityId::decoded(Item::kNoNode));
    EXPECT_FALSE(AffinityId::decoded(0));
}

TEST(AffinityMatrix, HasACellForEachPairWithItsFullName) {
    const Drawn drawn(swapped());
    const std::size_t gpus = drawn.table.rows().size(), nics = drawn.table.columns().size();
    ASSERT_EQ(gpus, 8U);
    ASSERT_GE(nics, 9U); // eight of the fabric, and the front end
    std::set<std::uint32_t> numbers;
    for (const Area &area : drawn.list.areas)
        EXPECT_TRUE(numbers.insert(area.node).second) << area.label;
    EXPECT_EQ(drawn.list.areas.size(), gpus * nics + gpus * gpus + gpus + nics);
    const Area *cell = drawn.area({Part::Cell, 2, nicOf(drawn, 2)});
    ASSERT_NE(cell, nullptr);
    EXPECT_THAT(cell->label,
                HasSubstr("GPU2 to " + drawn.table.fabric().nics[nicOf(drawn, 2)].name + ": NODE"));
    EXPECT_THAT(cell->label, HasSubstr("assigned"));
    EXPECT_THAT(cell->label, HasSubstr("no GDR"));
    EXPECT_THAT(cell->label, HasSubstr("mispaired"));
}

TEST(AffinityMatrix, ShowsThePortRateOfANicInTheUnitOfItsCells) {
    const Drawn drawn(swapped());
    std::size_t ports = 0;
    for (std::size_t nic = 0; nic < drawn.table.fabric().nics.size(); ++nic)
        if (const auto &rate = drawn.table.fabric().nics[nic].rate) {
            ++ports;
            EXPECT_THAT(drawn.area({Part::Nic, 0, nic})->label,
                        HasSubstr(fmt::format("port {:.1f} GB/s", rate->value / 8)));
        }
    EXPECT_GT(ports, 0U);
}

TEST(AffinityMatrix, DrawsAMispairedPairAsAnErrorWithACornerAndTheBestOneDashed) {
    const Drawn drawn(swapped());
    for (const std::size_t gpu : {2U, 3U}) {
        const AffinityId used{Part::Cell, gpu, nicOf(drawn, gpu)};
        const AffinityId best{Part::Cell, gpu, nicOf(drawn, gpu == 2 ? 3 : 2)};
        ASSERT_NE(drawn.outline(used), nullptr);
        EXPECT_EQ(drawn.outline(used)->stroke.token, Token::Error);
        EXPECT_EQ(drawn.outline(used)->strokeWidth, 2);
        const auto items = drawn.itemsOf(used);
        EXPECT_TRUE(std::any_of(items.begin(), items.end(), [](const Item *item) {
            return item->shape == Item::Shape::Polyline && item->points.size() == 3 &&
                   item->fill.token == Token::Error;
        }));
        ASSERT_NE(drawn.outline(best), nullptr);
        EXPECT_GT(drawn.outline(best)->dash, 0);
        EXPECT_FLOAT_EQ(drawn.outline(best)->strokeWidth, 1.5F);
        EXPECT_THAT(drawn.textsOf(best), HasSubstr("best"));
    }
    const Item *fine = drawn.outline({Part::Cell, 0, nicOf(drawn, 0)});
    ASSERT_NE(fine, nullptr);
    EXPECT_EQ(fine->stroke.token, Token::Text);
    EXPECT_EQ(drawn.outline({Part::Cell, 0, nicOf(drawn, 1)}), nullptr); // not an assigned cell
}

TEST(AffinityMatrix, NeverShowsTheLibrarysValueAsThePhysicalOne) {
    const Drawn drawn(swapped());
    const AffinityId id{Part::Cell, 0, nicOf(drawn, 0)};
    const std::string texts = drawn.textsOf(id);
    const AffinityCell cell = drawn.table.cell(0, nicOf(drawn, 0));
    ASSERT_TRUE(cell.reach.bandwidth);
    EXPECT_THAT(texts, HasSubstr("PIX|" + bandwidthText(cell.reach.bandwidth) + "|"));
    EXPECT_THAT(texts, Not(HasSubstr("24"))); // the bandwidth that the library computes
    EXPECT_THAT(texts, HasSubstr("GDR"));
}

TEST(AffinityMatrix, ShowsAnUnknownDistanceWithoutAColourOfQuality) {
    const Drawn drawn(samples::examinationOf(samples::pairingHost(samples::flatVm())));
    ASSERT_FALSE(drawn.table.rows().empty());
    ASSERT_FALSE(drawn.table.columns().empty());
    EXPECT_THAT(drawn.all(), HasSubstr("?"));
    for (const Item &item : drawn.list.items)
        for (const PathStyle &look : pathStyles()) {
            const auto id = AffinityId::decoded(item.node);
            if (id && id->part == Part::Cell &&
                drawn.table.cell(id->row, id->column).reach.word == PathWord::Unknown) {
                EXPECT_NE(item.fill.token, look.token);
                EXPECT_NE(item.stroke.token, Token::Error);
            }
        }
    EXPECT_THAT(drawn.area({Part::Cell, drawn.table.rows().front(), drawn.table.columns().front()})->label,
                HasSubstr("distance unknown"));
}

TEST(AffinityMatrix, SeparatesAndLabelsFrontEndNics) {
    const Drawn drawn(swapped());
    const auto &columns = drawn.table.columns();
    ASSERT_LT(drawn.table.columnsInFabric(), columns.size());
    const std::size_t last = columns[drawn.table.columnsInFabric() - 1],
                      first = columns[drawn.table.columnsInFabric()];
    EXPECT_TRUE(drawn.table.fabric().nics[first].frontEnd);
    const Area *inside = drawn.area({Part::Nic, 0, last}), *apart = drawn.area({Part::Nic, 0, first});
    ASSERT_NE(inside, nullptr);
    ASSERT_NE(apart, nullptr);
    EXPECT_GE(apart->rect.x - inside->rect.right(), 10);
    EXPECT_THAT(drawn.textsOf({Part::Nic, 0, first}), HasSubstr("front end"));
}

TEST(AffinityMatrix, SeparatesNumaNodesByAGap) {
    const Drawn drawn(swapped());
    const auto top = [&](std::size_t row) {
        return drawn.area({Part::Gpu, drawn.table.rows()[row], 0})->rect.y;
    };
    EXPECT_EQ(top(1) - top(0), 33);
    EXPECT_EQ(top(4) - top(3), 41); // the first row of node 1
    EXPECT_THAT(drawn.all(), HasSubstr("NUMA 1"));
}

TEST(AffinityMatrix, KeepsCellsApartAndTheirTextsInside) {
    const Drawn drawn(swapped());
    for (std::size_t i = 0; i < drawn.list.areas.size(); ++i)
        for (std::size_t j = i + 1; j < drawn.list.areas.size(); ++j) {
            const Rect &a = drawn.list.areas[i].rect, &b = drawn.list.areas[j].rect;
            EXPECT_TRUE(a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y)
                << drawn.list.areas[i].label << " and " << drawn.list.areas[j].label;
        }
    for (const Item &item : drawn.list.items) {
        const auto id = AffinityId::decoded(item.node);
        if (item.shape != Item::Shape::Text || !id)
            continue;
        const double needed = draw::approximateTextWidth(item.text, item.font, item.fontSize);
        EXPECT_LE(needed, item.rect.width + 1) << item.text;
        EXPECT_LE(item.rect.right(), drawn.list.width + 0.5) << item.text;
    }
}

TEST(AffinityMatrix, IsReadableOnEachFillInBothThemes) {
    const Drawn drawn(swapped());
    for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light})
        for (const Item &text : drawn.list.items) {
            const auto id = AffinityId::decoded(text.node);
            if (text.shape != Item::Shape::Text || !id)
                continue;
            Rgb below = resolve(drawn.list.background, theme);
            for (const Item *item : drawn.itemsOf(*id))
                if (item->shape == Item::Shape::Box && item->fill.token != Token::None)
                    below = resolve(item->fill, theme);
            EXPECT_GE(contrast(resolve(text.fill, theme), below), 4.5)
                << text.text << " on " << (theme == ThemeKind::Dark ? "dark" : "light");
        }
}

TEST(AffinityMatrix, LimitsRowsAndColumnsAndReportsIt) {
    affinity::Examination examination;
    affinity::Fabric &fabric = examination.judgement.fabric;
    fabric.gpus.resize(100);
    fabric.nics.resize(300);
    fabric.gpuNic.resize(fabric.gpus.size() * fabric.nics.size());
    fabric.gpuGpu.resize(fabric.gpus.size() * fabric.gpus.size());
    const Drawn drawn(std::make_shared<const affinity::Examination>(std::move(examination)));
    EXPECT_EQ(drawn.list.areas.size(), 64U * 128 + 64 * 64 + 64 + 128);
    EXPECT_THAT(drawn.all(), HasSubstr("the first 64 of 100 GPUs and the first 128 of 300 NICs"));
    EXPECT_EQ(drawn.table.rows().size(), 100U); // the table is complete
}

TEST(AffinityMatrix, MarksWhatAHypothesisChanged) {
    const auto examination = swapped(false);
    const Drawn before(examination);
    const std::size_t expected = nicOf(before, 3);
    const auto basis = examination->judgement.leading();
    const affinity::WhatIf whatIf =
        affinity::whatIf(examination->judgement, examination->inputs, basis, 2, expected);
    auto after = std::make_shared<affinity::Examination>(*examination);
    after->judgement = whatIf.judgement;
    AffinityMatrixOptions options;
    options.before = &examination->judgement;
    const Drawn drawn(after, options);
    EXPECT_THAT(drawn.textsOf({Part::Cell, 2, expected}), HasSubstr("what-if"));
    EXPECT_THAT(drawn.textsOf({Part::Cell, 0, nicOf(before, 0)}), Not(HasSubstr("what-if")));
    EXPECT_EQ(drawn.outline({Part::Cell, 2, expected})->stroke.token, Token::Text); // correct now
}

TEST(AffinityMatrix, ShowsPathOrFigureAloneWhenAsked) {
    AffinityMatrixOptions options;
    options.values = AffinityValues::Path;
    const Drawn paths(swapped(), options);
    const AffinityId id{Part::Cell, 0, nicOf(paths, 0)};
    EXPECT_THAT(paths.textsOf(id), HasSubstr("PIX"));
    EXPECT_THAT(paths.textsOf(id),
                Not(HasSubstr(bandwidthText(paths.table.cell(0, id.column).reach.bandwidth))));
    options.values = AffinityValues::Bandwidth;
    const Drawn values(swapped(), options);
    EXPECT_THAT(values.textsOf(id),
                HasSubstr(bandwidthText(values.table.cell(0, id.column).reach.bandwidth)));
    EXPECT_LT(values.area(id)->rect.width, Drawn(swapped()).area(id)->rect.width);
}

// The route

AffinityRoute routeOf(const samples::PairingHost &host, const AffinityTable &table, const AffinityId &cell) {
    const topology::HardwarePaths paths(*host.topology);
    return layoutAffinityRoute(table, cell,
                               {304, {host.topology.get(), &paths}, {}, draw::approximateTextWidth});
}

TEST(AffinityRoute, GoesFromDeviceToDeviceWithRatesAndTheNarrowestLink) {
    const samples::PairingHost host = samples::pairingHost(samples::mi355xServer());
    const auto examination = samples::examinationOf(host, {2, 3}, true);
    const AffinityTable table(examination->judgement, &examination->decisions);
    const std::size_t nic = table.pairsOf(2).front()->nic.value();
    const AffinityRoute route = routeOf(host, table, {Part::Cell, 2, nic});
    EXPECT_EQ(route.title, "GPU2 to " + table.fabric().nics[nic].name);
    const std::string &text = route.accessibleText;
    const auto at = [&](const std::string &part, std::size_t from = 0) {
        const auto found = text.find(part, from);
        EXPECT_NE(found, std::string::npos) << part << "\n" << text;
        return found;
    };
    // Up from the GPU, across the CPU, and down to the NIC.
    const auto up = at("Switch 41:00.0"), port = at("Root port 40:01.1"), cpu = at("CPU, NUMA 0");
    const auto down = at("Root port 60:01.1"), other = at("Switch 61:00.0");
    EXPECT_LT(up, port);
    EXPECT_LT(port, cpu);
    EXPECT_LT(cpu, down);
    EXPECT_LT(down, other);
    at("Gen5 x16  63.0 GB/s\n");
    EXPECT_EQ(text.find(", narrowest"), std::string::npos); // all links are equally fast
    at("Expected");
    // The library's own value is in its own section.
    const auto library = at("As RCCL 2.21 sees it");
    EXPECT_GT(at("24.0 GB/s by the library"), library);
    EXPECT_EQ(text.find("24.0 GB/s"), text.find("24.0 GB/s", library));
    std::size_t switches = 0;
    for (const Area &area : route.list.areas)
        switches += host.topology->node(area.node).kind == topology::NodeKind::Switch ? 1 : 0;
    EXPECT_EQ(switches, 2U);
}

TEST(AffinityRoute, NamesTheNarrowestLinkWhereOthersAreFaster) {
    const samples::PairingHost host = samples::pairingHost(samples::mi355xServer()); // GPU5: x8 of x16
    const auto examination = samples::examinationOf(host);
    const AffinityTable table(examination->judgement, nullptr);
    const std::string text =
        routeOf(host, table, {Part::Cell, 5, table.pairsOf(5).front()->nic.value()}).accessibleText;
    const auto narrow = text.find("Gen5 x8  31.5 GB/s, narrowest");
    ASSERT_NE(narrow, std::string::npos) << text;
    EXPECT_EQ(text.find(", narrowest"), text.rfind(", narrowest"));
}

TEST(AffinityRoute, OfAVmGoesThroughItsHypervisorsHardware) {
    const samples::PairingHost host = samples::pairingHost(samples::mi355xServer());
    const samples::PairingHost vm = samples::pairingHost(samples::flatVm());
    affinity::Question question;
    question.hypervisor = host.topology.get();
    question.onHypervisor.how = "vm, by what the test knows";
    const auto add = [&](const auto &guests, const auto &hosts) {
        for (std::size_t i = 0; i < std::min(guests.size(), hosts.size()); ++i)
            question.onHypervisor.devices.emplace_back(*guests[i].bdf, *hosts[i].bdf);
    };
    const auto above = affinity::examine(*host.topology, {});
    const auto alone = affinity::examine(*vm.topology, {});
    add(alone.judgement.fabric.gpus, above.judgement.fabric.gpus);
    add(alone.judgement.fabric.nics, above.judgement.fabric.nics);
    const auto examination = affinity::examine(*vm.topology, question);
    const AffinityTable table(examination.judgement, nullptr);
    const topology::HardwarePaths own(*vm.topology), paths(*host.topology);
    const auto routeTo = [&](std::size_t nic, RouteMachine hypervisor) {
        return layoutAffinityRoute(table, {Part::Cell, 0, nic},
                                   {304, {vm.topology.get(), &own}, hypervisor, draw::approximateTextWidth});
    };
    const std::size_t nearest = examination.judgement.ideal[0].front();
    const AffinityRoute route = routeTo(nearest, {host.topology.get(), &paths});
    const affinity::Gpu &gpu = table.fabric().gpus[0];
    const affinity::Nic &nic = table.fabric().nics[nearest];
    // The ends with the guest's names and both addresses, the switch in between with the host's.
    EXPECT_THAT(route.accessibleText, HasSubstr(gpu.name + " 05:00.0, " + gpu.busIdText + " in the VM"));
    EXPECT_THAT(route.accessibleText, HasSubstr("\nSwitch 01:00.0\n"));
    EXPECT_THAT(route.accessibleText, HasSubstr(nic.name + " "));
    EXPECT_THAT(route.accessibleText, HasSubstr(nic.busIdText + " in the VM"));
    EXPECT_THAT(route.accessibleText, HasSubstr("on " + table.fabric().source.substr(0, 8)));
    EXPECT_TRUE(route.list.areas.empty()); // its nodes are not the guest's
    // Without the hypervisor, the distance stays and no path is invented.
    const AffinityRoute known = routeTo(nearest, {});
    EXPECT_THAT(known.accessibleText, Not(HasSubstr("\nSwitch 01:00.0\n")));
    EXPECT_THAT(known.accessibleText, HasSubstr("Distance: "));
}

TEST(AffinityMatrix, MarksAPairWhoseLinkLacksLanes) {
    const auto examination =
        affinity::examine(*samples::topologyOf(samples::mi355xServer()), {}); // GPU5: x8 of x16
    const AffinityTable table(examination.judgement, nullptr);
    const auto nicAt = [&](std::size_t gpu) {
        return table.pairsOf(gpu).front()->nic.value();
    };
    EXPECT_EQ(markOf(table.cell(4, nicAt(4))), CellMark::Assigned);
    EXPECT_EQ(markOf(table.cell(5, nicAt(5))), CellMark::Slow);
    EXPECT_EQ(markOf(table.cell(5, nicAt(4))), CellMark::None); // equally slow, but not used
    EXPECT_THAT(table.label(5, nicAt(5)), HasSubstr("assigned, slow for its path"));
    EXPECT_THAT(table.label(4, nicAt(4)), Not(HasSubstr("slow")));
    const DisplayList picture = layoutAffinity(table, {});
    EXPECT_TRUE(std::any_of(picture.items.begin(), picture.items.end(),
                            [](const Item &item) { return item.text == "slow for its path"; }));
}

TEST(AffinityRoute, ReportsWhyADistanceIsUnknown) {
    const samples::PairingHost host = samples::pairingHost(samples::flatVm());
    const auto examination = samples::examinationOf(host);
    const AffinityTable table(examination->judgement, nullptr);
    const AffinityRoute route =
        routeOf(host, table, {Part::Cell, table.rows().front(), table.columns().front()});
    EXPECT_THAT(route.accessibleText, HasSubstr("unknown: the PCI tree of a virtual machine"));
    EXPECT_THAT(route.accessibleText, Not(HasSubstr("Expected")));
}

TEST(AffinityRoute, IsEmptyForACellThatIsNotThere) {
    const samples::PairingHost host = samples::pairingHost(samples::mi355xServer());
    const auto examination = samples::examinationOf(host);
    const AffinityTable table(examination->judgement, nullptr);
    EXPECT_TRUE(routeOf(host, table, {Part::Cell, 8, 0}).list.items.empty());
    EXPECT_TRUE(routeOf(host, table, {Part::Cell, 0, 999}).list.items.empty());
    EXPECT_TRUE(routeOf(host, table, {Part::Nic, 0, 0}).list.items.empty());
}

TEST(TextColumn, WrapsAtBlanksAndBreaksOnlyWordsThatAreLongerThanALine) {
    DisplayList list;
    const MeasureText measure = [](std::string_view text, Font, double) {
        return 10.0 * static_cast<double>(text.size());
    };
    Sketch sketch(list, measure);
    const TextStyle style{Font::Sans, 10, Token::Text};
    EXPECT_THAT(wrapped(sketch, "one two three", style, 80), testing::ElementsAre("one two", "three"));
    EXPECT_THAT(wrapped(sketch, "abcdefghij", style, 40), testing::ElementsAre("abcd", "efgh", "ij"));
    EXPECT_THAT(wrapped(sketch, "a\nb", style, 40), testing::ElementsAre("a", "b"));
    // Never breaks within a character, and always ends.
    for (const std::string &line : wrapped(sketch, "äöüäöüäöü", style, 30))
        EXPECT_EQ(line.size() % 2, 0U) << line;
    EXPECT_EQ(wrapped(sketch, std::string(100000, 'x'), style, 1, 5).size(), 5U);
    EXPECT_TRUE(wrapped(sketch, "", style, 10).empty());
}

TEST(AffinityPicture, HasVerdictMatricesAndTheRouteOfTheWorstPair) {
    const samples::PairingHost host = samples::pairingHost(samples::mi355xServer());
    const auto examination = samples::examinationOf(host, {2, 3}, true);
    AffinityPictureOptions options;
    options.topology = host.topology.get();
    options.host = "mi355x-03";
    options.simulated = "a demo";
    const DisplayList list = layoutAffinityPicture(*examination, options);
    std::string texts;
    for (const Item &item : list.items) {
        texts += item.text + "\n";
        EXPECT_LE(item.rect.right(), list.width + 0.5) << item.text;
        EXPECT_LE(item.rect.bottom(), list.height + 0.5) << item.text;
    }
    EXPECT_THAT(texts, HasSubstr("mi355x-03  (simulated)"));
    EXPECT_THAT(texts, HasSubstr("GPU2 to "));
    EXPECT_THAT(texts, HasSubstr("GPU to GPU"));
    EXPECT_THAT(texts, HasSubstr("Why"));
}

TEST(AffinityPicture, ReportsThatThereIsNoGpu) {
    const DisplayList list = layoutAffinityPicture({}, {});
    ASSERT_EQ(list.items.size(), 1U);
    EXPECT_THAT(list.items.front().text, HasSubstr("No GPU"));
}

} // namespace
} // namespace fabricscope::layout
