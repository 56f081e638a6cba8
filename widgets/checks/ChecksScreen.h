// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/checks/CheckDetail.h"

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QListView;
class QMenu;
class QPushButton;
class QStackedWidget;

namespace fabricscope::widgets {

class CheckDetailPanel;
class ChecksModel;
class FilterChips;
class ContentWithPanel;
class SiteFileStrip;
class StatePage;
struct SiteFileContent;

/// What was checked on all hosts: findings with why, remedy and evidence, and what passed, does not apply or
/// is unknown.
class ChecksScreen : public QWidget {
    Q_OBJECT
public:
    explicit ChecksScreen(QWidget *parent = nullptr);
    ~ChecksScreen() override;

    /// All hosts, in the order of the sidebar. The selected row stays selected as long as it is listed.
    void setHosts(std::vector<present::CheckedHost> hosts);
    void setSiteFile(const SiteFileContent &content);
    /// Mutes that match no finding of the hosts, one line each; empty: none.
    void setUnusedMutes(const QStringList &mutes);
    /// Selects the first row about this host.
    void selectHost(quint64 id);
    [[nodiscard]] const present::ChecksList &list() const;
    /// "13 open, 120 passed, 14 unknown".
    [[nodiscard]] QString verdict() const;

    [[nodiscard]] QListView *view() const { return m_view; }
    [[nodiscard]] ChecksModel *model() const { return m_model; }
    [[nodiscard]] FilterChips *chips() const { return m_chips; }
    [[nodiscard]] QComboBox *grouping() const { return m_grouping; }
    [[nodiscard]] CheckDetailPanel *detail() const { return m_detail; }
    [[nodiscard]] ContentWithPanel *columns() const { return m_columns; }
    [[nodiscard]] StatePage *statePage() const { return m_statePage; }
    [[nodiscard]] QLabel *notChecked() const { return m_notChecked; }
    [[nodiscard]] SiteFileStrip *siteFile() const { return m_site; }
    [[nodiscard]] QPushButton *siteButton() const { return m_siteButton; }
    [[nodiscard]] QLabel *unusedMutes() const { return m_unusedMutes; }
    /// Whether the selected row is a finding that can be muted.
    [[nodiscard]] bool canMute() const;
    /// Of the selected row; nullptr: none is selected. The caller shows and deletes it.
    [[nodiscard]] QMenu *rowMenu();
    /// Asks for what the row's menu has: a mute, or its end.
    void mute();
    void unmute();
    /// The panel at the right.
    void showDetail(bool shown);
    [[nodiscard]] bool isDetailShown() const;

Q_SIGNALS:
    void deviceRequested(quint64 host, const fabricscope::findings::Finding &finding);
    void hostRequested(quint64 host); ///< a check without a finding
    void evidenceRequested(quint64 host, const fabricscope::findings::Evidence &evidence,
                           const QString &what);
    /// For the selected row: `check` is its check's id.
    void muteRequested(quint64 host, const fabricscope::findings::Finding &finding);
    void unmuteRequested(quint64 host, const QString &check, const fabricscope::findings::Finding &finding);
    void siteFileRequested(); ///< to be chosen
    void selectionChanged();
    void connectRequested();
    void listed(); ///< the rows of other hosts, or of the same ones read again

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QWidget *buildBar();
    [[nodiscard]] QWidget *buildFooter();
    void build();
    void connectSignals();
    /// What remains selected while the rows are listed again.
    struct Selected {
        std::uint64_t host = 0;
        present::ChecksRow row;
    };
    [[nodiscard]] std::optional<Selected> selected() const;
    void showList(const std::optional<Selected> &before);
    void showChips();
    void showRow(int row);
    void openDevice();
    void openEvidence(std::size_t index);

    FilterChips *m_chips;
    QComboBox *m_grouping;
    QStackedWidget *m_stack;
    StatePage *m_statePage;
    QListView *m_view;
    ChecksModel *m_model;
    QLabel *m_empty; ///< in the place of the list if no row is listed
    QLabel *m_notChecked;
    QLabel *m_unusedMutes;
    SiteFileStrip *m_site;
    QPushButton *m_siteButton;
    CheckDetailPanel *m_detail;
    ContentWithPanel *m_columns = nullptr; ///< the list, and the panel
};

} // namespace fabricscope::widgets
