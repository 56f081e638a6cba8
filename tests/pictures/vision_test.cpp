// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Visual language, section 6: status is glyph and text, with colour third. Different meanings are
// distinguishable without colours, with red-green blindness, and in a greyscale print: by lightness, or by a
// shape, a dash or a word.
#include "app/jobs/judge/JudgeHost.h"
#include "core/layout/affinity/AffinityPicture.h"
#include "core/layout/topology/TopologyLayout.h"
#include "tests/Places.h"
#include "tests/pictures/Gallery.h"
#include "tests/pictures/Vision.h"
#include "tests/support/samples/SampleJudgement.h"
#include "tests/widgets/Support.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/models/FleetModel.h"

#include <QDir>
#include <QPainter>
#include <QTreeView>

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace fabricscope::test {
namespace {

using draw::DisplayList;
using draw::Glyph;
using draw::Item;
using draw::Rgb;
using draw::Ribbon;
using draw::Token;
using topology::NodeKind;
using widgets::ThemeKind;

constexpr ThemeKind kThemes[] = {ThemeKind::Dark, ThemeKind::Light};
/// Minimum difference of L* between two colours that are not adjacent.
constexpr double kPlainlyLighter = 15;

TEST(Vision, IsThatOfThePaperAndLeavesGreysAlone) {
    for (const Vision vision : kVisions)
        for (const std::uint8_t grey : {0, 60, 128, 255}) {
            const Rgb as = seen(Rgb{grey, grey, grey}, vision);
            EXPECT_NEAR(as.r, grey, 1);
            EXPECT_NEAR(as.g, grey, 1);
            EXPECT_NEAR(as.b, grey, 1);
        }
    // Red and green of equal lightness, which differ only in hue, are one colour to both.
    const Rgb red{200, 80, 80}, green{80, 128, 80};
    for (const Vision vision : {Vision::Protanopia, Vision::Deuteranopia}) {
        const Rgb a = seen(red, vision), b = seen(green, vision);
        EXPECT_LT(std::abs(a.r - b.r) + std::abs(a.g - b.g), 120) << wordOf(vision);
        EXPECT_GT(std::abs(red.r - green.r) + std::abs(red.g - green.g), 160);
    }
    EXPECT_NEAR(lightnessOf({255, 255, 255}), 100, 0.01);
    EXPECT_NEAR(lightnessOf({119, 119, 119}), 50, 0.5);
}

// ---- glyphs ----

/// Black on white, at the smallest size of a glyph, drawn four times as large to show its edges.
QImage glyphOf(Glyph glyph) {
    constexpr int kSide = 9, kTimes = 4;
    QImage image(kSide * kTimes, kSide * kTimes, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(kTimes, kTimes);
    widgets::paintGlyph(painter, glyph, QRectF(0, 0, kSide, kSide), Qt::black, Qt::white);
    return image;
}

/// The difference between the pictures, 0 to 1.
double differenceOf(const QImage &a, const QImage &b) {
    double sum = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            sum += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y)));
    return sum / 255 / a.width() / a.height();
}

TEST(Vision, KnowsEachStatusByTheShapeOfItsGlyph) {
    const Glyph kGlyphs[] = {Glyph::Error,       Glyph::Warning, Glyph::Note,    Glyph::Ok,
                             Glyph::Unreachable, Glyph::Running, Glyph::Waiting, Glyph::Lock};
    for (const Glyph a : kGlyphs) {
        EXPECT_GT(differenceOf(glyphOf(a), glyphOf(Glyph::None)), 0.1) << static_cast<int>(a);
        for (const Glyph b : kGlyphs) {
            if (a == b)
                continue;
            EXPECT_GT(differenceOf(glyphOf(a), glyphOf(b)), 0.12)
                << static_cast<int>(a) << " and " << static_cast<int>(b);
        }
    }
}

