// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/CompareScreen.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/compare/DifferenceModel.h"
#include "widgets/compare/FilterChips.h"
#include "widgets/compare/SideChooser.h"
#include "widgets/compare/SideView.h"
#include "widgets/inspector/EvidenceBox.h"
#include "widgets/topology/StatePage.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyView.h"

#include <QEvent>
#include <QListView>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>
#include <tuple>
#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr int kAll = CompareScreen::kAllCategories;
constexpr int kDrawDelayMs = 60;
constexpr std::size_t kMaxColoured = 24; ///< devices of one difference
constexpr double kNarrowest = 560;       ///< a picture is laid out this wide at least
constexpr double kScrollBar = 14;
constexpr int kMinWidthForEvidence = 820; ///< below this width the evidence is hidden

} // namespace

CompareScreen::CompareScreen(QWidget *parent)
    : QWidget(parent)
    , m_beforeChooser(new SideChooser(tr("before"), this))
    , m_afterChooser(new SideChooser(tr("after"), this))
    , m_stack(new QStackedWidget(this))
    , m_statePage(new StatePage(this))
    , m_glyph(new GlyphLabel(draw::Glyph::Ok, 16, this))
    , m_verdict(new ElidedLabel({}, draw::Token::Text, this))
    , m_detail(new ElidedLabel({}, draw::Token::Text2, this))
    , m_chips(new FilterChips(this))
    , m_before(new SideView(tr("before"), true, this))
    , m_after(new SideView(tr("after"), false, this))
    , m_pictures(new QSplitter(Qt::Horizontal, this))
    , m_list(new QListView(this))
    , m_model(new DifferenceModel(this))
    , m_beforeEvidence(new EvidenceBox(this))
    , m_afterEvidence(new EvidenceBox(this))
    , m_evidence(nullptr)
    , m_drawTimer(new QTimer(this)) {
    m_drawTimer->setSingleShot(true);
    m_drawTimer->setInterval(kDrawDelayMs);
    build();
    connectSignals();
    setSides({});
}

/// The views are destroyed one after another, and a last scroll event of one would access the other.
CompareScreen::~CompareScreen() {
    for (const SideView *side : {m_before, m_after})
        for (QObject *sender : {static_cast<QObject *>(side->view()),
                                static_cast<QObject *>(side->view()->horizontalScrollBar()),
                                static_cast<QObject *>(side->view()->verticalScrollBar())})
            sender->disconnect(this);
    m_list->selectionModel()->disconnect(this);
}

void CompareScreen::connectSignals() {
    connect(m_beforeChooser, &SideChooser::chosen, this, [this](quint64 id) { choose(id, m_afterId); });
    connect(m_afterChooser, &SideChooser::chosen, this, [this](quint64 id) { choose(m_beforeId, id); });
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
    connect(m_before->view(), &TopologyView::nodeSelected, this,
            [this](std::optional<std::uint32_t> node) { nodeChosen(true, node); });
    connect(m_after->view(), &TopologyView::nodeSelected, this,
            [this](std::optional<std::uint32_t> node) { nodeChosen(false, node); });
    for (const bool isBefore : {true, false}) {
        EvidenceBox *box = isBefore ? m_beforeEvidence : m_afterEvidence;
        box->offerRaw();
        connect(box, &EvidenceBox::rawTextRequested, this, [this, isBefore] { openRaw(isBefore); });
    }
    connectViews(m_before, m_after);
    connectViews(m_after, m_before);
}

const CompareSide *CompareScreen::find(quint64 id) const {
    const auto found =
        std::find_if(m_sides.begin(), m_sides.end(), [id](const CompareSide &side) { return side.id == id; });
    return found == m_sides.end() ? nullptr : &*found;
}

/// Better pairs first: two captures of one host, then two of one kind; among these with the current host
/// first, then the newest.
void CompareScreen::chooseDefaults() {
    m_beforeId = m_sides.empty() ? 0 : m_sides[0].id;
    m_afterId = m_sides.size() < 2 ? 0 : m_sides[1].id;
    const auto isVm = [](const CompareSide &side) {
        return side.topology->host().virtualization.valueOr("none") != "none";
    };
    const auto rank = [this, isVm](const CompareSide &a, const CompareSide &b) {
        const bool bothOrNeither = isVm(a) == isVm(b); // a VM and its hypervisor differ in nearly everything
        const bool oneHost = a.host == b.host && !a.host.isEmpty();
        const bool oneKind = a.kind == b.kind && !a.kind.isEmpty();
        const bool isShown = a.id == m_shown || b.id == m_shown;
        return std::tuple(isShown, bothOrNeither, oneHost, oneKind,
                          oneHost ? std::min(a.takenMs, b.takenMs) : 0,
                          oneHost ? std::max(a.takenMs, b.takenMs) : 0);
    };
    std::optional<decltype(rank(m_sides[0], m_sides[0]))> best;
    for (std::size_t first = 0; first < m_sides.size(); ++first)
        for (std::size_t second = first + 1; second < m_sides.size(); ++second) {
            const CompareSide *a = &m_sides[first], *b = &m_sides[second];
            const auto rated = rank(*a, *b);
            if (best && rated <= *best)
                continue;
            best = rated;
            if (std::get<2>(rated) && b->takenMs < a->takenMs)
                std::swap(a, b); // the older one before
            m_beforeId = a->id;
            m_afterId = b->id;
        }
}

