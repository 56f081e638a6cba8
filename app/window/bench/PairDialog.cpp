// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/PairDialog.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/TickDelegate.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/connect/DialogFrame.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

namespace fabricscope::app::window {

namespace {

using widgets::label;

constexpr int kWidth = 720;
constexpr int kMaxSeconds = 3600, kMaxAtOnce = 64;

QComboBox *combo(const QStringList &items, const QString &name, QWidget *parent) {
    auto *box = new QComboBox(parent);
    box->addItems(items);
    box->setAccessibleName(name);
    widgets::setScaledFixedHeight(box, 28);
    return box;
}

QSpinBox *spin(int least, int most, int value, const QString &name, QWidget *parent) {
    auto *box = new QSpinBox(parent);
    box->setRange(least, most);
    box->setValue(value);
    box->setAccessibleName(name);
    widgets::setScaledFixedWidth(box, 90);
    return box;
}

QListWidget *deviceList(const QString &name, QWidget *parent) {
    auto *list = new QListWidget(parent);
    list->setObjectName(QStringLiteral("tickList"));
    list->setItemDelegate(new widgets::TickDelegate(list));
    list->setAccessibleName(name);
    widgets::setScaledFixedHeight(list, 152);
    return list;
}

QStringList ticked(const QListWidget *list) {
    QStringList names;
    for (int row = 0; row < list->count(); ++row)
        if (list->item(row)->checkState() == Qt::Checked)
            names << list->item(row)->text();
    return names;
}

} // namespace

PairDialog::PairDialog(Sources sources, const QString &current, QWidget *parent)
    : QDialog(parent)
    , m_sources(std::move(sources))
    , m_server(combo(m_sources.hosts, tr("Server"), this))
    , m_client(combo(m_sources.hosts, tr("Client"), this))
    , m_test(combo(m_sources.tests, tr("Test"), this))
    , m_what(
          combo({tr("NIC to NIC, host memory"), tr("NIC to NIC, memory of the nearest GPU (GPUDirect RDMA)"),
                 tr("Client GPUs × client NICs")},
                tr("Measurement"), this))
    , m_serverDevices(deviceList(tr("Server devices"), this))
    , m_clientDevices(deviceList(tr("Client devices"), this))
    , m_seconds(spin(1, kMaxSeconds, 2, tr("Seconds per pair"), this))
    , m_concurrent(spin(1, kMaxAtOnce, 1, tr("Parallel pairs"), this))
    , m_summary(label({}, "title", 12.5, this))
    , m_message(label({}, "secondary", 12, this))
    , m_commands(new QPlainTextEdit(this)) {
    setWindowTitle(tr("Benchmark between two hosts"));
    const int at = std::max(m_server->findText(current), 0);
    m_server->setCurrentIndex(at);
    const QString server = m_server->currentText();
    const QString client = m_sources.partner ? m_sources.partner(server) : server;
    m_client->setCurrentIndex(std::max(m_client->findText(client), 0));
    build();
    fillDevices(m_server, m_serverDevices);
    fillDevices(m_client, m_clientDevices);
    update();
}

void PairDialog::build() {
    const widgets::DialogFrame frame = widgets::frameDialog(this, kWidth);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(7);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    addHosts(grid);
    addSettings(grid);
    m_commands->setReadOnly(true);
    m_commands->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_commands->setFont(widgets::monoFont(12));
    m_commands->setAccessibleName(tr("Commands"));
    widgets::setScaledFixedHeight(m_commands, 150);
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    frame.body->addWidget(label(windowTitle(), "title", 15, this));
    frame.body->addSpacing(8);
    frame.body->addLayout(grid);
    frame.body->addSpacing(8);
    for (QWidget *each : {static_cast<QWidget *>(m_summary), static_cast<QWidget *>(m_commands),
                          static_cast<QWidget *>(m_message)})
        frame.body->addWidget(each);
    QPushButton *cancel = widgets::button(tr("Cancel"), "", frame.foot);
    m_start = widgets::button(tr("Start"), "primary", frame.foot);
    m_start->setDefault(true);
    frame.buttons->addWidget(cancel);
    frame.buttons->addWidget(m_start);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_start, &QPushButton::clicked, this, [this] { Q_EMIT startRequested(choice(), m_force); });
}

