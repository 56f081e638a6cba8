// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/BenchQueue.h"

#include "app/jobs/judge/BenchSession.h"
#include "app/jobs/run/ToolRun.h"
#include "core/bench/command/Secrets.h"
#include "core/bench/run/RunRecord.h"

#include <QTimer>
#include <QUuid>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

namespace {

constexpr int kRetryMs = 250; ///< channels of a run are released shortly after its end is reported

} // namespace

BenchQueue::BenchQueue(BenchController &controller, Start start, WhyNot whyNot, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_start(std::move(start))
    , m_whyNot(std::move(whyNot))
    , m_retryTimer(new QTimer(this)) {
    m_retryTimer->setInterval(kRetryMs);
    connect(m_retryTimer, &QTimer::timeout, this, &BenchQueue::startWaiting);
    connect(&controller.live(), &LiveRuns::ended, this, &BenchQueue::stepEnded);
}

BenchQueue::~BenchQueue() = default;

void BenchQueue::add(std::vector<bench::SweepStep> steps, const std::string &variable,
                     const std::string &simulated, Own own) {
    if (steps.empty())
        return;
    Plan plan;
    plan.own = std::move(own);
    plan.variable = variable;
    plan.repeats = steps.back().repeat + 1;
    if (steps.size() > 1)
        plan.group = QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
    for (bench::SweepStep &step : steps) {
        const std::uint64_t number =
            m_controller.live().add(step, {plan.group, variable, plan.repeats}, simulated);
        plan.steps.emplace_back(number, std::move(step));
    }
    m_plans.push_back(std::move(plan));
    next(m_plans.back());
}

/// The end of the tool is reported later, never from within the start.
void BenchQueue::next(Plan &plan) {
    plan.running = 0;
    if (plan.steps.empty() || plan.held || m_isFrozen)
        return;
    if (const QString why = whyNot(plan); !why.isEmpty()) {
        m_controller.live().hold(plan.steps.front().first, why.toStdString());
        m_retryTimer->start();
        return;
    }
    const std::uint64_t number = plan.steps.front().first;
    plan.last = std::move(plan.steps.front().second);
    const bench::SweepStep step = plan.last;
    plan.steps.pop_front();
    plan.running = number;
    const auto benchSession = plan.session = m_controller.live().begin(number);
    const Start &start = plan.own.start ? plan.own.start : m_start;
    const auto run = benchSession != nullptr ? start(step, plan.group, benchSession) : nullptr;
    plan.run = run;
    if (run != nullptr || benchSession == nullptr)
        return;
    bench::RunState state;
    state.id = LiveRuns::waitingId(number);
    state.phase = bench::Phase::Failed;
    state.why = "the host is no longer open";
    benchSession->finish(state);
}

/// No queue overtakes another that waits for the same host, including either host of a pair.
QString BenchQueue::whyNot(const Plan &plan) const {
    const bench::RunSpec &spec = nextOf(plan);
    if (!plan.group.empty() && m_isFollowed && m_isFollowed(plan.group))
        return tr("waiting for the previous step, which runs detached");
    const std::vector<std::string> requested = bench::hostsOf(spec.host);
    for (const Plan &other : m_plans) {
        if (&other == &plan)
            break;
        if (other.held || other.running != 0 || other.steps.empty())
            continue;
        const std::vector<std::string> awaited = bench::hostsOf(nextOf(other).host);
        const auto both =
            std::find_first_of(requested.begin(), requested.end(), awaited.begin(), awaited.end());
        if (both != requested.end())
            return tr("another run waits for %1").arg(QString::fromStdString(*both));
    }
    return plan.own.whyNot ? plan.own.whyNot(spec) : m_whyNot(spec);
}

void BenchQueue::unfreeze() {
    m_isFrozen = false;
    startWaiting();
}

void BenchQueue::startWaiting() {
    for (Plan &plan : m_plans)
        if (plan.running == 0 && !plan.held && whyNot(plan).isEmpty())
            next(plan);
    if (std::none_of(m_plans.begin(), m_plans.end(),
                     [](const Plan &plan) { return plan.running == 0 && !plan.held; }))
        m_retryTimer->stop();
}

std::vector<bench::WaitingQueue> BenchQueue::waitingRuns() const {
    std::vector<bench::WaitingQueue> queues;
    for (const Plan &plan : m_plans) {
        if ((plan.own.start && !plan.own.pairs) || plan.steps.empty())
            continue;
        bench::WaitingQueue &queue = queues.emplace_back();
        queue.group = plan.group;
        queue.variable = plan.variable;
        queue.repeats = plan.repeats;
        queue.pairs = plan.own.pairs;
        for (const auto &[number, step] : plan.steps)
            queue.steps.push_back(step);
    }
    return queues;
}

void BenchQueue::addHeld(std::vector<bench::WaitingQueue> queues) {
    for (bench::WaitingQueue &queue : queues) {
        if (queue.steps.empty() || (queue.pairs && !m_pairs))
            continue;
        Plan plan;
        if (queue.pairs)
            plan.own = m_pairs(*queue.pairs);
        plan.held = true;
        plan.group = std::move(queue.group);
        plan.variable = std::move(queue.variable);
        plan.repeats = queue.repeats;
        for (bench::SweepStep &step : queue.steps) {
            const std::uint64_t number =
                m_controller.live().add(step, {plan.group, plan.variable, plan.repeats}, {});
            plan.steps.emplace_back(number, std::move(step));
        }
        m_controller.live().hold(plan.steps.front().first,
                                 tr("queued when the window was closed").toStdString());
        m_plans.push_back(std::move(plan));
    }
}

/// Secret values are not saved: a run that had one would start without it.
bool BenchQueue::lacksSecret(const Plan &plan) {
    const auto lacks = [](const std::string &text) {
        return text.find(bench::kSecretPlaceholder) != std::string::npos;
    };
    return std::any_of(plan.steps.begin(), plan.steps.end(), [&](const auto &each) {
        const bench::Command &command = each.second.spec.command;
        return std::any_of(command.words.begin(), command.words.end(), lacks) ||
               std::any_of(command.environment.begin(), command.environment.end(),
                           [&](const auto &variable) { return lacks(variable.value); });
    });
}

const bench::RunSpec &BenchQueue::nextOf(const Plan &plan) {
    return plan.steps.front().second.spec;
}

bool BenchQueue::isFor(const Plan &plan, const std::vector<std::string> &hosts) {
    if (plan.steps.empty())
        return false;
    const std::vector<std::string> requested = bench::hostsOf(nextOf(plan).host);
    return hosts.empty() || std::find_first_of(requested.begin(), requested.end(), hosts.begin(),
                                               hosts.end()) != requested.end();
}

bool BenchQueue::areThere(const Plan &plan, const IsThere &isThere) {
    const std::vector<std::string> hosts = bench::hostsOf(nextOf(plan).host);
    return std::all_of(hosts.begin(), hosts.end(), isThere);
}

std::size_t BenchQueue::holdFor(const std::vector<std::string> &hosts, const QString &why) {
    std::size_t held = 0;
    for (Plan &plan : m_plans) {
        if (plan.stopped || !isFor(plan, hosts))
            continue;
        held += plan.held ? 0 : plan.steps.size();
        plan.held = plan.awaitsHost = true;
        m_controller.live().hold(plan.steps.front().first, why.toStdString());
    }
    return held;
}

std::size_t BenchQueue::waitingFor(const std::vector<std::string> &hosts) const {
    std::size_t all = 0;
    for (const Plan &plan : m_plans)
        all += isFor(plan, hosts) && !plan.held ? plan.steps.size() : 0;
    return all;
}

std::size_t BenchQueue::heldAndThere(const IsThere &isThere) const {
    std::size_t all = 0;
    for (const Plan &plan : m_plans)
        if (plan.held && plan.awaitsHost && !plan.steps.empty() && areThere(plan, isThere))
            all += plan.steps.size();
    return all;
}

void BenchQueue::deferHeld(const IsThere &isThere) {
    for (Plan &plan : m_plans)
        if (plan.held && !plan.steps.empty() && areThere(plan, isThere))
            plan.awaitsHost = false;
}

std::size_t BenchQueue::startHeld(const IsThere &isThere, bool reportsAbsence) {
    std::size_t left = 0;
    for (Plan &plan : m_plans) {
        if (!plan.held || plan.steps.empty())
            continue;
        const auto &[number, step] = plan.steps.front();
        const std::vector<std::string> hosts = bench::hostsOf(step.spec.host);
        const auto away = std::find_if_not(hosts.begin(), hosts.end(), isThere);
        if (away != hosts.end()) {
            if (reportsAbsence)
                m_controller.live().hold(
                    number,
                    tr("%1 is not open in this window").arg(QString::fromStdString(*away)).toStdString());
            left += plan.steps.size();
            plan.awaitsHost = true;
            continue;
        }
        plan.held = plan.awaitsHost = false;
        if (lacksSecret(plan))
            drop(plan, "its command contains a secret, which is never saved: start it again");
        else if (plan.running == 0)
            next(plan);
    }
    std::erase_if(m_plans, [](const Plan &plan) { return plan.running == 0 && plan.steps.empty(); });
    return left;
}

void BenchQueue::dropHeld(const IsThere &isThere) {
    for (Plan &plan : m_plans)
        if (plan.held && !plan.steps.empty() && (!isThere || areThere(plan, isThere)))
            drop(plan, "discarded");
    std::erase_if(m_plans,
                  [](const Plan &plan) { return plan.held && plan.running == 0 && plan.steps.empty(); });
}

void BenchQueue::drop(Plan &plan, const std::string &why) {
    std::vector<std::uint64_t> numbers;
    for (const auto &[number, step] : std::exchange(plan.steps, {}))
        numbers.push_back(number);
    m_controller.live().drop(numbers, "not started, " + why);
}

void BenchQueue::dropRepeats(Plan &plan, std::uint64_t wrong) {
    std::vector<std::uint64_t> numbers;
    std::erase_if(plan.steps, [&](const auto &each) {
        const bool isRepeat = bench::repeatsWrongRun(each.second, plan.last, wrong);
        if (isRepeat)
            numbers.push_back(each.first);
        return isRepeat;
    });
    m_controller.live().drop(
        numbers, fmt::format("not started, the run that it repeats had wrong results ({})", wrong));
}

void BenchQueue::stepEnded(std::uint64_t number, bench::Phase phase) {
    const auto plan = std::find_if(m_plans.begin(), m_plans.end(),
                                   [&](const Plan &each) { return each.running == number; });
    if (plan == m_plans.end())
        return;
    if (m_isFrozen || plan->held) { // the user stops or leaves it: later steps are kept
    } else if (phase == bench::Phase::Failed)
        drop(*plan, "the previous step could not be started");
    else if (phase == bench::Phase::Lost)
        drop(*plan, "the link to the host was lost");
    else if (phase == bench::Phase::MayStillRun)
        drop(*plan, "processes of the previous step may still be running");
    else if (plan->session != nullptr)
        dropRepeats(*plan, plan->session->summary().wrong.value_or(0));
    if (plan->stopped || plan->steps.empty())
        m_plans.erase(plan);
    else
        next(*plan);
}

void BenchQueue::stop(const QString &id) {
    const std::string requested = id.toStdString();
    for (Plan &plan : m_plans) {
        const auto run = plan.run.lock();
        const bool waits = std::any_of(plan.steps.begin(), plan.steps.end(), [&](const auto &step) {
            return LiveRuns::waitingId(step.first) == requested;
        });
        if (!waits && (run == nullptr || run->state().id != requested))
            continue;
        plan.stopped = true;
        if (run != nullptr)
            run->stop(); // first: waiting steps are only removed from the screen
        drop(plan, "the queue was stopped");
        if (plan.running == 0) // it waited for room: no run will report an end
            m_plans.erase(m_plans.begin() + (&plan - m_plans.data()));
        return;
    }
}

void BenchQueue::end(const QString &id) {
    for (const Plan &plan : m_plans)
        if (const auto run = plan.run.lock(); run != nullptr && run->state().id == id.toStdString())
            run->stop();
}

std::size_t BenchQueue::waiting() const {
    std::size_t all = 0;
    for (const Plan &plan : m_plans)
        all += plan.steps.size();
    return all;
}

} // namespace fabricscope::app::window
