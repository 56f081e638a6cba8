// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pictures of all machines side by side, for visual inspection: every host of the corpus and the sample
// hosts, each as a PNG at 100 %, and one sheet of them all. They are stored in
// build/PRESET/artefacts/contact-sheet.
#include "app/jobs/judge/JudgeHost.h"
#include "app/window/shell/Picture.h"
#include "tests/Places.h"
#include "tests/support/CorpusHosts.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/support/samples/SampleJudgement.h"

#include <QDir>
#include <QFile>
#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QTextStream>

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope {
namespace {

constexpr int kTile = 420, kTallest = 520, kGap = 14, kCaption = 22, kColumns = 5;
constexpr double kCanvas = 864; ///< remaining in a window of 1440 px with all docks

struct Sheet {
    QString name;
    draw::ThemeKind theme;
    QColor ground, ink;
};

struct Shown {
    std::string name;
    std::shared_ptr<const topology::Topology> topology;
    std::shared_ptr<const affinity::Judgement> judgement; ///< nullptr: none
    bool unfolded = false;
    layout::ColourBy colourBy = layout::ColourBy::Kind;
};

std::vector<Shown> sampleHosts() {
    const std::pair<const char *, host::Host> kSamples[] = {
        {"made-mi355x", samples::mi355xServer()},
        {"made-flat-vm", samples::flatVm()},
        {"made-laptop", samples::laptop()},
        {"made-300-functions", samples::manyFunctions(300)},
        {"made-vmd", samples::vmdHost()},
        {"made-cpu-less-nodes", samples::cpuLessNodes()},
        {"made-dead-gpu", samples::deadGpu()},
        {"made-partitioned-gpu", samples::partitionedGpu()},
        {"made-cycles", samples::cycles()},
        {"made-random", samples::randomHost(7, 120)},
        {"made-micro-vm", samples::microVm()},
        {"made-24-numa-nodes", samples::manyNodes(24)},
        {"made-128-vfs", samples::manyVirtual(128)},
    };
    std::vector<Shown> shown;
    for (const auto &[name, host] : kSamples)
        shown.push_back({name, samples::topologyOf(host), nullptr});
    const auto server = samples::topologyOf(samples::mi355xServer());
    const std::pair<const char *, std::vector<std::pair<std::string, std::string>>> kSwapped[] = {
        {"made-mi355x-mispaired", {{"0000:46:00.0", "0000:66:00.0"}, {"0000:65:00.0", "0000:47:00.0"}}},
        {"made-mi355x-across-sockets", {{"0000:46:00.0", "0000:86:00.0"}, {"0000:85:00.0", "0000:47:00.0"}}},
    };
    for (const auto &[name, swapped] : kSwapped)
        shown.push_back(
            {name, server,
             std::make_shared<const affinity::Judgement>(samples::judgementOf(*server, swapped))});
    const std::pair<const char *, layout::ColourBy> kModes[] = {
        {"made-mi355x-by-group", layout::ColourBy::IommuGroup},
        {"made-mi355x-by-link", layout::ColourBy::Link},
        {"made-mi355x-by-owner", layout::ColourBy::Owner}};
    for (const auto &[name, mode] : kModes)
        shown.push_back({name, server, nullptr, false, mode});
    shown.push_back(
        {"made-300-functions-unfolded", samples::topologyOf(samples::manyFunctions(300)), nullptr, true});
    return shown;
}

std::vector<Shown> corpusHosts() {
    std::vector<Shown> shown;
    for (const test::CorpusHost &host : test::corpusHosts(test::kCorpusFolder)) {
        app::Snapshot snapshot = app::makeSnapshot(host.capture);
        const auto examination = app::judgeHost(snapshot);
        shown.push_back(
            {host.name, snapshot.topology,
             examination ? std::shared_ptr<const affinity::Judgement>(examination, &examination->judgement)
                         : nullptr});
    }
    return shown;
}

QString folder() {
    const QString path = QStringLiteral(FABRICSCOPE_BIN_DIR "/../artefacts/contact-sheet");
    QDir().mkpath(path);
    return QDir(path).canonicalPath();
}

/// Paints the host into a file at 100 %, and returns the picture.
QImage pictureOf(const Shown &host, const Sheet &sheet) {
    app::window::PictureOptions options;
    options.theme = sheet.theme;
    options.layout.width = kCanvas;
    options.layout.judgement = host.judgement.get();
    options.layout.colourBy = host.colourBy;
    if (host.unfolded)
        options.layout.folds.setAllOpen(true);
    const draw::DisplayList list = layout::layoutTopology(*host.topology, options.layout);
    options.size = QSize(static_cast<int>(list.width), static_cast<int>(std::min(list.height, 12000.0)));
    const QString file =
        QStringLiteral("%1/%2.%3.png").arg(folder(), QString::fromStdString(host.name), sheet.name);
    const auto written = app::window::writePicture(*host.topology, file, options);
    EXPECT_TRUE(written) << host.name;
    return QImage(file);
}

/// In columns, each picture in the currently shortest one; tall pictures are cut.
QImage sheetOf(const std::vector<std::pair<std::string, QImage>> &pictures, const Sheet &sheet) {
    std::vector<std::pair<QRect, QImage>> tiles;
    std::vector<int> bottoms(kColumns, kGap);
    for (const auto &[name, picture] : pictures) {
        const auto column = std::min_element(bottoms.begin(), bottoms.end());
        QImage tile = picture.scaledToWidth(std::min(kTile, picture.width()), Qt::SmoothTransformation);
        tile = tile.copy(0, 0, tile.width(), std::min(tile.height(), kTallest));
        const int x = kGap + static_cast<int>(column - bottoms.begin()) * (kTile + kGap);
        tiles.emplace_back(QRect(x, *column, kTile, kCaption + tile.height()), tile);
        *column += kCaption + tile.height() + kGap;
    }
    QImage image(kColumns * (kTile + kGap) + kGap, *std::max_element(bottoms.begin(), bottoms.end()),
                 QImage::Format_RGB32);
    image.fill(sheet.ground);
    QPainter painter(&image);
    painter.setPen(sheet.ink);
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const QRect &rect = tiles[i].first;
        painter.drawText(QRect(rect.topLeft(), QSize(rect.width(), kCaption)),
                         Qt::AlignLeft | Qt::AlignVCenter, QString::fromStdString(pictures[i].first));
        painter.drawImage(rect.x(), rect.y() + kCaption, tiles[i].second);
    }
    return image;
}

void writeIndex(const std::vector<Shown> &hosts, const std::vector<Sheet> &sheets) {
    QFile file(folder() + QStringLiteral("/index.html"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Text));
    QTextStream out(&file);
    out << "<!doctype html><meta charset=\"utf-8\"><title>fabricscope: every machine</title>\n"
           "<style>body{font:14px sans-serif}figure{display:inline-block;vertical-align:top;margin:8px}"
           "img{max-width:420px}</style>\n";
    for (const Shown &host : hosts)
        for (const Sheet &sheet : sheets) {
            const QString name = QString::fromStdString(host.name);
            const QString picture = QStringLiteral("%1.%2.png").arg(name, sheet.name);
            out << "<figure><figcaption>" << name.toHtmlEscaped() << "</figcaption><a href=\"" << picture
                << "\"><img loading=\"lazy\" src=\"" << picture << "\"></a></figure>\n";
        }
}

/// Machines that must be readable without manual layout, by their names on the sheet.
constexpr const char *kPromised[] = {"made-laptop",  "made-mi355x",   "made-300-functions",
                                     "made-flat-vm", "made-micro-vm", "made-24-numa-nodes",
                                     "made-128-vfs"};
/// The published ones among them.
constexpr const char *kPromisedOfCorpus[] = {"nvidiaDGX2"};

void expectNamed(const std::vector<Shown> &hosts, const char *name) {
    EXPECT_TRUE(std::any_of(hosts.begin(), hosts.end(), [name](const Shown &host) {
        return host.name.find(name) != std::string::npos;
    })) << name;
}

TEST(ContactSheet, ShowsEveryMachine) {
    const std::vector<Sheet> sheets{{QStringLiteral("dark"), draw::ThemeKind::Dark, "#121519", "#E4E8ED"},
                                    {QStringLiteral("light"), draw::ThemeKind::Light, "#ECEEF1", "#1A2026"}};
    std::vector<Shown> hosts = sampleHosts();
    std::vector<Shown> corpus = corpusHosts();
    const bool missing = corpus.empty();
    std::move(corpus.begin(), corpus.end(), std::back_inserter(hosts));
    for (const char *name : kPromised)
        expectNamed(hosts, name);
    for (const char *name : kPromisedOfCorpus)
        if (!missing)
            expectNamed(hosts, name);
    for (const Sheet &sheet : sheets) {
        std::vector<std::pair<std::string, QImage>> pictures;
        for (const Shown &host : hosts) {
            pictures.emplace_back(host.name, pictureOf(host, sheet));
            EXPECT_GT(pictures.back().second.height(), 60) << host.name;
        }
        const QImage image = sheetOf(pictures, sheet);
        EXPECT_TRUE(image.save(folder() + QStringLiteral("/sheet.%1.png").arg(sheet.name)));
    }
    writeIndex(hosts, sheets);
    if (missing)
        GTEST_SKIP() << "NO CORPUS at " << test::kCorpusFolder << ": the sheet holds made machines only";
}

} // namespace
} // namespace fabricscope
