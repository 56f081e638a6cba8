// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

#include <string>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace fabricscope::widgets {

class HostVmFileView;
struct DialogFrame;

/// A file that may be written to a guest: everything that the user has to see before confirming, and the
/// result.
struct HostVmCopyPlan {
    enum class State {
        Manual,   ///< it cannot be written from here
        Checking, ///< reading the existing file: nothing can be written until then
        Ready,    ///< waiting for the user's confirmation
        Same,     ///< nothing is to be done
        Copying,
        Copied,
        Failed,
    };
    State state = State::Manual;
    quint64 guest = 0;        ///< the host that it is
    QString target;           ///< as the user named the guest
    QString path;             ///< of the file there
    std::string before, text; ///< the current contents, if known, and the new ones
    bool exists = false;
    QString backup;       ///< path of the backup; empty: none
    QStringList commands; ///< the commands to run, or to run manually, in order
    QString message;      ///< Manual: why, and what to do instead; Same, Copied, Failed: the result
};

/// Target, difference and commands, before a file is written to a guest. Nothing is written without a click
/// on "Copy to VM", which is enabled after the guest was checked, and the dialog itself writes nothing: it
/// emits writeRequested(). It stays open with the result until the user closes it.
class HostVmCopyDialog : public QDialog {
    Q_OBJECT
public:
    explicit HostVmCopyDialog(const HostVmCopyPlan &plan, QWidget *parent = nullptr);
    void setPlan(const HostVmCopyPlan &plan);
    [[nodiscard]] const HostVmCopyPlan &plan() const { return m_plan; }
    [[nodiscard]] QPushButton *writeButton() const { return m_write; }
    [[nodiscard]] QPushButton *cancelButton() const { return m_cancel; }
    [[nodiscard]] QPushButton *collectButton() const { return m_collect; }
    [[nodiscard]] QPushButton *copyCommandButton() const { return m_copyCommand; }
    [[nodiscard]] QPushButton *copyTextButton() const { return m_copyText; }
    [[nodiscard]] HostVmFileView *difference() const { return m_difference; }
    [[nodiscard]] QString commandText() const;
    /// While the file is being copied, the first call only requests cancelling, so that the result is shown.
    void reject() override;

Q_SIGNALS:
    void writeRequested();
    void cancelRequested();  ///< of the copy in progress
    void collectRequested(); ///< the guest once more, with the file that it has now

private:
    void makeButtons(const DialogFrame &frame);
    [[nodiscard]] QString stateText() const;

    HostVmCopyPlan m_plan;
    bool m_cancelRequested = false;
    QLabel *m_title, *m_stateLabel, *m_caption;
    HostVmFileView *m_difference;
    QPlainTextEdit *m_commands;
    QPushButton *m_copyText = nullptr;
    QPushButton *m_copyCommand = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_collect = nullptr;
    QPushButton *m_write = nullptr;
};

/// Commands to install a file of this size manually: written next to the old one, which is saved first, then,
/// if it is complete, renamed in one step. For a POSIX shell.
[[nodiscard]] QString copyCommand(const QString &target, const QString &path, std::size_t bytes);

} // namespace fabricscope::widgets
