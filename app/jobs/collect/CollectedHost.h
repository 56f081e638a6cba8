// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"
#include "core/capture/Secrets.h"

#include <string>
#include <vector>

namespace fabricscope::app {

/// The data read of a host so far, and the account that reads it.
class CollectedHost {
public:
    explicit CollectedHost(const std::string &target);

    void add(capture::Section section);
    void note(std::string text) { m_capture.notes.push_back(capture::withoutSecrets(std::move(text))); }
    void arrived(capture::Part part) { m_arrived.push_back(part); }
    /// The root part was requested and cannot be read; the text becomes a note.
    void rootSkipped(const std::string &why);
    /// The part is being read again.
    void dropDamaged(capture::Part part);

    [[nodiscard]] bool isRoot() const { return m_isRoot; }
    [[nodiscard]] bool isLogReadable() const { return m_isLogReadable; } ///< the kernel's, by every user

    /// Everything read so far.
    [[nodiscard]] const Snapshot &snapshot();
    /// Whether snapshot() was called since the last release().
    [[nodiscard]] bool hasSnapshot() const { return m_last.capture != nullptr; }
    /// The snapshot was delivered: releasing this pointer does not destroy the graph.
    void release() { m_last = {}; }

private:
    capture::Capture m_capture;
    Snapshot m_last;
    std::vector<capture::Part> m_arrived; ///< complete
    bool m_isRoot = false, m_isLogReadable = false, m_isRootPartMissing = false;
};

} // namespace fabricscope::app
