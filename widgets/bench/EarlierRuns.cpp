// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/EarlierRuns.h"

#include "widgets/bench/BenchSideRows.h"
#include "widgets/bench/BenchStepModel.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"

#include <QComboBox>
#include <QListView>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr int kSide = 14, kMaxShown = 6, kMaxAlone = 12;

} // namespace

EarlierRuns::EarlierRuns(QWidget *parent)
    : FoldingSection(tr("Earlier runs"), {}, parent)
    , m_list(new QListView(this))
    , m_host(new QComboBox(this))
    , m_note(new WrappedLine({}, uiFont(11.5), this))
    , m_model(new BenchStepModel(this)) {
    build();
}

void EarlierRuns::build() {
    prepareSteps(*m_list, m_model, false);
    m_list->setAccessibleName(tr("Earlier runs"));
    const QScrollBar *scrolled = m_list->verticalScrollBar();
    connect(scrolled, &QScrollBar::valueChanged, this, [this, scrolled](int value) {
        if (value > 0 && value == scrolled->maximum())
            Q_EMIT moreRequested();
    });
    auto *top = new QWidget(this);
    auto *rows = new QVBoxLayout(top);
    rows->setContentsMargins(kSide, 0, kSide, 4);
    rows->addWidget(m_note);
    rows->addWidget(m_host);
    setRole(m_note, "caption");
    m_host->setObjectName(QStringLiteral("earlierHost"));
    m_host->setAccessibleName(tr("Host of the earlier runs"));
    m_host->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setScaledFixedHeight(m_host, 28);
    connect(m_host, &QComboBox::activated, this,
            [this](int index) { Q_EMIT hostRequested(m_host->itemData(index).toString()); });
    addWidget(top);
    addWidget(m_list);
    setOpen(true);
    hide();
    const auto open = [this](const QModelIndex &index) {
        if (index.isValid() && static_cast<std::size_t>(index.row()) < m_shown.size())
            Q_EMIT runRequested(m_shown[static_cast<std::size_t>(index.row())].id);
    };
    connect(m_list, &QListView::clicked, this, open);
    connect(m_list, &QListView::activated, this, open);
}

void EarlierRuns::setContent(const BenchContent &content) {
    m_isAlone = content.runs.empty();
    setVisible(!content.earlier.empty() || !content.earlierNote.isEmpty() || !content.earlierHost.isEmpty());
    m_note->setText(content.earlierNote);
    m_note->setVisible(!content.earlierNote.isEmpty());
    showHosts(content);
    if (m_shown == content.earlier)
        return fit();
    m_shown = content.earlier;
    std::vector<bench::BenchStep> steps;
    steps.reserve(m_shown.size());
    for (const BenchContent::Earlier &each : m_shown)
        steps.push_back(each.step);
    m_model->setSteps(std::move(steps));
    m_list->viewport()->update();
    fit();
}

void EarlierRuns::showHosts(const BenchContent &content) {
    QStringList hosts = content.earlierHosts;
    if (!content.earlierHost.isEmpty() && !hosts.contains(content.earlierHost))
        hosts << content.earlierHost; // its last run is gone meanwhile: it is still requested
    m_host->setVisible(hosts.size() > 1 || !content.earlierHost.isEmpty());
    if (std::exchange(m_hosts, hosts) != hosts) {
        m_host->clear();
        m_host->addItem(tr("All hosts"), QString());
        for (const QString &host : hosts)
            m_host->addItem(host, host);
    }
    m_host->setCurrentIndex(std::max(0, m_host->findData(content.earlierHost)));
}

void EarlierRuns::fit() {
    const int rows = std::min(m_model->rowCount(), m_isAlone ? kMaxAlone : kMaxShown);
    m_list->setFixedHeight(std::max(1, rows * scaledToUi(kStepHeight)));
}

} // namespace fabricscope::widgets
