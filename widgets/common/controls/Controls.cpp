// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/Controls.h"

#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/CheckMark.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Icons.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

namespace fabricscope::widgets {

QLabel *label(const QString &text, const char *role, double px, QWidget *parent) {
    auto *label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText); // text may come from a host
    label->setProperty("role", QLatin1String(role));
    const bool heavy = qstrcmp(role, "title") == 0;
    applyFont(label, px, heavy ? QFont::DemiBold : QFont::Normal);
    return label;
}

QLabel *monoLabel(const QString &text, double px, QWidget *parent) {
    auto *label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    applyMonoFont(label, px);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QPushButton *button(const QString &text, const char *role, QWidget *parent) {
    auto *button = new QPushButton(text, parent);
    button->setProperty("role", QLatin1String(role));
    button->setAutoDefault(false);
    return button;
}

void setRole(QWidget *widget, const char *role) {
    if (widget->property("role").toString() == QLatin1String(role))
        return;
    widget->setProperty("role", QLatin1String(role));
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
    widget->update();
}

QWidget *rule(QWidget *parent) {
    auto *line = new QWidget(parent);
    line->setObjectName(QStringLiteral("cardRule"));
    line->setAttribute(Qt::WA_StyledBackground);
    line->setFixedHeight(1);
    return line;
}

void copyText(const QString &text) {
    QApplication::clipboard()->setText(text);
}

void copyText(const QString &text, QWidget *by) {
    copyText(text);
    QToolTip::showText(by->mapToGlobal(QPoint(0, by->height())),
                       plainToolTip(QApplication::translate("Controls", "Copied")), by);
}

void paintFocusRing(QPainter &painter, const QRectF &rect, double radius) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokenColour(Token::Accent), 2));
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius);
}

// GlyphLabel

GlyphLabel::GlyphLabel(draw::Glyph glyph, int px, QWidget *parent) : QWidget(parent), m_glyph(glyph) {
    setScaledFixedSize(this, px, px);
}

void GlyphLabel::setGlyph(draw::Glyph glyph) {
    m_glyph = glyph;
    update();
}

void GlyphLabel::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    paintGlyph(painter, m_glyph, rect(), tokenColour(glyphToken(m_glyph)), tokenColour(Token::OnAccent));
}

// IconButton

IconButton::IconButton(const char *icon, const QString &name, QWidget *parent)
    : QToolButton(parent), m_icon(icon) {
    setToolTip(plainToolTip(name));
    setAccessibleName(name);
    setScaledFixedSize(this, 24, 24);
}

void IconButton::paintEvent(QPaintEvent *event) {
    QToolButton::paintEvent(event);
    QPainter painter(this);
    const double side = 14 * uiScale();
    const QRectF box((width() - side) / 2, (height() - side) / 2, side, side);
    paintIcon(painter, m_icon, box, tokenColour(isEnabled() ? Token::Text2 : Token::Text3));
}

// ElidedLabel

ElidedLabel::ElidedLabel(const QString &text, draw::Token colour, QWidget *parent)
    : QWidget(parent), m_text(text), m_colour(colour) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString &text) {
    if (m_text == text)
        return;
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

void ElidedLabel::setColour(draw::Token colour) {
    m_colour = colour;
    update();
}

QSize ElidedLabel::sizeHint() const {
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(m_text) + 2, metrics.height()};
}

QSize ElidedLabel::minimumSizeHint() const {
    const QFontMetrics metrics(font());
    return {std::min(metrics.averageCharWidth() * m_minimumCharacters, sizeHint().width()), metrics.height()};
}

void ElidedLabel::setMinimumCharacters(int letters) {
    m_minimumCharacters = letters;
    updateGeometry();
}

void ElidedLabel::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setPen(tokenColour(m_colour));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_text, m_mode, width()));
}

bool ElidedLabel::event(QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), sizeHint().width() > width() ? plainToolTip(m_text) : toolTip(),
                           this);
        return true;
    }
    return QWidget::event(event);
}

// Chip

Chip::Chip(const QString &text, Look look, QWidget *parent) : QWidget(parent), m_text(text), m_look(look) {
    applyFont(this, look == Look::Key ? 11 : 10.5);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(text);
}

void Chip::setText(const QString &text) {
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize Chip::sizeHint() const {
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(m_text) + 12, metrics.height() + 4};
}

void Chip::paintEvent(QPaintEvent *) {
    struct Colours {
        QColor fill, edge, text;
    };
    const auto colours = [this]() -> Colours {
        switch (m_look) {
        case Look::Accent:
            return {tokenColour(Token::AccentBg), tokenColour(Token::Accent), tokenColour(Token::Text)};
        case Look::Key:
            return {tokenColour(Token::Raised), tokenColour(Token::Line2), tokenColour(Token::Text2)};
        case Look::Neutral:
            break;
        }
        return {Qt::transparent, tokenColour(Token::Line2), tokenColour(Token::Text2)};
    }();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colours.edge);
    painter.setBrush(colours.fill);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.setPen(colours.text);
    painter.drawText(rect(), Qt::AlignCenter, m_text);
}

