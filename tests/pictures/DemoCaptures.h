// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/confine/TemporaryFolder.h"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace fabricscope::test {

/// Captures of demo hosts, made by the collector's own script on the hosts' trees, three minutes old; the
/// files are removed with this object. Throws if one cannot be made.
class DemoCaptures {
public:
    explicit DemoCaptures(const std::vector<std::string> &names);
    /// The path of the file: "/.../mi355x-01.fscope".
    [[nodiscard]] QString file(const std::string &name) const;

private:
    void collect(const std::string &name) const;

    std::unique_ptr<app::demo::TemporaryFolder> m_folder;
};

} // namespace fabricscope::test