/// In the sidebar, which has the smallest marks with a meaning.
TEST(Vision, KnowsHowAHostIsByTheShapeOfItsMark) {
    using widgets::HostLink;
    applyTheme(ThemeKind::Dark);
    const HostLink kLinks[] = {HostLink::Connected,   HostLink::Connecting,   HostLink::Waiting,
                               HostLink::Unreachable, HostLink::Disconnected, HostLink::Capture};
    std::vector<widgets::FleetEntry> entries;
    for (const HostLink link : kLinks) {
        widgets::FleetEntry entry;
        entry.id = entries.size() + 1;
        entry.name = QStringLiteral("host");
        entry.link = link;
        entries.push_back(entry);
    }
    widgets::FleetModel model;
    model.setEntries(entries, {});
    widgets::FleetSidebar sidebar(&model);
    sidebar.resize(260, 400);
    sidebar.show();
    QCoreApplication::processEvents();
    std::vector<QImage> marks;
    const QImage picture = seen(sidebar.view()->viewport()->grab().toImage(), Vision::Grey);
    const QAbstractItemModel &shown = *sidebar.view()->model();
    for (int group = 0; group < shown.rowCount(); ++group)
        for (int row = 0; row < shown.rowCount(shown.index(group, 0)); ++row) {
            const QRect line = sidebar.view()->visualRect(shown.index(row, 0, shown.index(group, 0)));
            marks.push_back(picture.copy(29, line.center().y() - 6, 14, 13));
        }
    ASSERT_EQ(marks.size(), std::size(kLinks));
    for (std::size_t a = 0; a < marks.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            EXPECT_GT(differenceOf(marks[a], marks[b]), 0.03) << a << " and " << b;
}

// ---- pictures ----

/// The visible properties of a device, a ribbon or a link without colours, at 100 %.
struct Look {
    std::set<std::string> words;
    std::set<Glyph> glyphs;
    double height = 0;
    bool isDashed = false;
    float stroke = 0; ///< the widest
};

void add(Look &look, const Item &item) {
    if (item.shape == Item::Shape::Text)
        look.words.insert(item.text);
    if (item.shape == Item::Shape::Glyph)
        look.glyphs.insert(item.glyph);
    look.isDashed = look.isDashed || item.dash > 0;
    if (item.shape == Item::Shape::Polyline)
        look.stroke = std::max(look.stroke, item.strokeWidth);
}

bool isAt100(const Item &item) {
    return item.minZoom <= 1 && item.maxZoom > 1;
}

bool containsWord(const Look &look, std::string_view word) {
    return std::any_of(look.words.begin(), look.words.end(),
                       [word](const std::string &text) { return text.find(word) != std::string::npos; });
}

struct Painted {
    std::shared_ptr<const topology::Topology> topology;
    std::shared_ptr<const affinity::Judgement> judgement;
    DisplayList list;
};

Painted painted(const host::Host &host,
                const std::vector<std::pair<std::string, std::string>> &swapped = {}) {
    Painted made;
    made.topology = samples::topologyOf(host);
    made.judgement =
        std::make_shared<const affinity::Judgement>(samples::judgementOf(*made.topology, swapped));
    layout::TopologyOptions options;
    options.judgement = made.judgement.get();
    made.list = layout::layoutTopology(*made.topology, options);
    return made;
}

std::map<NodeKind, std::vector<Look>> looksOf(const Painted &made) {
    std::map<std::uint32_t, Look> byNode;
    for (const Item &item : made.list.items)
        if (item.node != Item::kNoNode && isAt100(item))
            add(byNode[item.node], item);
    for (const draw::Area &area : made.list.areas)
        if (const auto own = byNode.find(area.node);
            own != byNode.end()) // otherwise it is folded into another text
            own->second.height = area.rect.height;
    std::map<NodeKind, std::vector<Look>> looks;
    for (auto &[node, look] : byNode)
        if (node < made.topology->nodes().size())
            looks[made.topology->node(node).kind].push_back(std::move(look));
    return looks;
}

TEST(Vision, KnowsTheKindOfADeviceByItsWords) {
    const std::pair<NodeKind, const char *> kWords[] = {{NodeKind::Gpu, "GPU"},
                                                        {NodeKind::Nvme, "NVMe"},
                                                        {NodeKind::Switch, "Switch"},
                                                        {NodeKind::RootPort, "Root port"},
                                                        {NodeKind::Numa, "NUMA"}};
    const auto looks = looksOf(painted(samples::mi355xServer()));
    for (const auto &[kind, word] : kWords) {
        const auto found = looks.find(kind);
        ASSERT_NE(found, looks.end()) << word;
        for (const Look &look :
             found->second) // a port: only its address above a narrow box, or in a folded line
            EXPECT_TRUE(
                containsWord(look, word) ||
                (kind == NodeKind::RootPort && (containsWord(look, ":") || containsWord(look, "root port"))))
                << word << " is not said of one of them, which says " << testing::PrintToString(look.words);
    }
    const auto nics = looks.find(NodeKind::Nic);
    ASSERT_NE(nics, looks.end());
    for (const Look &look : nics->second) {
        for (const auto &[kind, word] : kWords)
            EXPECT_FALSE(containsWord(look, word)) << "a NIC is none of the others: " << word;
        EXPECT_FALSE(look.words.empty()) << "its own name";
    }
}

std::map<Ribbon::Kind, std::vector<Look>> ribbonsOf(const Painted &made) {
    std::map<std::uint32_t, Look> byRibbon;
    for (const Item &item : made.list.items)
        if (item.ribbon != Item::kNoRibbon && isAt100(item))
            add(byRibbon[item.ribbon], item);
    std::map<Ribbon::Kind, std::vector<Look>> looks;
    for (auto &[ribbon, look] : byRibbon)
        looks[made.list.ribbons[ribbon].kind].push_back(std::move(look));
    return looks;
}

TEST(Vision, KnowsAMispairedRibbonByItsGlyphAndWordAndTheExpectedOneByItsDash) {
    const auto ribbons = ribbonsOf(painted(
        samples::mi355xServer(), {{"0000:46:00.0", "0000:66:00.0"}, {"0000:65:00.0", "0000:47:00.0"}}));
    ASSERT_TRUE(ribbons.contains(Ribbon::Kind::Finding));
    ASSERT_TRUE(ribbons.contains(Ribbon::Kind::Assigned));
    ASSERT_TRUE(ribbons.contains(Ribbon::Kind::Expected));
    bool isMarked = false;
    for (const Look &look : ribbons.at(Ribbon::Kind::Finding))
        isMarked = isMarked || (containsWord(look, "mispaired") && look.glyphs.contains(Glyph::Error));
    EXPECT_TRUE(isMarked);
    for (const Look &look : ribbons.at(Ribbon::Kind::Assigned)) {
        EXPECT_TRUE(look.glyphs.empty());
        EXPECT_FALSE(look.isDashed);
        EXPECT_FALSE(containsWord(look, "mispaired"));
    }
    for (const Look &look : ribbons.at(Ribbon::Kind::Expected)) {
        EXPECT_TRUE(look.isDashed);
        EXPECT_TRUE(containsWord(look, "?")) << "PIX?";
    }
}

/// The contents of a whole picture: to compare two pictures.
Look lookOf(const DisplayList &list) {
    Look look;
    for (const Item &item : list.items)
        if (isAt100(item))
            add(look, item);
    return look;
}

TEST(Vision, KnowsADegradedLinkByItsGlyphItsWidthAndItsGhost) {
    const Look good = lookOf(painted(samples::oneGpu()).list),
               narrow = lookOf(painted(samples::narrowGpu()).list);
    EXPECT_FALSE(good.isDashed);
    EXPECT_TRUE(narrow.isDashed) << "the lanes that are missing";
    EXPECT_FALSE(good.glyphs.contains(Glyph::Warning) || good.glyphs.contains(Glyph::Error));
    EXPECT_TRUE(narrow.glyphs.contains(Glyph::Warning) || narrow.glyphs.contains(Glyph::Error));
    EXPECT_TRUE(containsWord(narrow, "x8"));
    EXPECT_FALSE(containsWord(good, "x8"));
}

TEST(Vision, KnowsEachPathTypeByTheWordInItsCell) {
    static const std::set<std::string> kWords{"PIX", "PXB", "PHB", "NODE", "SYS", "XGMI"};
    const app::Snapshot host = snapshotOf(samples::mi355xServer());
    const auto examination = app::judgeHost(host);
    ASSERT_NE(examination, nullptr);
    layout::AffinityPictureOptions options;
    options.topology = host.topology.get();
    const DisplayList list = layout::layoutAffinityPicture(*examination, options);
    int cells = 0;
    for (const Item &item : list.items)
        cells += item.shape == Item::Shape::Text && kWords.contains(item.text) ? 1 : 0;
    EXPECT_GE(cells, 8 * 8) << "each GPU with each NIC";
}

/// Findings are distinguishable from the selection, from healthy items, and from each other where only an
/// outline is visible; they may have the same lightness if there is a glyph. This checks the assumptions.
TEST(Vision, KnowsAFindingFromASelectionByHowLightItIsOrByItsGlyph) {
    for (const ThemeKind theme : kThemes)
        for (const Vision vision : kVisions) {
            const auto light = [&](Token token) {
                return lightnessOf(seen(draw::colour(token, theme), vision));
            };
            for (const Token ground : {Token::Canvas, Token::Surface, Token::Panel})
                for (const Token mark : {Token::Error, Token::Warning, Token::Accent, Token::Ok, Token::Note})
                    EXPECT_GT(std::abs(light(mark) - light(ground)), 2 * kPlainlyLighter)
                        << wordOf(vision) << ": mark " << static_cast<int>(mark) << " on "
                        << static_cast<int>(ground);
        }
    // The glyph stays if a device with a finding is selected.
    const Painted made = painted(samples::mi355xServer(), {{"0000:46:00.0", "0000:66:00.0"}});
    const auto gpu = nodeAt(*made.topology, "46:00.0");
    bool hasGlyph = false;
    for (const Item &item : made.list.items)
        hasGlyph = hasGlyph || (item.node == gpu && item.glyph == Glyph::Error && isAt100(item));
    EXPECT_TRUE(hasGlyph);
}

/// Saves the pictures as seen with each kind of vision, in the build artefacts, for visual inspection.
TEST(Vision, OfThePicturesIsKeptForTheEye) {
    Stage stage;
    const QString folder = QStringLiteral(FABRICSCOPE_BIN_DIR "/../artefacts/vision");
    ASSERT_TRUE(QDir().mkpath(folder));
    for (const ThemeKind theme : kThemes) {
        stage.applyTheme(theme);
        for (const Scene &scene : scenes()) {
            if (!scene.isWindow)
                continue;
            const Shot shot = take(stage, scene, theme, {1440, 900});
            for (const Vision vision : {Vision::Grey, Vision::Protanopia, Vision::Deuteranopia}) {
                const QImage picture = seen(shot.picture, vision);
                EXPECT_TRUE(picture.save(
                    QStringLiteral("%1/%2 %3.png").arg(folder, shot.name(), QLatin1String(wordOf(vision)))));
                // No readable part gets lost: there are as many edges as before.
                const Signature all = signatureOf(*shot.widget, shot.picture, theme),
                                part = signatureOf(*shot.widget, picture, theme);
                int lost = 0;
                for (std::size_t at = 0; at < all.cells.size(); ++at)
                    lost += part.cells[at].busy * 2 < all.cells[at].busy ? 1 : 0;
                EXPECT_LE(lost, 6) << qPrintable(shot.name()) << " " << wordOf(vision);
            }
            if (scene.restore != nullptr)
                scene.restore(stage);
        }
    }
}

} // namespace
} // namespace fabricscope::test
