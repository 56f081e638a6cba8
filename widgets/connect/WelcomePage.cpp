// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/WelcomePage.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/connect/WelcomeButtons.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace fabricscope::widgets {

namespace {

/// What the parts of the collector read (resources/collector/SECTIONS.md), as text; one line each.
constexpr struct {
    const char *what;
    const char *from;
} kReads[] = {
    {QT_TRANSLATE_NOOP("Welcome", "PCIe"), "/sys/bus/pci: tree, links, BARs, config"},
    {QT_TRANSLATE_NOOP("Welcome", "NUMA, IOMMU"), "/sys/devices/system/node, iommu_groups"},
    {QT_TRANSLATE_NOOP("Welcome", "Net, RDMA"), "/sys/class/net, /sys/class/infiniband"},
    {QT_TRANSLATE_NOOP("Welcome", "GPU"), "/sys/class/{drm,kfd}, nvidia-smi, amd-smi"},
    {QT_TRANSLATE_NOOP("Welcome", "Kernel"), "/proc/cmdline, modules, dmesg"},
    {QT_TRANSLATE_NOOP("Welcome", "VMs"), "/proc/*/cmdline of VM processes"},
    {QT_TRANSLATE_NOOP("Welcome", "NCCL"), "NCCL_* variables, nccl.conf, topology file"},
};

constexpr const char *kPromises[] = {
    QT_TRANSLATE_NOOP("Welcome", "Nothing to install, no root; more detail with sudo"),
    QT_TRANSLATE_NOOP("Welcome", "Collecting writes nothing; Log lists every command"),
    QT_TRANSLATE_NOOP("Welcome", "Private keys stay on this machine"),
};

constexpr struct {
    const char *keys;
    const char *does;
} kKeys[] = {
    {"Ctrl+K", QT_TRANSLATE_NOOP("Welcome", "find a device")},
    {"Alt+1 … Alt+7", QT_TRANSLATE_NOOP("Welcome", "switch screen")},
    {"F", QT_TRANSLATE_NOOP("Welcome", "fit the selection")},
    {"Ctrl+I", QT_TRANSLATE_NOOP("Welcome", "inspector")},
    {"Ctrl+J", QT_TRANSLATE_NOOP("Welcome", "jobs and log")},
};

constexpr int kSide = 48, kBetween = 56;      ///< px around the columns and between them
constexpr int kMinLeft = 380, kMaxLeft = 580; ///< of the design, as the next ones
constexpr int kMinRight = 300, kMaxRight = 400;
constexpr int kBelowTitle = 58; ///< the right column begins with the cards

QString words(const char *text) {
    return QCoreApplication::translate("Welcome", text);
}

} // namespace

WelcomePage::WelcomePage(QWidget *parent) : QWidget(parent) {
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the rest is placed below
    scroll->setFocusPolicy(Qt::NoFocus);
    auto *content = new QWidget;
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight, content);
    m_columns->setContentsMargins(kSide, 56, kSide, 32);
    m_columns->setSpacing(kBetween);
    m_columns->addStretch(1);
    m_columns->addWidget(makeLeft(), 10, Qt::AlignTop);
    m_columns->addWidget(m_right = makeRight(), 7, Qt::AlignTop);
    m_columns->addStretch(1);
    scroll->setWidget(content);
    outer->addWidget(scroll);
    setRecent({});
}

/// One below another if they do not fit side by side.
void WelcomePage::placeColumns() {
    const bool fits = width() >= 2 * kSide + kBetween + scaledToUi(kMinLeft + kMinRight);
    m_columns->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    setScaledMaximumWidth(m_right, fits ? kMaxRight : kMaxLeft);
    m_right->layout()->setContentsMargins(0, fits ? kBelowTitle : 0, 0, 0);
}

void WelcomePage::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    placeColumns();
}

bool WelcomePage::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange)
        placeColumns();
    return QWidget::event(event);
}

