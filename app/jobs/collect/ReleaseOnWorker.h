// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"
#include "app/jobs/script/WorkerPool.h"

#include <memory>
#include <utility>

namespace fabricscope::app {

/// Deletes the value of a pointer of releasedOn() on the strand.
template<class T> struct ReleaseOn {
    Strand strand;
    std::shared_ptr<T> value;

    void operator()(T *) {
        strand.post([kept = std::move(value)] {});
    }
};

/// The same value; whichever thread releases it last, it is destroyed on the strand, since destroying a graph
/// of thousands of nodes takes longer than a frame. Once the pool has ended, it is destroyed where it is
/// released.
template<class T>
[[nodiscard]] std::shared_ptr<T> releasedOn(const Strand &strand, std::shared_ptr<T> value) {
    T *plain = value.get();
    if (plain == nullptr)
        return value;
    return {plain, ReleaseOn<T>{strand, std::move(value)}};
}

/// Everything that the snapshot points to.
[[nodiscard]] inline Snapshot releasedOn(const Strand &strand, Snapshot snapshot) {
    snapshot.capture = releasedOn(strand, std::move(snapshot.capture));
    snapshot.topology = releasedOn(strand, std::move(snapshot.topology));
    snapshot.examination = releasedOn(strand, std::move(snapshot.examination));
    snapshot.report = releasedOn(strand, std::move(snapshot.report));
    snapshot.rails = releasedOn(strand, std::move(snapshot.rails));
    snapshot.meeting = releasedOn(strand, std::move(snapshot.meeting));
    return snapshot;
}

} // namespace fabricscope::app
