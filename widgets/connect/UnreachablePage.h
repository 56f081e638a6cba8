// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/paint/Skeleton.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <vector>

class QPushButton;
class QVBoxLayout;

namespace fabricscope::widgets {

/// A step of connecting to a host: name, TCP, host key, login, collect.
struct ConnectionStep {
    enum class State { Reached, Failed, NotReached };
    QString name;
    State state = State::NotReached;
    QString text; ///< "no route to host"; "not reached"
    QString time; ///< "12 ms", "5.0 s"; empty if unknown
    friend bool operator==(const ConnectionStep &, const ConnectionStep &) = default;
};

/// Why a host could not be read, and what the user can do.
struct UnreachableInfo {
    QString title; ///< "mi355x-04 cannot be reached"
    QString what;  ///< one sentence
    QString since; ///< "offline since 13:58"; empty if unknown
    std::vector<ConnectionStep> connectionSteps;
    struct Advice {
        QString title, text;
        friend bool operator==(const Advice &, const Advice &) = default;
    };
    std::vector<Advice> advice;
    QStringList transcript;
    QString snapshotTime; ///< of the last snapshot; empty: there is none
    SkeletonShape shape;  ///< of the host when last seen, behind the page
    bool hostKey = false; ///< a changed host key: nothing but reading is offered
    friend bool operator==(const UnreachableInfo &, const UnreachableInfo &) = default;
};

/// Shown instead of a host's picture: the step that failed, what to do, the transcript, the next steps.
class UnreachablePage : public QWidget {
    Q_OBJECT
public:
    explicit UnreachablePage(QWidget *parent = nullptr);
    void setInfo(const UnreachableInfo &info);
    [[nodiscard]] const UnreachableInfo &info() const { return m_info; }

Q_SIGNALS:
    void retryRequested();
    void snapshotRequested();
    void editRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void rebuild();
    [[nodiscard]] QWidget *makeHeader();
    [[nodiscard]] QWidget *makeColumns();
    [[nodiscard]] QWidget *makeTranscript();
    [[nodiscard]] QWidget *makeFooter();

    UnreachableInfo m_info;
    QVBoxLayout *m_centre;
    QWidget *m_card = nullptr;
    QPushButton *m_again = nullptr;
};

} // namespace fabricscope::widgets
