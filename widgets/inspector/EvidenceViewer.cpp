// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/EvidenceViewer.h"

#include "core/base/HostText.h"
#include "core/base/OutputFile.h"
#include "core/base/Units.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/dialog/DialogSize.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/inspector/RawView.h"

#include <QDateTime>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr QSize kSize{920, 620};
constexpr std::size_t kMaxShownHits = 500; ///< outlined in one window
constexpr int kSearchWidth = 300;
constexpr std::size_t kSearchedAtOnce = 8 * 1024 * 1024; ///< bytes; larger sections wait for Enter

QString safe(const std::string &text) {
    return QString::fromStdString(HostText(text).plain(400));
}

/// "87 bytes", "12.5K".
QString shownSize(std::size_t bytes) {
    constexpr std::size_t kKibi = 1024;
    return bytes < kKibi ? EvidenceViewer::tr("%1 bytes").arg(bytes)
                         : QString::fromStdString(toString(ByteCount{bytes}));
}

QString whenText(const capture::Section::Meta &meta) {
    if (meta.endedMs == 0)
        return EvidenceViewer::tr("time unknown");
    QString text =
        QDateTime::fromMSecsSinceEpoch(meta.endedMs).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    if (meta.startedMs != 0 && meta.endedMs >= meta.startedMs)
        text += EvidenceViewer::tr(", took %1 s")
                    .arg(static_cast<double>(meta.endedMs - meta.startedMs) / 1000, 0, 'f', 1);
    return text;
}

/// How reading a section ended.
QString endedText(const capture::Section::Meta &meta) {
    if (meta.damage != capture::Damage::None)
        return meta.damageText.empty() ? QString::fromStdString(std::string(capture::toString(meta.damage)))
                                       : safe(meta.damageText);
    if (!meta.exitStatus)
        return meta.part == capture::Part::Import ? EvidenceViewer::tr("read from a file")
                                                  : EvidenceViewer::tr("exit status unknown");
    return *meta.exitStatus == 0 ? EvidenceViewer::tr("succeeded")
                                 : EvidenceViewer::tr("exited with status %1").arg(*meta.exitStatus);
}

} // namespace

EvidenceViewer::EvidenceViewer(QWidget *parent)
    : QDialog(parent)
    , m_title(label({}, "title", 14, this))
    , m_origin(monoLabel({}, 12, this))
    , m_ended(label({}, "secondary", 12, this))
    , m_search(new QLineEdit(this))
    , m_hitText(label({}, "caption", 12, this))
    , m_view(new RawView(this))
    , m_part(label({}, "caption", 12, this))
    , m_earlier(button(tr("Earlier"), "link", this))
    , m_later(button(tr("Later"), "link", this)) {
    setWindowTitle(tr("Evidence"));
    setModal(false);
    resizeScaled(this, kSize);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(m_view, 1);
    column->addWidget(makeFooter());
    connect(m_search, &QLineEdit::textChanged, this, [this] { searchAgain(false); });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (m_what != m_search->text().toStdString())
            searchAgain(true);
        else
            findNext(1);
    });
    connect(m_earlier, &QPushButton::clicked, this, [this] { moveWindow(-1); });
    connect(m_later, &QPushButton::clicked, this, [this] { moveWindow(1); });
}

EvidenceViewer::~EvidenceViewer() = default;

QWidget *EvidenceViewer::makeHeader() {
    auto *head = new QWidget(this);
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(16, 12, 16, 10);
    column->setSpacing(3);
    auto *row = new QHBoxLayout;
    row->addWidget(m_title, 1);
    row->addWidget(makeSearch());
    column->addLayout(row);
    for (QLabel *each : {m_origin, m_ended}) {
        each->setWordWrap(true);
        each->setMinimumWidth(1);
        column->addWidget(each);
    }
    return head;
}

QWidget *EvidenceViewer::makeSearch() {
    auto *box = new QWidget(this);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    m_search->setPlaceholderText(tr("Find in this section"));
    m_search->setAccessibleName(m_search->placeholderText());
    setScaledFixedWidth(m_search, kSearchWidth);
    m_search->setClearButtonEnabled(true);
    row->addWidget(m_hitText);
    row->addSpacing(4);
    row->addWidget(m_search);
    const struct {
        const char *icon;
        QString name;
        int direction;
    } steps[] = {{"up", tr("Previous hit (Shift+F3)"), -1}, {"down", tr("Next hit (F3)"), 1}};
    for (const auto &[icon, name, direction] : steps) {
        auto *step = new IconButton(icon, name, box);
        connect(step, &QToolButton::clicked, this, [this, by = direction] { findNext(by); });
        row->addWidget(step);
    }
    return box;
}