void PairDialog::addHosts(QGridLayout *grid) {
    constexpr int kShownCharacters = 16; // a longer name does not widen its column
    int column = 0;
    for (QComboBox *host : {m_server, m_client}) {
        host->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        host->setMinimumContentsLength(kShownCharacters);
    }
    for (const auto &[name, host, list] : {std::tuple(tr("Server"), m_server, m_serverDevices),
                                           std::tuple(tr("Client"), m_client, m_clientDevices)}) {
        grid->addWidget(label(name, "secondary", 12, this), 0, column);
        grid->addWidget(host, 1, column);
        grid->addWidget(list, 2, column++);
        connect(host, &QComboBox::currentIndexChanged, this, [this, host = host, list = list] {
            fillDevices(host, list);
            update();
        });
        connect(list, &QListWidget::itemChanged, this, &PairDialog::update);
    }
}

void PairDialog::addSettings(QGridLayout *grid) {
    grid->addWidget(label(tr("Measurement"), "secondary", 12, this), 3, 0, 1, 2);
    grid->addWidget(m_what, 4, 0, 1, 2); // in one column, its longest item would make that one the wider
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(label(tr("Test"), "secondary", 12, this));
    row->addWidget(m_test);
    row->addSpacing(16);
    row->addWidget(label(tr("Seconds per pair"), "secondary", 12, this));
    row->addWidget(m_seconds);
    row->addSpacing(16);
    row->addWidget(label(tr("Parallel pairs"), "secondary", 12, this));
    row->addWidget(m_concurrent);
    row->addStretch();
    grid->addLayout(row, 5, 0, 1, 2);
    for (QComboBox *box : {m_test, m_what})
        connect(box, &QComboBox::currentIndexChanged, this, &PairDialog::update);
    for (QSpinBox *box : {m_seconds, m_concurrent})
        connect(box, &QSpinBox::valueChanged, this, &PairDialog::update);
}

void PairDialog::fillDevices(const QComboBox *host, QListWidget *list) {
    m_filling = true;
    list->clear();
    const QStringList devices = m_sources.devices(host->currentText());
    const auto add = [list](const QString &device, bool isTicked) {
        auto *item = new QListWidgetItem(device, list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsSelectable);
        item->setCheckState(isTicked ? Qt::Checked : Qt::Unchecked);
        return item;
    };
    for (const QString &device : devices)
        add(device, true);
    for (const QString &device : m_sources.software(host->currentText()))
        add(device, devices.isEmpty())
            ->setToolTip(widgets::plainToolTip(tr("Software RDMA (rxe, siw): runs on the CPU")));
    m_filling = false;
}

PairChoice PairDialog::choice() const {
    PairChoice choice;
    choice.server = m_server->currentText();
    choice.client = m_client->currentText();
    choice.test = m_test->currentText();
    choice.what = static_cast<PairChoice::What>(m_what->currentIndex());
    choice.serverDevices = ticked(m_serverDevices);
    choice.clientDevices = ticked(m_clientDevices);
    choice.seconds = m_seconds->value();
    choice.concurrent = m_concurrent->value();
    return choice;
}

void PairDialog::update() {
    if (m_filling)
        return;
    m_force = false;
    m_start->setText(tr("Start"));
    const PairChoice selected = choice();
    PairPreview preview;
    if (selected.server.isEmpty())
        preview.failure = tr("No host is connected.");
    else if (selected.serverDevices.isEmpty() || selected.clientDevices.isEmpty())
        preview.failure = tr("Select a device on each side.");
    else
        preview = m_sources.preview(selected);
    m_summary->setText(preview.summary);
    m_commands->setPlainText(preview.commands);
    m_message->setText(preview.failure);
    m_start->setEnabled(preview.failure.isEmpty());
}

void PairDialog::setLooking(bool looking) {
    m_start->setEnabled(!looking);
    m_message->setText(looking ? tr("Checking for use of GPUs and NICs…") : QString());
}

void PairDialog::showUsers(const QStringList &users) {
    constexpr int kMaxShown = 6;
    QString text = tr("GPUs or NICs are in use. A run now affects both workloads.\n") +
                   users.mid(0, kMaxShown).join(QLatin1Char('\n'));
    if (users.size() > kMaxShown)
        text += QLatin1Char('\n') + tr("and %1 more").arg(users.size() - kMaxShown);
    setLooking(false);
    m_message->setText(text);
    m_start->setText(tr("Start anyway"));
    m_force = true;
}

void PairDialog::showFailure(const QString &why) {
    setLooking(false);
    m_message->setText(why);
}

} // namespace fabricscope::app::window
