// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchStatePage.h"

#include "core/present/bench/BenchStatus.h"
#include "widgets/common/text/QtText.h"

namespace fabricscope::widgets {

namespace {

QString asSentence(QString words) {
    if (!words.isEmpty())
        words[0] = words[0].toUpper();
    return words;
}

} // namespace

BenchStatePage::BenchStatePage(QWidget *parent) : StatePage(parent) {
    connect(this, &StatePage::actionRequested, this, &BenchStatePage::act);
}

void BenchStatePage::setContent(const BenchContent &content, const Context &context) {
    m_hasFailure = !content.failure.isEmpty();
    m_hasRun = context.run != nullptr;
    if (content.loading)
        showLoading(tr("Reading %1").arg(content.title), {{tr("Tool output"), LoadStep::State::Running}});
    else if (m_hasFailure)
        showEmpty(tr("Nothing to show"), content.failure, tr("Open another log…"));
    else if (!m_hasRun)
        showNothingChosen(content, context.canRun);
    else if (!context.hasPicture)
        showRun(context);
}

void BenchStatePage::showRun(const Context &context) {
    if (context.run->isRunning())
        showEmpty(tr("No measurements yet"), tr("Waiting for the first row…"));
    else
        showEmpty(tr("No results"),
                  asSentence(toQString(present::benchStatus(*context.run, context.nowMs).words)),
                  context.canRun ? tr("New run…") : QString());
}

void BenchStatePage::showNothingChosen(const BenchContent &content, bool canRun) {
    const auto kept = content.earlier.size();
    m_choices.clear();
    if (kept > 0) {
        m_newest = content.earlier.front().id;
        m_choices.push_back({tr("Open the newest"), &BenchStatePage::openNewest});
    }
    if (canRun)
        m_choices.push_back({tr("New run…"), &BenchStatePage::newRunRequested});
    m_choices.push_back({tr("Open log…"), &BenchStatePage::openLogRequested});
    QStringList words;
    for (const auto &[action, what] : m_choices)
        words << action;
    const QString title = kept == 0   ? tr("No run yet")
                          : kept == 1 ? tr("1 saved run")
                                      : tr("%1 saved runs").arg(kept);
    const QString what = kept > 0 ? tr("Select one under Runs, or open a benchmark log, or drop it here.")
                                  : (canRun ? tr("Start one on a connected host. ") : QString()) +
                                        tr("Open a benchmark log, or drop it here: nccl-tests, rccl-tests, "
                                           "perftest, RVS, TransferBench, nvbandwidth, STREAM or telemetry. "
                                           "Logs are drawn like live runs.");
    showChoices(title, kept > 0 || content.earlierNote.isEmpty() ? what : content.earlierNote, words);
}

void BenchStatePage::act(int which) {
    if (m_hasFailure)
        Q_EMIT openLogRequested();
    else if (m_hasRun)
        Q_EMIT newRunRequested();
    else if (static_cast<std::size_t>(which) < m_choices.size())
        (this->*m_choices[static_cast<std::size_t>(which)].second)();
}

} // namespace fabricscope::widgets
