// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

class QBoxLayout;
class QVBoxLayout;

namespace fabricscope::widgets {

/// An entry that was open before.
struct RecentEntry {
    enum class Kind { Host, Capture, Workspace } kind = Kind::Host;
    QString key;  ///< path, or target
    QString name; ///< what is shown
    QString detail;
    QString when;
};

/// The empty state: three ways to start, recent entries, what a connection reads, and the keys.
class WelcomePage : public QWidget {
    Q_OBJECT
public:
    explicit WelcomePage(QWidget *parent = nullptr);
    void setRecent(const std::vector<RecentEntry> &entries);

Q_SIGNALS:
    void connectRequested();
    void openRequested();
    void demoRequested();
    void recentChosen(fabricscope::widgets::RecentEntry::Kind kind, const QString &key);
    void clearRecentRequested();

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] QWidget *makeLeft();
    [[nodiscard]] QWidget *makeRight();
    void placeColumns();

    QBoxLayout *m_columns = nullptr;
    QWidget *m_right = nullptr;
    QVBoxLayout *m_recent = nullptr;
    QWidget *m_recentBox = nullptr;
};

} // namespace fabricscope::widgets
