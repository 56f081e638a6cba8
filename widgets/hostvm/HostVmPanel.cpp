// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hostvm/HostVmPanel.h"

#include "core/base/Text.h"
#include "core/present/hostvm/HostVmExamination.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/hostvm/HostVmChecks.h"
#include "widgets/hostvm/HostVmFileView.h"
#include "widgets/hostvm/SeverityLook.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <optional>

namespace fabricscope::widgets {

namespace {

using draw::Glyph;
using findings::Severity;

constexpr int kMargin = 14;

QLabel *wrapping(QLabel *label) {
    label->setWordWrap(true);
    label->setMinimumWidth(1);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// The name of the guest's file, or of the file to be created.
QString fileName(const present::HostVmExamination *examination) {
    return examination != nullptr && !examination->path.empty()
               ? QFileInfo(toQString(examination->path)).fileName()
               : QStringLiteral("nccl-topo.xml");
}

/// A consequence ends with its cause, which the title already contains.
QString withoutReason(QString sentence, const QString &title) {
    const QString reason = QStringLiteral(", because ") + title;
    if (sentence.endsWith(reason))
        sentence.chop(reason.size());
    return sentence;
}

QString sentences(const findings::Finding &finding) {
    QStringList parts;
    for (const std::string &part :
         {findings::sentence(finding), findings::cost(finding), findings::remedy(finding)})
        if (!part.empty()) {
            QString sentence = withoutReason(toQString(part), toQString(findings::title(finding)));
            sentence[0] = sentence[0].toUpper();
            parts << (sentence.endsWith(QLatin1Char('.')) ? sentence : sentence + QLatin1Char('.'));
        }
    return parts.join(QLatin1Char(' '));
}

} // namespace

HostVmPanel::HostVmPanel(QWidget *parent)
    : QWidget(parent)
    , m_back(button(tr("‹ Picture"), "link", this))
    , m_name(new ElidedLabel({}, draw::Token::Text, this))
    , m_where(new ElidedLabel({}, draw::Token::Text3, this))
    , m_tabs(new SegmentedControl({tr("File"), tr("Expected"), tr("Diff")}, tr("File view"), this))
    , m_file(new HostVmFileView(this))
    , m_textRow(new QWidget(this))
    , m_copy(button(tr("Copy the text"), "link", m_textRow))
    , m_save(button(tr("Save as…"), "link", m_textRow))
    , m_nothing(wrapping(label({}, "secondary", 12.5, this)))
    , m_findingBox(new QWidget(this))
    , m_glyph(new GlyphLabel(Glyph::Error, 14, m_findingBox))
    , m_title(wrapping(label({}, "title", 12.5, m_findingBox)))
    , m_text(wrapping(label({}, "secondary", 12, m_findingBox)))
    , m_corrected(wrapping(monoLabel({}, 11, m_findingBox)))
    , m_next(button(tr("Next finding"), "link", m_findingBox))
    , m_place(label({}, "caption", 12, m_findingBox))
    , m_checks(new HostVmChecks(this)) {
    setObjectName(QStringLiteral("inspector"));
    setAttribute(Qt::WA_StyledBackground);
    build();
    setExamination(nullptr);
}

HostVmPanel::~HostVmPanel() = default;

void HostVmPanel::build() {
    auto *head = new QHBoxLayout;
    head->setContentsMargins(kMargin, 8, 12, 8);
    head->setSpacing(8);
    applyFont(m_name, 12.5, QFont::DemiBold);
    applyFont(m_where, 12);
    m_back->setAccessibleName(tr("Back to the picture"));
    m_back->hide();
    head->addWidget(m_back);
    head->addWidget(m_name, 0);
    head->addWidget(m_where, 1);
    head->addWidget(m_tabs);
    m_nothing->setContentsMargins(kMargin, 6, kMargin, 12);
    auto *finding = new QHBoxLayout(m_findingBox);
    finding->setContentsMargins(kMargin, 10, kMargin, 10);
    finding->setSpacing(9);
    finding->addWidget(m_glyph, 0, Qt::AlignTop);
    auto *words = new QVBoxLayout;
    words->setSpacing(3);
    for (QLabel *each : {m_title, m_text, m_corrected})
        words->addWidget(each);
    auto *foot = new QHBoxLayout;
    foot->setSpacing(16);
    foot->addWidget(m_next);
    foot->addWidget(m_place);
    foot->addStretch(1);
    words->addLayout(foot);
    finding->addLayout(words, 1);
    auto *lower = new QWidget(this);
    auto *lowerColumn = new QVBoxLayout(lower);
    lowerColumn->setContentsMargins(0, 0, 0, 0);
    lowerColumn->setSpacing(0);
    lowerColumn->addWidget(m_findingBox);
    lowerColumn->addWidget(rule(lower));
    lowerColumn->addWidget(m_checks);
    lowerColumn->addStretch(1);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(lower);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("Problems and verification"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(rule(this));
    column->addWidget(m_nothing);
    column->addWidget(m_file, 5);
    column->addWidget(buildTextRow());
    column->addWidget(scroll, 6);
    connect(m_tabs, &SegmentedControl::changed, this, [this] { showFile(); });
    connect(m_back, &QPushButton::clicked, this, &HostVmPanel::pictureRequested);
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (!m_order.empty())
            showFinding((m_finding + 1) % m_order.size());
    });
}

void HostVmPanel::setBackVisible(bool alone) {
    m_back->setVisible(alone);
}

QWidget *HostVmPanel::buildTextRow() {
    auto *row = new QHBoxLayout(m_textRow);
    row->setContentsMargins(kMargin, 3, 12, 3);
    row->setSpacing(16);
    row->addStretch(1);
    row->addWidget(m_copy);
    row->addWidget(m_save);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        if (const std::string *shown = shownText())
            copyText(toQString(*shown), m_copy);
    });
    connect(m_save, &QPushButton::clicked, this, [this] {
        if (const std::string *shown = shownText())
            Q_EMIT saveRequested(fileName(m_examination.get()), QByteArray::fromStdString(*shown));
    });
    return m_textRow;
}