QWidget *WelcomePage::makeLeft() {
    auto *left = new QWidget(this);
    setScaledMaximumWidth(left, kMaxLeft);
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(label(tr("Open a session"), "title", 20, left));
    QLabel *about =
        label(tr("The PCIe, NUMA and IOMMU tree of a GPU server, with the evidence for every fact."),
              "secondary", 13, left);
    about->setWordWrap(true);
    column->addWidget(about);
    column->addSpacing(10);
    auto *host =
        new WelcomeCard("server", tr("Connect to a host"),
                        tr("SSH to a bare-metal host, a hypervisor or a VM. Nothing is installed there."),
                        QStringLiteral("Ctrl+N"), true, left);
    auto *capture = new WelcomeCard("file", tr("Open a capture"),
                                    tr("A .fscope file, or saved lspci, sysfs and tool output."),
                                    QStringLiteral("Ctrl+O"), false, left);
    auto *demo = new WelcomeCard("grid", tr("Open the demo hosts"),
                                 tr("Simulated MI355X hypervisors with their VMs, and a two-node lab."),
                                 QStringLiteral("Ctrl+D"), false, left);
    connect(host, &QAbstractButton::clicked, this, &WelcomePage::connectRequested);
    connect(capture, &QAbstractButton::clicked, this, &WelcomePage::openRequested);
    connect(demo, &QAbstractButton::clicked, this, &WelcomePage::demoRequested);
    for (QWidget *card : {host, capture, demo})
        column->addWidget(card);
    setFocusProxy(host);
    m_recentBox = new QWidget(left);
    auto *box = new QVBoxLayout(m_recentBox);
    box->setContentsMargins(0, 12, 0, 0);
    box->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->addWidget(label(tr("Recent"), "title", 13, m_recentBox), 1);
    auto *clear = button(tr("Clear"), "link", m_recentBox);
    clear->setAccessibleName(tr("Clear the list of recent sessions"));
    connect(clear, &QPushButton::clicked, this, &WelcomePage::clearRecentRequested);
    head->addWidget(clear);
    box->addLayout(head);
    box->addSpacing(6);
    m_recent = new QVBoxLayout;
    m_recent->setSpacing(0);
    box->addLayout(m_recent);
    column->addWidget(m_recentBox);
    return left;
}

QWidget *WelcomePage::makeRight() {
    auto *right = new QWidget(this);
    setScaledMinimumWidth(right, kMinRight);
    setScaledMaximumWidth(right, kMaxRight);
    auto *column = new QVBoxLayout(right);
    column->setContentsMargins(0, kBelowTitle, 0, 0);
    column->setSpacing(0);
    column->addWidget(label(tr("Collected data"), "title", 13, right));
    column->addSpacing(10);
    column->addWidget(rule(right));
    for (const auto &[what, from] : kReads) {
        auto *line = new QHBoxLayout;
        QLabel *name = label(words(what), "secondary", 12, right);
        setScaledFixedWidth(name, 100);
        line->addWidget(name);
        QLabel *source = monoLabel(QLatin1String(from), 11, right);
        source->setWordWrap(true);
        line->addWidget(source, 1);
        line->setContentsMargins(0, 8, 0, 8);
        column->addLayout(line);
        column->addWidget(rule(right));
    }
    column->addSpacing(12);
    for (const char *promise : kPromises) {
        auto *line = new QHBoxLayout;
        line->setContentsMargins(0, 3, 0, 3);
        line->setSpacing(8);
        line->addWidget(new GlyphLabel(draw::Glyph::Ok, 13, right));
        QLabel *text = label(words(promise), "secondary", 12, right);
        text->setWordWrap(true);
        line->addWidget(text, 1);
        column->addLayout(line);
    }
    column->addSpacing(16);
    column->addWidget(rule(right));
    column->addSpacing(14);
    column->addWidget(label(tr("Keys"), "title", 13, right));
    column->addSpacing(8);
    auto *grid = new QGridLayout;
    grid->setVerticalSpacing(6);
    grid->setHorizontalSpacing(16);
    int row = 0;
    for (const auto &[keys, does] : kKeys) {
        grid->addWidget(new Chip(QString::fromUtf8(keys), Chip::Look::Key, right), row, 0, Qt::AlignLeft);
        grid->addWidget(label(words(does), "secondary", 12, right), row, 1);
        ++row;
    }
    grid->setColumnStretch(1, 1);
    column->addLayout(grid);
    return right;
}

void WelcomePage::setRecent(const std::vector<RecentEntry> &entries) {
    while (QLayoutItem *item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_recentBox->setVisible(!entries.empty());
    for (const RecentEntry &entry : entries) {
        m_recent->addWidget(rule(m_recentBox));
        auto *row = new RecentRow(entry, m_recentBox);
        connect(row, &QAbstractButton::clicked, this,
                [this, entry] { Q_EMIT recentChosen(entry.kind, entry.key); });
        m_recent->addWidget(row);
    }
    m_recent->addWidget(rule(m_recentBox));
}

} // namespace fabricscope::widgets
