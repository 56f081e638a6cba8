// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/CompareScreen.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/FilterChips.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/compare/CompareEvidence.h"
#include "widgets/compare/ComparePictures.h"
#include "widgets/compare/CompareVerdict.h"
#include "widgets/compare/DifferenceDelegate.h"
#include "widgets/compare/DifferenceModel.h"
#include "widgets/compare/SideChooser.h"
#include "widgets/compare/SideView.h"
#include "widgets/topology/StatePage.h"
#include "widgets/topology/TopologyView.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr int kAll = CompareScreen::kAllCategories;
constexpr int kDrawDelayMs = 60;
constexpr std::size_t kMaxColoured = 24; ///< devices of one difference
constexpr int kPicturesHeight = 700;
constexpr int kFooterHeight = 190;
constexpr int kMinWidthForEvidence = 820; ///< below this width the evidence is hidden

} // namespace

CompareScreen::CompareScreen(QWidget *parent)
    : QWidget(parent)
    , m_beforeChooser(new SideChooser(tr("before"), this))
    , m_afterChooser(new SideChooser(tr("after"), this))
    , m_stack(new QStackedWidget(this))
    , m_statePage(new StatePage(this))
    , m_verdict(new CompareVerdict(this))
    , m_chips(new FilterChips(this))
    , m_pictures(new ComparePictures(this))
    , m_list(new QListView(this))
    , m_model(new DifferenceModel(this))
    , m_evidence(new CompareEvidence(this))
    , m_drawTimer(new QTimer(this)) {
    m_drawTimer->setSingleShot(true);
    m_drawTimer->setInterval(kDrawDelayMs);
    build();
    connectSignals();
    setSides({});
}

/// The list is destroyed with its selection, of which it would report the end.
CompareScreen::~CompareScreen() {
    m_list->selectionModel()->disconnect(this);
}

QWidget *CompareScreen::buildBar() {
    auto *bar = new QWidget(this);
    bar->setObjectName(QStringLiteral("toolbar"));
    bar->setAttribute(Qt::WA_StyledBackground);
    setScaledFixedHeight(bar, 44);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 0, 10, 0);
    row->setSpacing(8);
    auto *swap = new QToolButton(bar);
    swap->setText(QStringLiteral("⇄"));
    swap->setToolTip(plainToolTip(tr("Swap the sides")));
    swap->setAccessibleName(tr("Swap the sides"));
    setScaledFixedSize(swap, 28, 28);
    connect(swap, &QToolButton::clicked, this, &CompareScreen::swapSides);
    row->addWidget(m_beforeChooser);
    row->addWidget(swap);
    row->addWidget(m_afterChooser);
    row->addStretch(1);
    const struct {
        const char *icon;
        QString name;
        int steps; ///< 0: fit
    } zooms[] = {{"minus", tr("Zoom out"), -1}, {"plus", tr("Zoom in"), 1}, {"fit", tr("Fit to width"), 0}};
    for (const auto &[iconName, name, steps] : zooms) {
        auto *zoom = new IconButton(iconName, name, bar);
        zoom->setProperty("role", QStringLiteral("boxed"));
        setScaledFixedSize(zoom, 26, 26);
        connect(zoom, &QToolButton::clicked, m_pictures, [this, by = steps] { m_pictures->zoomBy(by); });
        row->addWidget(zoom);
    }
    return bar;
}

QWidget *CompareScreen::buildVerdict() {
    auto *box = new QWidget(this);
    box->setObjectName(QStringLiteral("page"));
    box->setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(14, 8, 14, 2);
    column->setSpacing(6);
    column->addWidget(m_verdict);
    auto *scroll = new QScrollArea(box); // twelve categories do not fit everywhere
    scroll->setWidget(m_chips);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    setScaledFixedHeight(scroll, FilterChips::kRowHeight);
    column->addWidget(scroll);
    return box;
}