const std::string *HostVmPanel::shownText() const {
    if (!m_examination || !m_examination->guest || tab() == Tab::Diff)
        return nullptr;
    const std::string &shown = tab() == Tab::File ? m_examination->text : m_examination->expected;
    return shown.empty() ? nullptr : &shown;
}

void HostVmPanel::setExamination(std::shared_ptr<const present::HostVmExamination> examination) {
    if (examination && examination == m_examination)
        return;
    const bool hadFile = m_examination && m_examination->verification;
    m_examination = std::move(examination);
    m_order.clear();
    if (m_examination && m_examination->verification) {
        const auto &found = m_examination->verification->findings;
        m_order.resize(found.size());
        std::iota(m_order.begin(), m_order.end(), 0U);
        std::stable_sort(m_order.begin(), m_order.end(), [&](std::size_t a, std::size_t b) {
            return found[a].finding.severity > found[b].finding.severity;
        });
        if (!hadFile) // a difference, if there is one, is more useful than the file
            m_tabs->setCurrent(static_cast<int>(m_examination->expected == m_examination->text ||
                                                        m_examination->expected.empty()
                                                    ? Tab::File
                                                    : Tab::Diff));
    } else {
        m_tabs->setCurrent(static_cast<int>(Tab::Expected));
    }
    m_finding = m_finding < m_order.size() ? m_finding : 0;
    showPlaces();
    showFile();
    m_checks->setExamination(m_examination.get());
    showFinding(m_finding);
}

/// The expected text is not a file yet: it is shown with the name, and its own size.
void HostVmPanel::showHeader() {
    const bool hasFile = m_examination && !m_examination->path.empty();
    const std::string *shown = shownText();
    m_name->setText(hasFile ? fileName(m_examination.get()) : tr("NCCL file"));
    m_name->setToolTip(plainToolTip(hasFile ? toQString(m_examination->path) : QString()));
    const QString bytes =
        shown != nullptr ? QLocale().toString(static_cast<qulonglong>(shown->size())) : QString();
    if (tab() == Tab::Expected)
        m_where->setText(shown != nullptr ? tr("expected, %1 bytes").arg(bytes) : QString());
    else if (hasFile && tab() == Tab::File)
        m_where->setText(tr("on %1, %2 bytes").arg(toQString(m_examination->table.guestName()), bytes));
    else
        m_where->setText(hasFile ? tr("on %1").arg(toQString(m_examination->table.guestName())) : QString());
}

/// On its tab, so that an empty difference need not be opened.
void HostVmPanel::showPlaces() {
    const bool known = m_examination && !m_examination->path.empty() && !m_examination->expected.empty();
    const std::size_t places = known ? present::hunkCount(m_examination->difference) : 0;
    QAbstractButton *segment = m_tabs->segment(static_cast<int>(Tab::Diff));
    // For files that are too long to be compared line by line, the number is unknown.
    const bool counted = known && (places > 0 || m_examination->text == m_examination->expected);
    segment->setText(counted ? tr("Diff %1").arg(places) : tr("Diff"));
    segment->setToolTip(plainToolTip(!counted ? QString()
                                     : places == 1
                                         ? tr("1 difference from the expected file")
                                         : tr("%1 differences from the expected file").arg(places)));
}