QWidget *EvidenceViewer::makeFooter() {
    auto *foot = new QWidget(this);
    foot->setObjectName(QStringLiteral("dialogFoot"));
    foot->setAttribute(Qt::WA_StyledBackground);
    auto *row = new QHBoxLayout(foot);
    row->setContentsMargins(16, 10, 16, 10);
    row->setSpacing(8);
    row->addWidget(m_earlier);
    row->addWidget(m_part, 1);
    row->addWidget(m_later);
    auto *copy = button(tr("Copy lines"), "", foot);
    auto *saveButton = button(tr("Save section…"), "", foot);
    auto *close = button(tr("Close"), "", foot);
    connect(copy, &QPushButton::clicked, this, &EvidenceViewer::copyLines);
    connect(saveButton, &QPushButton::clicked, this, &EvidenceViewer::save);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    for (QPushButton *each : {copy, saveButton, close})
        row->addWidget(each);
    return foot;
}

void EvidenceViewer::show(std::shared_ptr<const capture::Capture> capture, const RawPlace &place,
                          const QString &fact) {
    if (!capture || place.section >= capture->sections.size())
        return;
    m_capture = std::move(capture);
    m_section = std::make_unique<RawSection>(*m_capture, place.section);
    m_place = place;
    m_title->setText(fact);
    setWindowTitle(tr("Evidence: %1").arg(fact));
    describe();
    showWindow(place.bytes.begin);
    searchAgain(false);
    QDialog::show();
    raise();
    m_view->setFocus();
}

void EvidenceViewer::describe() {
    const capture::Section::Meta &meta = m_section->meta();
    const QString source = safe(meta.origin.empty() ? meta.name : meta.origin);
    m_origin->setText(source);
    m_origin->setAccessibleName(tr("Read from %1").arg(source));
    const std::size_t lines = m_section->lines();
    m_ended->setText(tr("section %1, part %2 · %3 · %4 · %5, %6")
                         .arg(safe(meta.name), safe(std::string(capture::toString(meta.part))),
                              whenText(meta), endedText(meta),
                              lines == 1 ? tr("1 line") : tr("%1 lines").arg(lines),
                              shownSize(m_section->bytes().size())));
}

QString EvidenceViewer::origin() const {
    return m_origin->text() + QLatin1Char('\n') + m_ended->text();
}

void EvidenceViewer::showWindow(std::size_t byte) {
    const std::string_view all = m_section->bytes();
    m_view->setWindow(m_section->around(byte));
    const RawWindow &window = m_view->window();
    const ByteRange lines = m_section->wholeLines(m_place.bytes);
    const bool here = lines.begin < window.bytes().end && lines.end >= window.bytes().begin;
    if (here && !all.empty())
        m_view->setLines({window.positionOf(all, lines.begin), window.positionOf(all, lines.end)});
    m_view->reveal(window.positionOf(all, byte));
    const bool whole = m_section->fitsOneWindow();
    m_part->setText(
        whole ? QString()
              : tr("bytes %1 to %2 of %3").arg(window.bytes().begin).arg(window.bytes().end).arg(all.size()));
    m_earlier->setVisible(!whole);
    m_later->setVisible(!whole);
    m_earlier->setEnabled(window.bytes().begin > 0);
    m_later->setEnabled(window.bytes().end < all.size());
}

void EvidenceViewer::moveWindow(int direction) {
    const ByteRange now = m_view->window().bytes();
    const std::size_t half = RawSection::kWindowBytes / 2;
    showWindow(direction > 0 ? now.end : now.begin > half ? now.begin - half : 0);
    showHits();
}

// Search

void EvidenceViewer::searchAgain(bool entered) {
    const bool searched = entered || (m_section && m_section->bytes().size() <= kSearchedAtOnce);
    m_what = searched ? m_search->text().toStdString() : std::string();
    m_hit.reset();
    m_hitNumber = 0;
    m_hits = m_section && !m_what.empty() ? m_section->count(m_what) : 0;
    if (m_hits > 0)
        findNext(1);
    else
        showHits();
    if (!searched && !m_search->text().isEmpty())
        m_hitText->setText(tr("Press Enter"));
}

