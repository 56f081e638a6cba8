// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

class QLabel;

namespace fabricscope::present {
class HostVmTable;
}

namespace fabricscope::widgets {

class ElidedLabel;
class GlyphLabel;

/// The sentence above the picture, tinted by severity, and the number of matching devices.
class HostVmSentence : public QWidget {
    Q_OBJECT
public:
    explicit HostVmSentence(QWidget *parent = nullptr);
    void setTable(const present::HostVmTable &table);
    /// Including its detail.
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString agreement() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::optional<int> m_severity;
    GlyphLabel *m_glyph;
    QLabel *m_text;
    ElidedLabel *m_detail;
    QLabel *m_agreement;
};

} // namespace fabricscope::widgets
