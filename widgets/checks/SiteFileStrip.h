// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;
class QScrollArea;

namespace fabricscope::widgets {

class ClampedLabel;
class GlyphLabel;

/// What is shown of the site file. All texts are safe to show.
struct SiteFileContent {
    QString name;          ///< "site.toml"; empty: none is open, and the strip is hidden
    QString state;         ///< "12 expectations, 3 mutes"
    QStringList problems;  ///< "12:3: unknown key", one line each
    bool isFailed = false; ///< it could not be read at all
    friend bool operator==(const SiteFileContent &, const SiteFileContent &) = default;
};

/// Above the rows of Checks: the open site file, with its errors by line and column.
class SiteFileStrip : public QWidget {
    Q_OBJECT
public:
    explicit SiteFileStrip(QWidget *parent = nullptr);
    void setContent(const SiteFileContent &content);
    [[nodiscard]] const SiteFileContent &content() const { return m_content; }
    [[nodiscard]] QLabel *problems() const { return m_problems; }
    [[nodiscard]] QPushButton *reload() const { return m_reload; }
    [[nodiscard]] QPushButton *close() const { return m_close; }

Q_SIGNALS:
    void reloadRequested();
    void closeRequested();

private:
    SiteFileContent m_content;
    GlyphLabel *m_glyph;
    ClampedLabel *m_state;
    QPushButton *m_reload;
    QPushButton *m_close;
    QScrollArea *m_scroll;
    QLabel *m_problems;
};

} // namespace fabricscope::widgets