void EvidenceViewer::findNext(int direction) {
    if (!m_section || m_hits == 0)
        return;
    const std::string_view all = m_section->bytes();
    std::size_t from = m_section->wholeLines(m_place.bytes).begin; // the lines in question first
    if (m_hit)
        from = direction > 0 ? *m_hit + m_what.size() : *m_hit;
    auto found = m_section->find(m_what, from, direction < 0);
    if (!found) // round the end
        found = m_section->find(m_what, direction > 0 ? 0 : all.size(), direction < 0);
    if (!found)
        return;
    m_hit = found;
    m_hitNumber = 1;
    for (auto at = m_section->find(m_what, 0, false); at && *at < *m_hit && m_hitNumber < m_hits;
         at = m_section->find(m_what, *at + m_what.size(), false))
        ++m_hitNumber;
    const ByteRange window = m_view->window().bytes();
    if (*m_hit < window.begin || *m_hit + m_what.size() > window.end)
        showWindow(*m_hit);
    showHits();
    m_view->reveal(m_view->window().positionOf(all, *m_hit));
}

void EvidenceViewer::showHits() {
    std::vector<RawView::Span> spans;
    int current = -1;
    if (m_hits > 0) {
        const std::string_view all = m_section->bytes();
        const RawWindow &window = m_view->window();
        for (auto at = m_section->find(m_what, window.bytes().begin, false);
             at && *at < window.bytes().end && spans.size() < kMaxShownHits;
             at = m_section->find(m_what, *at + m_what.size(), false)) {
            if (at == m_hit)
                current = static_cast<int>(spans.size());
            spans.emplace_back(window.positionOf(all, *at), window.positionOf(all, *at + m_what.size()));
        }
    }
    m_view->setHits(std::move(spans), current);
    const QString all =
        m_hits == RawSection::kMaxHits ? tr("%1 or more").arg(m_hits) : QString::number(m_hits);
    m_hitText->setText(m_what.empty() ? QString()
                       : m_hits == 0  ? tr("not found")
                                      : tr("%1 of %2").arg(m_hitNumber).arg(all));
}

QString EvidenceViewer::hitText() const {
    return m_hitText->text();
}

void EvidenceViewer::keyPressEvent(QKeyEvent *event) {
    const bool back = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_F3)
        findNext(back ? -1 : 1);
    else if (enter)
        event->accept(); // the field has taken it
    else if (event->matches(QKeySequence::Find))
        m_search->setFocus();
    else if (event->matches(QKeySequence::Copy))
        copyLines();
    else
        QDialog::keyPressEvent(event);
}

// Copies

QString EvidenceViewer::markedText() const {
    if (!m_section)
        return {};
    const std::string_view all = m_section->bytes();
    const ByteRange lines = m_section->wholeLines(m_place.bytes);
    const ByteRange bounded{lines.begin, std::min(lines.end, lines.begin + RawSection::kWindowBytes)};
    return RawWindow(all, bounded).text();
}

/// The text selected by the user, else the lines in question; escape sequences stay escaped, so that a
/// hostile host's text has no effect where it is pasted.
void EvidenceViewer::copyLines() {
    const QTextCursor cursor = m_view->textCursor();
    const QString lines =
        cursor.hasSelection()
            ? QString(cursor.selectedText()).replace(QChar::ParagraphSeparator, QLatin1Char('\n'))
            : markedText();
    copyText(lines);
}

QString EvidenceViewer::saveTo(const QString &file) const {
    if (!m_section)
        return tr("nothing to write");
    const std::string_view all = m_section->bytes();
    const auto written = writeWhole(QFile::encodeName(file).toStdString(), all, ReadableBy::Owner);
    return written ? QString() : QString::fromStdString(written.error().what);
}

void EvidenceViewer::save() {
    const QString name = m_section ? safe(m_section->meta().name) : QString();
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Save the section"), name + QStringLiteral(".txt"));
    if (file.isEmpty())
        return;
    const QString error = saveTo(file);
    m_part->setText(error.isEmpty() ? tr("Written: %1").arg(file)
                                    : QStringLiteral("%1: %2").arg(file, error));
}

} // namespace fabricscope::widgets