HostVmPanel::Tab HostVmPanel::tab() const {
    return static_cast<Tab>(m_tabs->current());
}

void HostVmPanel::setTab(Tab tab) {
    m_tabs->setCurrent(static_cast<int>(tab));
    showFile();
}

void HostVmPanel::showFile() {
    QString nothing;
    std::vector<present::HostVmFileLine> lines;
    const bool hasFile = m_examination && !m_examination->path.empty();
    if (!m_examination || !m_examination->guest) {
        nothing = tr("No guest with a file to show.");
    } else if (tab() == Tab::File) {
        lines = present::linesOf(m_examination->text);
        nothing =
            hasFile ? QString() : tr("The guest has no NCCL file. \"Expected\" shows one for its hardware.");
    } else if (m_examination->expected.empty()) {
        nothing = tr("Expected file unknown: the pairs of the host's hardware are unknown. Connect to the "
                     "host or open its capture.");
        if (!m_examination->generated.notes.empty())
            nothing += QLatin1Char(' ') + toQString(m_examination->generated.notes.front());
    } else if (tab() == Tab::Expected) {
        lines = present::linesOf(m_examination->expected);
    } else if (m_examination->expected == m_examination->text) {
        nothing = tr("No differences: the file is as expected.");
    } else {
        lines = m_examination->difference;
    }
    m_nothing->setText(nothing);
    m_nothing->setVisible(!nothing.isEmpty());
    m_file->setVisible(nothing.isEmpty());
    m_file->setLines(std::move(lines));
    m_textRow->setVisible(shownText() != nullptr);
    showHeader();
    revealFinding();
}

/// Line numbers refer to the file: in the expected text the corrected line is searched.
void HostVmPanel::revealFinding() {
    if (m_finding >= m_order.size())
        return;
    const hostvm::FileFinding &finding = m_examination->verification->findings[m_order[m_finding]];
    if (tab() != Tab::Expected)
        return m_file->reveal(static_cast<std::uint32_t>(finding.finding.place.line));
    const std::string_view corrected = trimmed(finding.corrected);
    const auto &lines = m_file->lines();
    const auto found = std::find_if(lines.begin(), lines.end(), [&](const present::HostVmFileLine &line) {
        return !corrected.empty() && trimmed(line.text) == corrected;
    });
    m_file->reveal(found != lines.end() ? found->number : 0);
}

void HostVmPanel::showFinding(std::size_t index) {
    m_findingBox->setVisible(index < m_order.size());
    if (index >= m_order.size())
        return;
    m_finding = index;
    const hostvm::FileFinding &shown = m_examination->verification->findings[m_order[index]];
    const findings::Finding &finding = shown.finding;
    const auto &look = kSeverityLooks[static_cast<std::size_t>(finding.severity)];
    m_glyph->setGlyph(look.glyph);
    m_glyph->setAccessibleName(QLatin1String(look.word));
    QString title = toQString(findings::title(finding));
    if (finding.place.line > 0)
        title = tr("Line %1: %2").arg(finding.place.line).arg(title);
    else if (!title.isEmpty())
        title[0] = title[0].toUpper();
    m_title->setText(title);
    m_text->setText(sentences(finding));
    // A longer text is shown by the difference.
    const QString corrected = toQString(shown.corrected).trimmed();
    m_corrected->setText(corrected);
    m_corrected->setVisible(!corrected.isEmpty() && !corrected.contains(QLatin1Char('\n')));
    m_next->setVisible(m_order.size() > 1);
    m_place->setText(m_order.size() > 1 ? tr("finding %1 of %2").arg(index + 1).arg(m_order.size())
                                        : QString());
    revealFinding();
}

void HostVmPanel::showLine(std::uint32_t line) {
    for (std::size_t index = 0; index < m_order.size(); ++index)
        if (m_examination->verification->findings[m_order[index]].finding.place.line == line)
            return showFinding(index);
}

QString HostVmPanel::findingTitle() const {
    return m_order.empty() ? QString() : m_title->text();
}

QString HostVmPanel::checksSum() const {
    return m_checks->sum();
}

QStringList HostVmPanel::checkTexts() const {
    return m_checks->texts();
}

} // namespace fabricscope::widgets
