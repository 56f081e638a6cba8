// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/hostvm/HostVmContent.h"
#include "widgets/hostvm/HostVmRowMenu.h"
#include "widgets/hostvm/HostVmStatePage.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>

class QHBoxLayout;
class QMenu;
class QStackedWidget;
class QTimer;

namespace fabricscope::present {
class HostVmTable;
} // namespace fabricscope::present

namespace fabricscope::widgets {

class HostVmLegend;
class HostVmList;
class HostVmPanel;
class HostVmSentence;
class HostVmToolbar;
class HostVmView;

/// A guest and its host: matched devices, and how the guest's NCCL file pairs them. Nothing here writes to a
/// machine; copyRequested() asks the window to do it, which asks the user.
class HostVmScreen : public QWidget {
    Q_OBJECT
public:
    explicit HostVmScreen(QWidget *parent = nullptr);

    /// The selection stays with its device if it still exists. While hidden nothing is laid out.
    void setContent(const HostVmContent &content);
    [[nodiscard]] const HostVmContent &content() const { return m_content; }
    [[nodiscard]] bool hasPicture() const;
    /// nullptr if there is no picture.
    [[nodiscard]] const present::HostVmTable *table() const;

    /// Selects a device that was selected on another screen, of the host shown there (content().shown).
    void selectNode(std::optional<topology::NodeId> node);
    /// Shows the file's panel at the right, or in place of the picture if both do not fit; unset: if there is
    /// space for both.
    void setPanelShown(std::optional<bool> requested);
    [[nodiscard]] bool hasRoomForPanel() const;
    /// Whether the panel would have content but is hidden, by the user or for lack of space.
    [[nodiscard]] bool hidesPanel() const;
    /// As a table instead of the picture (F4).
    void showTable(bool table);
    [[nodiscard]] bool tableShown() const { return m_asTable; }
    /// The actions for a row.
    [[nodiscard]] QMenu *menuFor(std::uint32_t row);
    void themeChanged();
    /// Completes a layout that waits for the end of resizing (for pictures).
    void settle();

    [[nodiscard]] HostVmToolbar *toolbar() const { return m_toolbar; }
    [[nodiscard]] HostVmSentence *sentence() const { return m_sentence; }
    [[nodiscard]] HostVmView *view() const { return m_view; }
    [[nodiscard]] HostVmList *list() const { return m_rows; }
    [[nodiscard]] HostVmPanel *panel() const { return m_panel; }
    [[nodiscard]] HostVmStatePage *statePage() const { return m_statePage; }

    static constexpr qint64 kNoDevice = HostVmRowMenu::kNoDevice; ///< overrideRequested(): not on the host

Q_SIGNALS:
    void connectRequested();
    void hostRequested(quint64 id);
    void guestRequested(quint64 id, const QString &name);
    void nodeChosen(quint32 node); ///< of the host that is shown on other screens
    void topologyRequested(quint64 host, quint32 node);
    /// As HostVmRowMenu has it.
    void overrideRequested(quint32 guestNode, qint64 hostNode);
    void copyRequested();
    void panelChosen(std::optional<bool> requested); ///< for setPanelShown(), by the user here
    void panelVisibilityChanged();                   ///< hidesPanel() has changed
    void statusMessageRequested(const QString &text);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build();
    void connectSignals();
    void showContent();
    void showState();
    void relayout();
    void relayoutLegend();
    [[nodiscard]] int availablePictureWidth() const; ///< px across; there is a picture
    void measurePicture();
    [[nodiscard]] bool hasPanel() const;
    [[nodiscard]] bool isPanelOnly() const; ///< the panel replaces the picture
    void openPanel();
    void closePanel();
    void rowChosen(std::uint32_t row);
    void popUpMenu(std::uint32_t row, const QPoint &where);
    void openRow(std::uint32_t row);
    void generate();
    void verify();

    HostVmContent m_content;
    std::optional<bool> m_panelRequested;
    bool m_hidesPanel = false;
    bool m_isDue = false, m_isOther = false; ///< content not yet shown; of another examination
    std::optional<std::optional<topology::NodeId>> m_pendingNode; ///< chosen elsewhere meanwhile
    double m_minimumPictureWidth = 0;                             ///< px of the design, across

    HostVmToolbar *m_toolbar;
    HostVmSentence *m_sentence;
    QStackedWidget *m_stack;
    HostVmStatePage *m_statePage;
    HostVmView *m_view;
    HostVmList *m_rows;
    bool m_asTable = false;
    HostVmLegend *m_legend;
    QWidget *m_rule;
    HostVmPanel *m_panel;
    QHBoxLayout *m_body = nullptr;
    QTimer *m_layoutTimer;
};

} // namespace fabricscope::widgets
