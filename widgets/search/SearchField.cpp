// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/search/SearchField.h"

#include "core/search/Search.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Icons.h"
#include "widgets/search/SearchModel.h"
#include "widgets/search/SearchPopup.h"

#include <QAbstractButton>
#include <QAction>
#include <QKeyEvent>
#include <QListView>
#include <QTimer>

namespace fabricscope::widgets {

namespace {

constexpr int kMinWidthForChip = 230;
/// Maximum number of rows listed per group.
constexpr std::size_t kMaxPerGroup = 8;
/// Maximum number of nodes searched in one iteration of the event loop; at least one host.
constexpr std::size_t kNodesPerTurn = 4096;

QString latin(std::string_view word) {
    return QString::fromLatin1(word.data(), static_cast<qsizetype>(word.size()));
}

/// An example of each keyword and its operators.
QStringList queryExamples() {
    constexpr int kFirstExamples = 4; // the first ones; if space is short, the others are dropped
    QStringList words;
    for (const search::QueryKeyword &word : search::queryKeywords())
        words << latin(word.name) + QLatin1Char(':') + latin(word.example);
    words.insert(kFirstExamples, QStringLiteral("-not"));
    words.insert(kFirstExamples + 1, QStringLiteral("\"as is\""));
    return words;
}

} // namespace

SearchField::SearchField(QWidget *parent)
    : QLineEdit(parent)
    , m_model(new SearchModel(this))
    , m_timer(new QTimer(this))
    , m_icon(addAction(QIcon(), LeadingPosition))
    , m_chip(new Chip(QStringLiteral("Ctrl+K"), Chip::Look::Key, this)) {
    setPlaceholderText(tr("Find device, BDF, host, finding"));
    setAccessibleName(tr("Go to a host, device, finding or action"));
    setToolTip(plainToolTip(
        tr("Names, BDFs, vendor:device, drivers, kind:gpu, group:41, numa:1, is:mispaired (Ctrl+K)")));
    setMaxLength(static_cast<int>(search::Query::kMaxBytes) / 4); // this many characters have no more bytes
    m_chip->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_timer->setSingleShot(true);
    connect(m_timer, &QTimer::timeout, this, &SearchField::look);
    connect(this, &QLineEdit::textEdited, this, &SearchField::start);
    connect(this, &QLineEdit::textChanged, this, &SearchField::updateChip);
    m_icon->setIcon(icon("search", draw::Token::Text3));
    for (QAbstractButton *button : findChildren<QAbstractButton *>()) // the icon is one to Qt
        button->setAccessibleName(tr("Search"));
}

SearchField::~SearchField() = default;

void SearchField::open(const QString &text) {
    setFocus(Qt::ShortcutFocusReason);
    if (!text.isEmpty())
        setText(text);
    selectAll();
    begin();
}

bool SearchField::isOpen() const {
    return m_popup != nullptr && m_popup->isVisible();
}

void SearchField::close() {
    m_timer->stop();
    m_search.reset();
    m_found = {};
    m_model->clear();
    if (m_popup != nullptr)
        m_popup->hide();
    setAccessibleDescription({});
}

void SearchField::begin() {
    if (m_popup == nullptr) {
        m_popup = new SearchPopup(m_model, window());
        connect(m_popup, &SearchPopup::chosen, this, &SearchField::choose);
        window()->installEventFilter(this);
    }
    m_found = m_source ? m_source() : SearchSource{std::make_shared<const search::Corpus>(), {}};
    start();
}

void SearchField::start() {
    if (!m_found.corpus)
        return begin();
    m_search = std::make_unique<search::Search>(text().toStdString(), m_found.corpus, kMaxPerGroup);
    look();
}

void SearchField::look() {
    if (!m_search)
        return;
    std::size_t nodes = 0;
    bool more = true;
    while (more && nodes < kNodesPerTurn) {
        more = m_search->advance();
        const std::size_t done = m_search->done();
        if (done > 0 && done <= m_found.corpus->hosts.size())
            if (const auto &topology = m_found.corpus->hosts[done - 1].topology)
                nodes += topology->nodes().size();
    }
    if (more)
        m_timer->start(0);
    else
        showResults();
}

void SearchField::settle() {
    while (m_timer->isActive()) {
        m_timer->stop();
        look();
    }
}

void SearchField::showResults() {
    m_model->show(*m_search, m_found);
    const auto &errors = m_search->query().errors;
    if (!errors.empty())
        m_popup->setMessage(toQString(errors.front()) + QLatin1Char('.'), true);
    else if (m_model->rowCount() > 0)
        m_popup->setMessage({}, false);
    else if (text().trimmed().isEmpty())
        m_popup->setMessage(tr("Type a name, BDF, driver or action."), false);
    else
        m_popup->setMessage(tr("No results for “%1”.").arg(text().trimmed()), false);
    showHint();
    m_popup->show();
    placePopup();
    m_popup->raise();
    if (m_model->bestRow() >= 0)
        m_popup->setCurrentRow(m_model->bestRow());
    setAccessibleDescription(tr("%1 found").arg(m_model->found()));
}

void SearchField::showHint() {
    const auto candidates = search::completions(text().left(cursorPosition()).toStdString());
    if (candidates.empty())
        return m_popup->setHint({}, queryExamples());
    QStringList words;
    for (const std::string &candidate : candidates)
        words << toQString(candidate);
    m_popup->setHint(tr("Tab:"), words);
}

void SearchField::step(int direction) {
    const int next = m_model->rowCount() > 0 ? m_model->nextRow(m_popup->currentRow(), direction) : -1;
    if (next < 0)
        return;
    m_popup->setCurrentRow(next);
    setAccessibleDescription(m_model->index(next, 0).data(Qt::AccessibleTextRole).toString());
}

/// The completion of the last word; the first one if there are several.
bool SearchField::complete() {
    const std::string rest = search::completionOf(text().left(cursorPosition()).toStdString());
    if (rest.empty())
        return false;
    insert(toQString(rest));
    start();
    return true;
}

void SearchField::choose(const QModelIndex &index) {
    const search::Hit *hit = m_model->hit(index);
    if (hit == nullptr || !index.flags().testFlag(Qt::ItemIsEnabled))
        return;
    // The following calls end this search; receivers may still read the query.
    const search::Hit chosen = *hit;
    const SearchSource found = m_found;
    const quint64 host = chosen.group == search::kActions ? 0 : found.corpus->hosts[chosen.host].id;
    clear();
    close();
    Q_EMIT left();
    switch (chosen.group) {
    case search::kHosts:
        return hostChosen(host);
    case search::kDevices:
        return deviceChosen(host, *chosen.node);
    case search::kFindings:
        return findingChosen(host, chosen.node ? std::optional<quint32>(*chosen.node) : std::nullopt);
    case search::kActions:
        return actionChosen(static_cast<int>(chosen.action));
    }
}

void SearchField::keyPressEvent(QKeyEvent *event) {
    const bool isStep = event->key() == Qt::Key_Down || event->key() == Qt::Key_Up;
    if (isStep && !isOpen())
        return begin();
    if (isStep)
        return step(event->key() == Qt::Key_Down ? 1 : -1);
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && isOpen()) {
        settle();
        return choose(m_popup->view()->currentIndex());
    }
    if (event->key() == Qt::Key_Escape) {
        clear();
        close();
        return left();
    }
    QLineEdit::keyPressEvent(event);
    if (isOpen())
        showHint(); // the cursor may have moved
}

