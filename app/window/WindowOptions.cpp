// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/WindowOptions.h"

#include "app/jobs/collect/OpenFiles.h"
#include "core/base/Print.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QRegularExpression>

#include <vector>

namespace fabricscope::app::window {

namespace {

constexpr int kWrongUsage = 2;
constexpr int kCannotRead = 3; ///< as in the command-line program

QString tr(const char *text) {
    return QCoreApplication::translate("Options", text);
}

std::optional<WindowOptions> refuse(int &status, const QString &why, int as = kWrongUsage) {
    printText(stderr, "fabricscope-window: {}\n", why.toStdString());
    status = as;
    return std::nullopt;
}

/// The options of judgeOptions(), in their order.
std::vector<QCommandLineOption> judgeOptionRows() {
    std::vector<QCommandLineOption> rows;
    for (const JudgeOption &row : judgeOptions())
        rows.emplace_back(QString::fromUtf8(row.name.data(), static_cast<qsizetype>(row.name.size())),
                          tr("For --render: ") + QString::fromStdString(row.helpText()),
                          QString::fromUtf8(row.value.data(), static_cast<qsizetype>(row.value.size())));
    return rows;
}

Result<> readJudgeOptions(const QCommandLineParser &parser, const std::vector<QCommandLineOption> &rows,
                          JudgeOptions &options) {
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (const QString &value : parser.values(rows[row]))
            if (auto taken = judgeOptions()[row].take(options, value.toStdString()); !taken)
                return taken;
    return {};
}

/// The error for the first file that does not exist.
std::optional<QString> missingFile(const QStringList &files) {
    for (const QString &file : files)
        if (!QFileInfo::exists(file))
            return tr("%1: no such file").arg(file);
    return std::nullopt;
}

std::optional<QSize> sizeOf(const QString &text) {
    static const QRegularExpression form(QStringLiteral("^(\\d{2,5})x(\\d{2,5})$"));
    const auto match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    return QSize(match.captured(1).toInt(), match.captured(2).toInt());
}

} // namespace

std::optional<WindowOptions> parseOptions(const QStringList &arguments, int &status) {
    QCommandLineParser parser;
    parser.setApplicationDescription(
        tr("fabricscope window: PCIe, NUMA and IOMMU trees of GPU servers, over SSH.\n"
           "Example: fabricscope-window --connect gpu-07 baremetal.fscope"));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    const QCommandLineOption capture(QStringLiteral("capture"),
                                     tr("Open this capture, file or folder (repeatable)."),
                                     QStringLiteral("FILE"));
    const QCommandLineOption connect(QStringLiteral("connect"), tr("Connect to this host (repeatable)."),
                                     QStringLiteral("TARGET"));
    const QCommandLineOption config(QStringLiteral("ssh-config"),
                                    tr("SSH configuration file (instead of ~/.ssh/config)."),
                                    QStringLiteral("FILE"));
    const QCommandLineOption known(QStringLiteral("known-hosts"),
                                   tr("known_hosts file; stores accepted keys."), QStringLiteral("FILE"));
    const QCommandLineOption tour(
        QStringLiteral("screenshot-tour"),
        tr("Write a picture of every screen with content, dark and light, and exit."), QStringLiteral("DIR"));
    const QCommandLineOption render(QStringLiteral("render"), tr("Render this capture without a window."),
                                    QStringLiteral("SOURCE"));
    const QCommandLineOption output({QStringLiteral("o"), QStringLiteral("output")},
                                    tr("For --render: FILE.png, FILE.pdf or FILE.svg."),
                                    QStringLiteral("FILE"));
    const QCommandLineOption view(QStringLiteral("view"), tr("For --render: topology, affinity or host-vm."),
                                  QStringLiteral("NAME"), QStringLiteral("topology"));
    const QCommandLineOption theme(QStringLiteral("theme"), tr("For --render: light or dark."),
                                   QStringLiteral("NAME"), QStringLiteral("light"));
    const QCommandLineOption size(QStringLiteral("size"), tr("For --render: WxH in pixels (PDF: points)."),
                                  QStringLiteral("WxH"));
    QCommandLineOption notice(QStringLiteral("notice"), QString(), QStringLiteral("TEXT"));
    notice.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOptions({capture, connect, config, known, notice, tour, render, output, view, theme, size});
    const std::vector<QCommandLineOption> judging = judgeOptionRows();
    parser.addOptions({judging.begin(), judging.end()});
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 tr("Files to open, one host each, or hosts to connect to."),
                                 QStringLiteral("[FILE|TARGET...]"));
    if (!parser.parse(arguments))
        return refuse(status, parser.errorText());
    status = 0;
    if (parser.isSet(help)) {
        printLines(parser.helpText().toStdString());
        return std::nullopt;
    }
    if (parser.isSet(version)) {
        printText("fabricscope-window {}\n", FABRICSCOPE_VERSION);
        return std::nullopt;
    }
    WindowOptions options;
    options.captures = parser.values(capture);
    options.targets = parser.values(connect);
    for (const QString &source : parser.positionalArguments())
        (isFileSource(source.toStdString()) ? options.captures : options.targets).append(source);
    if (const auto missing = missingFile(options.captures))
        return refuse(status, *missing, kCannotRead);
    if (const auto taken = readJudgeOptions(parser, judging, options.judge); !taken)
        return refuse(status, QString::fromStdString(taken.error().toString()));
    options.sshConfig = parser.value(config);
    options.knownHosts = parser.value(known);
    options.notice = parser.value(notice);
    options.tourFolder = parser.value(tour);
    options.renderSource = parser.value(render);
    options.renderOutput = parser.value(output);
    const QString shown = parser.value(view);
    if (!QStringList{QStringLiteral("topology"), QStringLiteral("affinity"), QStringLiteral("host-vm")}
             .contains(shown))
        return refuse(status, tr("unknown --view '%1': use topology, affinity or host-vm").arg(shown));
    options.renderHostVm = shown == QLatin1String("host-vm");
    options.renderAffinity = shown == QLatin1String("affinity");
    const QString name = parser.value(theme);
    if (name != QLatin1String("light") && name != QLatin1String("dark"))
        return refuse(status, tr("unknown --theme '%1': use light or dark").arg(name));
    options.renderTheme = name == QLatin1String("dark") ? draw::ThemeKind::Dark : draw::ThemeKind::Light;
    if (parser.isSet(size)) {
        const auto requested = sizeOf(parser.value(size));
        if (!requested)
            return refuse(status,
                          tr("invalid --size '%1': use WxH, for example 1440x900").arg(parser.value(size)));
        options.renderSize = *requested;
    }
    if (parser.isSet(render) != parser.isSet(output))
        return refuse(status, tr("--render SOURCE and -o FILE require each other"));
    return options;
}

} // namespace fabricscope::app::window