QWidget *CompareScreen::buildFooter() {
    m_list->setModel(m_model);
    m_list->setItemDelegate(new DifferenceDelegate(m_list));
    m_list->setMouseTracking(true);
    m_list->setResizeMode(QListView::Adjust); // rows are as high as their words are long
    m_list->setWordWrap(true);                // so that each change of its width relayouts them
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Differences"));
    setScaledMinimumHeight(m_list, 3 * DifferenceDelegate::kRowHeight);
    auto *foot = new QSplitter(Qt::Horizontal, this);
    foot->setHandleWidth(1);
    foot->setChildrenCollapsible(false);
    foot->addWidget(m_list);
    foot->addWidget(m_evidence);
    foot->setStretchFactor(0, 3);
    foot->setStretchFactor(1, 2);
    return foot;
}

void CompareScreen::build() {
    auto *halves = new QSplitter(Qt::Vertical, this);
    halves->setHandleWidth(1);
    halves->setChildrenCollapsible(false);
    halves->addWidget(m_pictures);
    halves->addWidget(buildFooter());
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 0);
    halves->setSizes({kPicturesHeight, kFooterHeight});
    auto *content = new QWidget(this);
    auto *inner = new QVBoxLayout(content);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(0);
    inner->addWidget(buildVerdict());
    inner->addWidget(rule(content));
    inner->addWidget(halves, 1);
    m_stack->addWidget(m_statePage);
    m_stack->addWidget(content);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildBar());
    column->addWidget(m_stack, 1);
}