void CompareScreen::setShown(quint64 id) {
    if (std::exchange(m_shown, id) == id || m_chosen || find(id) == nullptr)
        return;
    const std::pair before(m_beforeId, m_afterId);
    chooseDefaults();
    if (before != std::pair(m_beforeId, m_afterId))
        showChoice();
}

void CompareScreen::showChoice() {
    m_beforeChooser->setSides(m_sides, m_beforeId);
    m_afterChooser->setSides(m_sides, m_afterId);
    compareNow();
}

bool CompareScreen::hasSameSides(const std::vector<CompareSide> &sides) const {
    return std::equal(sides.begin(), sides.end(), m_sides.begin(), m_sides.end(),
                      [](const CompareSide &a, const CompareSide &b) { return a.id == b.id; });
}

void CompareScreen::setSides(std::vector<CompareSide> sides) {
    std::erase_if(sides, [](const CompareSide &side) { return side.topology == nullptr; });
    const auto topologyOf = [this](quint64 id) {
        const CompareSide *side = find(id);
        return side != nullptr ? side->topology : nullptr;
    };
    const auto before = topologyOf(m_beforeId);
    const auto after = topologyOf(m_afterId);
    const bool isOther = !hasSameSides(sides);
    m_sides = std::move(sides);
    const bool isGone = find(m_beforeId) == nullptr || find(m_afterId) == nullptr;
    m_chosen = m_chosen && !isGone;
    if (isGone || (isOther && !m_chosen)) // one added later may fit better
        chooseDefaults();
    m_beforeChooser->setSides(m_sides, m_beforeId);
    m_afterChooser->setSides(m_sides, m_afterId);
    if ((m_comparison || m_comparing) && before == topologyOf(m_beforeId) && after == topologyOf(m_afterId))
        return;
    compareNow();
}

void CompareScreen::choose(quint64 before, quint64 after) {
    m_chosen = true;
    m_beforeId = before;
    m_afterId = after;
    showChoice();
}

void CompareScreen::swapSides() {
    choose(m_afterId, m_beforeId);
}

void CompareScreen::compareNow() {
    m_comparison.reset();
    ++m_question; // pending answers are about something else
    m_comparing = false;
    const CompareSide *before = find(m_beforeId);
    const CompareSide *after = find(m_afterId);
    if (before == nullptr || after == nullptr) {
        m_statePage->showEmpty(
            tr("Compare two captures"),
            m_sides.empty()
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
    const CompareSide *before = find(m_beforeId);
    const CompareSide *after = find(m_afterId);
    if (question != m_question || !m_comparing || !comparison || before == nullptr || after == nullptr)
        return;
    m_comparing = false;
    m_comparison = std::move(comparison);
    m_stack->setCurrentIndex(1);
    m_before->setSide(*before);
    m_after->setSide(*after);
    m_model->setComparison(m_comparison);
    showVerdict();
    showChips();
    rowChosen({});
    m_fitted = true;
    draw();
}

QString CompareScreen::verdict() const {
    return m_verdict->text();
}

void CompareScreen::showVerdict() {
    const auto groups = fleet::grouped(*m_comparison);
    const fleet::Counts counts = fleet::countOf(*m_comparison, groups);
    m_glyph->setGlyph(counts.errors != 0     ? draw::Glyph::Error
                      : counts.warnings != 0 ? draw::Glyph::Warning
                      : counts.notes != 0    ? draw::Glyph::Note
                                             : draw::Glyph::Ok);
    const auto count = static_cast<int>(groups.size());
    m_verdict->setText(count == 0   ? tr("Nothing changed")
                       : count == 1 ? tr("1 change")
                                    : tr("%1 changes").arg(count));
    QString detail = count == 0 ? QString() : QString::fromStdString(fleet::countsText(counts));
    const auto unknown = static_cast<int>(m_comparison->notCompared.size());
    if (unknown != 0)
        detail += (detail.isEmpty() ? QString() : QStringLiteral("; ")) +
                  (unknown == 1 ? tr("1 fact could not be compared")
                                : tr("%1 facts could not be compared").arg(unknown));
    m_detail->setText(detail);
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
    const double room = std::min(m_before->width(), m_after->width()) - kScrollBar;
    const double width = std::max(kNarrowest, room / uiScale());
    // Differences about everything, such as renumbered buses or the serial numbers of two machines, would
    // colour everything: only their row and chip show them.
    const auto shown = [this](const fleet::Difference &difference) {
        return m_model->shows(difference) &&
               (m_model->category() || (difference.devices.size() <= kMaxColoured &&
                                        difference.category != fleet::Category::Identity));
    };
    m_before->draw(*m_comparison, width, shown);
    m_after->draw(*m_comparison, width, shown);
    if (m_fitted)
        fitWidth();
    rowChosen(m_list->currentIndex());
}

void CompareScreen::fitWidth() {
    m_syncing = true;
    const double room = std::min(m_before->width(), m_after->width()) - kScrollBar;
    for (SideView *view : {m_before, m_after}) {
        const double width = view->scene()->list().width;
        view->view()->setZoom(width > 0 ? std::min(uiScale(), room / width) : uiScale(), QPointF(0, 0));
        view->view()->horizontalScrollBar()->setValue(0);
        view->view()->verticalScrollBar()->setValue(0);
    }
    m_syncing = false;
    m_fitted = true;
}

void CompareScreen::zoomBy(int steps) {
    if (steps == 0)
        return fitWidth();
    m_before->view()->zoomBy(steps); // the other one follows
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
    m_before->themeChanged();
    m_after->themeChanged();
}

} // namespace fabricscope::widgets
