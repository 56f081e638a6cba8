// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/form/BenchDeviceRow.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/UiSize.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>

namespace fabricscope::widgets {

namespace {

constexpr int kAsProposed = 0; ///< the first item

std::string chosenIn(const QComboBox &box) {
    return box.currentIndex() <= kAsProposed ? std::string() : box.currentText().toStdString();
}

/// Without emitting a signal.
void chooseIn(QComboBox &box, const std::string &device) {
    const QSignalBlocker quiet(&box);
    const QString words = QString::fromStdString(device);
    if (!device.empty() && box.findText(words) < 0)
        box.addItem(words);
    box.setCurrentIndex(device.empty() ? kAsProposed : box.findText(words));
}

void fill(QComboBox &box, const std::vector<std::string> &devices) {
    const std::string before = chosenIn(box);
    const QSignalBlocker quiet(&box);
    while (box.count() > kAsProposed + 1)
        box.removeItem(box.count() - 1);
    for (const std::string &device : devices)
        box.addItem(QString::fromStdString(device));
    chooseIn(box, before);
}

} // namespace

BenchDeviceRow::BenchDeviceRow(QWidget *parent)
    : QWidget(parent)
    , m_gpu(new QComboBox(this))
    , m_nic(new QComboBox(this))
    , m_loopback(new CheckBox(tr("Both ends on this host"), this)) {
    m_loopback->setToolTip(
        plainToolTip(tr("Loopback: server and client on the same NIC. Otherwise the run is one end: it "
                        "waits for the other end or connects to the address in its arguments.")));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    for (const auto &[name, box] : {std::pair(tr("GPU"), m_gpu), std::pair(tr("NIC"), m_nic)}) {
        box->addItem(tr("recommended"));
        box->setAccessibleName(name);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(10);
        setScaledFixedHeight(box, 28);
        row->addWidget(label(name, "caption", 12, this));
        row->addWidget(box, 1);
        connect(box, &QComboBox::currentIndexChanged, this, &BenchDeviceRow::changed);
    }
    row->addWidget(m_loopback);
    connect(m_loopback, &CheckBox::toggled, this, &BenchDeviceRow::changed);
}

void BenchDeviceRow::setDevices(const BenchDevices &devices) {
    fill(*m_gpu, devices.gpus);
    fill(*m_nic, devices.nics);
}

void BenchDeviceRow::choose(const BenchPair &requested) {
    chooseIn(*m_gpu, requested.gpu);
    chooseIn(*m_nic, requested.nic);
    {
        const QSignalBlocker quiet(m_loopback);
        m_loopback->setChecked(requested.loopback);
    }
    Q_EMIT changed();
}

BenchPair BenchDeviceRow::pair() const {
    return {chosenIn(*m_gpu), chosenIn(*m_nic), m_loopback->isChecked()};
}

} // namespace fabricscope::widgets