void CompareScreen::connectSignals() {
    connect(m_beforeChooser, &SideChooser::chosen, this,
            [this](quint64 id) { choose(id, m_choice.afterId()); });
    connect(m_afterChooser, &SideChooser::chosen, this,
            [this](quint64 id) { choose(m_choice.beforeId(), id); });
    connect(m_beforeChooser, &SideChooser::openRequested, this, &CompareScreen::openRequested);
    connect(m_afterChooser, &SideChooser::openRequested, this, &CompareScreen::openRequested);
    connect(m_statePage, &StatePage::actionRequested, this, &CompareScreen::openRequested);
    connect(m_drawTimer, &QTimer::timeout, this, &CompareScreen::draw);
    connect(m_chips, &FilterChips::chosen, this, [this](int id) {
        m_model->setCategory(id == kAll ? std::nullopt : std::optional(static_cast<fleet::Category>(id)));
        rowChosen({});
        draw();
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &CompareScreen::rowChosen);
    connect(m_pictures, &ComparePictures::nodeSelected, this, &CompareScreen::nodeChosen);
}

void CompareScreen::setShown(quint64 id) {
    if (m_choice.setShown(id))
        showChoice();
}

void CompareScreen::showChoice() {
    m_beforeChooser->setSides(m_choice.sides(), m_choice.beforeId());
    m_afterChooser->setSides(m_choice.sides(), m_choice.afterId());
    compareNow();
}

void CompareScreen::setSides(std::vector<CompareSide> sides) {
    if (m_choice.setSides(std::move(sides)) || (!m_comparison && !m_comparing))
        return showChoice();
    m_beforeChooser->setSides(m_choice.sides(), m_choice.beforeId());
    m_afterChooser->setSides(m_choice.sides(), m_choice.afterId());
}

void CompareScreen::choose(quint64 before, quint64 after) {
    m_choice.choose(before, after);
    showChoice();
}

void CompareScreen::swapSides() {
    choose(m_choice.afterId(), m_choice.beforeId());
}

void CompareScreen::compareNow() {
    m_comparison.reset();
    ++m_question; // pending answers are about something else
    m_comparing = false;
    const CompareSide *before = m_choice.before();
    const CompareSide *after = m_choice.after();
    if (before == nullptr || after == nullptr) {
        m_statePage->showEmpty(
            tr("Compare two captures"),
            m_choice.sides().empty()
                ? tr("Connect to hosts or open captures to compare two of them.")
                : tr("One capture is open. Open another, or connect to a second host, to compare them."),
            tr("Open files…"));
        m_stack->setCurrentIndex(0);
        m_model->setComparison(nullptr);
        return;
    }
    m_outdated = !isVisible();
    if (m_outdated)
        return;
    m_comparing = true;
    if (!m_comparer)
        return showComparison(m_question, std::make_shared<const fleet::Comparison>(
                                              fleet::compare(before->side(), after->side())));
    m_statePage->showEmpty(tr("Comparing…"), tr("%1 with %2").arg(before->name, after->name));
    m_stack->setCurrentIndex(0);
    m_model->setComparison(nullptr);
    m_comparer(m_question, *before, *after);
}

void CompareScreen::showComparison(quint64 question, std::shared_ptr<const fleet::Comparison> comparison) {
    const CompareSide *before = m_choice.before();
    const CompareSide *after = m_choice.after();
    if (question != m_question || !m_comparing || !comparison || before == nullptr || after == nullptr)
        return;
    m_comparing = false;
    m_comparison = std::move(comparison);
    m_stack->setCurrentIndex(1);
    m_pictures->setSides(*before, *after);
    m_model->setComparison(m_comparison);
    m_verdict->setComparison(*m_comparison);
    showChips();
    rowChosen({});
    draw();
}

QString CompareScreen::verdict() const {
    return m_verdict->text();
}

void CompareScreen::showChips() {
    std::vector<FilterChips::Entry> entries{{kAll, tr("All"), m_model->countOf(std::nullopt)}};
    for (std::size_t i = 0; i < fleet::kCategories; ++i) {
        const auto category = static_cast<fleet::Category>(i);
        if (const int count = m_model->countOf(category); count != 0)
            entries.push_back(
                {static_cast<int>(i), QString::fromUtf8(fleet::titleOf(category).data()), count});
    }
    m_chips->setEntries(entries);
    const int current = m_chips->current();
    m_model->setCategory(current == kAll ? std::nullopt
                                         : std::optional(static_cast<fleet::Category>(current)));
}

void CompareScreen::draw() {
    m_drawTimer->stop();
    if (!m_comparison)
        return;
    // Differences about everything, such as renumbered buses or the serial numbers of two machines, would
    // colour everything: only their row and chip show them.
    const auto shown = [this](const fleet::Difference &difference) {
        return m_model->shows(difference) &&
               (m_model->category() || (difference.devices.size() <= kMaxColoured &&
                                        difference.category != fleet::Category::Identity));
    };
    m_pictures->draw(*m_comparison, shown);
    rowChosen(m_list->currentIndex());
}

void CompareScreen::rowChosen(const QModelIndex &index) {
    const fleet::DifferenceGroup *group = index.isValid() ? m_model->groupAt(index.row()) : nullptr;
    const bool chosen = group != nullptr && m_comparison;
    m_pictures->point(m_comparison.get(), chosen ? group->members : std::vector<std::size_t>());
    if (chosen)
        m_evidence->show(m_comparison->differences[group->members.front()], beforeView()->side(),
                         afterView()->side());
    else
        m_evidence->showNothing(index.isValid());
}

/// A device with a difference selects its row; one without, the same device of the other side.
void CompareScreen::nodeChosen(bool isBefore, std::optional<std::uint32_t> node) {
    if (!m_comparison)
        return;
    const SideView *side = isBefore ? beforeView() : afterView();
    for (std::size_t i = 0; node && i < m_comparison->differences.size(); ++i) {
        const fleet::Difference &difference = m_comparison->differences[i];
        if (!m_model->shows(difference))
            continue;
        const auto nodes = side->nodesOf(difference);
        if (std::find(nodes.begin(), nodes.end(), *node) == nodes.end())
            continue;
        m_list->setCurrentIndex(m_model->index(m_model->rowOf(i)));
        m_list->scrollTo(m_list->currentIndex());
        side->view()->select(node);
        return;
    }
    m_list->setCurrentIndex({});
    m_pictures->selectPair(*m_comparison, isBefore, node);
}

SideView *CompareScreen::beforeView() const {
    return m_pictures->before();
}

SideView *CompareScreen::afterView() const {
    return m_pictures->after();
}

EvidenceBox *CompareScreen::beforeEvidence() const {
    return m_evidence->before();
}

EvidenceBox *CompareScreen::afterEvidence() const {
    return m_evidence->after();
}

void CompareScreen::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    m_evidence->setVisible(width() >= kMinWidthForEvidence);
    if (m_comparison)
        m_drawTimer->start();
}

bool CompareScreen::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange && m_comparison)
        m_drawTimer->start();
    return QWidget::event(event);
}

void CompareScreen::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    if (m_outdated)
        compareNow();
}

void CompareScreen::settle() {
    if (m_drawTimer->isActive())
        draw();
}

void CompareScreen::themeChanged() {
    m_pictures->themeChanged();
}

} // namespace fabricscope::widgets