bool SearchField::event(QEvent *event) {
    // Before Qt uses the key to move to the next widget.
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Tab &&
        isOpen() && complete())
        return true;
    return QLineEdit::event(event);
}

void SearchField::focusInEvent(QFocusEvent *event) {
    QLineEdit::focusInEvent(event);
    updateChip();
    // Moving the focus here with Tab, or returning to the window, does not start a search.
    if (event->reason() == Qt::MouseFocusReason)
        begin();
}

void SearchField::focusOutEvent(QFocusEvent *event) {
    QLineEdit::focusOutEvent(event);
    updateChip();
    close();
}

bool SearchField::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::Resize && isOpen())
        placePopup();
    return QLineEdit::eventFilter(watched, event);
}

void SearchField::placePopup() {
    m_popup->place(QRect(mapTo(window(), QPoint(0, 0)), size()));
}

void SearchField::resizeEvent(QResizeEvent *event) {
    QLineEdit::resizeEvent(event);
    const QSize chip = m_chip->sizeHint();
    m_chip->setGeometry(width() - chip.width() - 6, (height() - chip.height()) / 2, chip.width(),
                        chip.height());
    updateChip();
}

void SearchField::updateChip() {
    const bool shown = width() >= kMinWidthForChip && text().isEmpty();
    m_chip->setVisible(shown);
    QMargins margins = textMargins();
    margins.setRight(shown ? m_chip->sizeHint().width() + 4 : 0); // the placeholder ends before it
    setTextMargins(margins);
}

void SearchField::changeEvent(QEvent *event) {
    if (event->type() == QEvent::StyleChange)
        m_icon->setIcon(icon("search", draw::Token::Text3));
    QLineEdit::changeEvent(event);
}

} // namespace fabricscope::widgets
