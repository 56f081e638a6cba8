// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/bench/BenchContent.h"
#include "widgets/topology/StatePage.h"

#include <utility>
#include <vector>

namespace fabricscope::widgets {

/// What the Benchmarks screen shows in place of a picture: what it waits for, why there is none, and what can
/// be done without a run.
class BenchStatePage : public StatePage {
    Q_OBJECT
public:
    explicit BenchStatePage(QWidget *parent = nullptr);

    /// What the content is shown with.
    struct Context {
        const bench::BenchView *run; ///< nullptr: none was chosen
        bool hasPicture, canRun;
        qint64 nowMs; ///< Unix time
    };
    void setContent(const BenchContent &content, const Context &context);

Q_SIGNALS:
    void openLogRequested();
    void newRunRequested();
    void newestRequested(const QString &id); ///< of BenchContent::earlier

private:
    void showRun(const Context &context);
    void showNothingChosen(const BenchContent &content, bool canRun);
    void act(int which);
    void openNewest() { Q_EMIT newestRequested(m_newest); }

    std::vector<std::pair<QString, void (BenchStatePage::*)()>> m_choices; ///< without a run
    QString m_newest;                                                      ///< the id of an earlier run
    bool m_hasFailure = false, m_hasRun = false;
};

} // namespace fabricscope::widgets