// SegmentedControl

namespace {

class Segment : public QAbstractButton {
public:
    Segment(const QString &text, QWidget *parent) : QAbstractButton(parent) {
        setText(text);
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        applyFont(this, 12.5);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }
    [[nodiscard]] QSize sizeHint() const override {
        return {fontMetrics().horizontalAdvance(text()) + 20, scaledToUi(24)};
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        if (isChecked() || underMouse()) {
            painter.setPen(isChecked() ? QPen(tokenColour(Token::Accent)) : QPen(Qt::NoPen));
            painter.setBrush(tokenColour(isChecked() ? Token::AccentBg : Token::Hover));
            painter.drawRoundedRect(box, 3, 3);
        }
        painter.setPen(tokenColour(isChecked() ? Token::Text : Token::Text2));
        painter.drawText(rect(), Qt::AlignCenter, text());
        if (hasFocus())
            paintFocusRing(painter, rect(), 3);
    }
};

} // namespace

SegmentedControl::SegmentedControl(const QStringList &texts, const QString &accessibleName, QWidget *parent)
    : QWidget(parent), m_group(new QButtonGroup(this)) {
    setAccessibleName(accessibleName);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    m_group->setExclusive(true);
    for (const QString &text : texts) {
        auto *segment = new Segment(text, this);
        m_group->addButton(segment, static_cast<int>(m_group->buttons().size()));
        row->addWidget(segment);
    }
    if (!texts.isEmpty())
        m_group->button(0)->setChecked(true);
    connect(m_group, &QButtonGroup::idToggled, this, [this](int id, bool on) {
        if (on)
            Q_EMIT changed(id);
    });
}

int SegmentedControl::current() const {
    return m_group->checkedId();
}

void SegmentedControl::setCurrent(int index) {
    if (QAbstractButton *segment = m_group->button(index))
        segment->setChecked(true);
}

QAbstractButton *SegmentedControl::segment(int index) const {
    return m_group->button(index);
}

// ToggleSwitch

ToggleSwitch::ToggleSwitch(const QString &text, QWidget *parent) : QAbstractButton(parent) {
    setText(text);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    applyFont(this, 12.5);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize ToggleSwitch::sizeHint() const {
    return {fontMetrics().horizontalAdvance(text()) + scaledToUi(40), scaledToUi(24)};
}

void ToggleSwitch::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int tall = scaledToUi(14);
    const QRectF track(2, (height() - tall) / 2.0, scaledToUi(26), tall);
    painter.setPen(QPen(tokenColour(isChecked() ? Token::Accent : Token::Line2), 1));
    painter.setBrush(tokenColour(isChecked() ? Token::Accent : Token::Raised));
    painter.drawRoundedRect(track.adjusted(0.5, 0.5, -0.5, -0.5), (tall - 1) / 2.0, (tall - 1) / 2.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokenColour(isChecked() ? Token::OnAccent : Token::Text3));
    const double knob = tall * 9 / 28.0, inset = tall / 2.0;
    painter.drawEllipse(
        QPointF(isChecked() ? track.right() - inset : track.left() + inset, track.center().y()), knob, knob);
    painter.setPen(tokenColour(Token::Text));
    painter.drawText(rect().adjusted(scaledToUi(35), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
    if (hasFocus())
        paintFocusRing(painter, rect(), 4);
}

// CheckBox

CheckBox::CheckBox(const QString &text, QWidget *parent) : QAbstractButton(parent) {
    setText(text);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    applyFont(this, 13);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize CheckBox::sizeHint() const {
    return {fontMetrics().horizontalAdvance(text()) + scaledToUi(30), scaledToUi(24)};
}

void paintTick(QPainter &painter, const QRectF &box, Qt::CheckState state, bool hovered) {
    const bool isOn = state != Qt::Unchecked;
    painter.setPen(QPen(tokenColour(isOn || hovered ? Token::Accent : Token::Line2), 1));
    painter.setBrush(tokenColour(isOn ? Token::Accent : Token::Surface));
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5);
    if (state == Qt::Checked)
        return paintCheckMark(painter, box, tokenColour(Token::OnAccent));
    const double unit = box.width() / kTickBox;
    painter.setPen(QPen(tokenColour(Token::OnAccent), 1.8 * unit, Qt::SolidLine, Qt::RoundCap));
    if (state == Qt::PartiallyChecked)
        painter.drawLine(box.topLeft() + QPointF(4, 7) * unit, box.topLeft() + QPointF(10, 7) * unit);
}

void CheckBox::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int side = scaledToUi(kTickBox);
    paintTick(painter, QRectF(scaledToUi(4), (height() - side) / 2.0, side, side),
              isChecked() ? Qt::Checked : Qt::Unchecked, underMouse());
    painter.setPen(tokenColour(isEnabled() ? Token::Text : Token::Text3));
    painter.drawText(rect().adjusted(scaledToUi(26), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
    if (hasFocus())
        paintFocusRing(painter, rect(), 4);
}

} // namespace fabricscope::widgets
