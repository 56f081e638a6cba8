// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/Machine.h"

#include "tests/Places.h"
#include "tests/e2e/Server.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <iostream>

namespace fabricscope::e2e {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {
const std::string kBoot = FABRICSCOPE_SOURCE_DIR "/tests/e2e/boot.sh";
}

Machine::Machine(const std::string &name, const std::vector<std::string> &environment)
    : m_folder(fs::temp_directory_path() / ("fabricscope-e2e-" + name + "-" + std::to_string(getpid()))) {
    for (int attempt = 0; attempt < 2; ++attempt) {
        // The very first boot creates the image, which takes minutes.
        m_boot = run({kBoot, "start", m_folder.string(), "420"}, 20min, environment);
        std::cout << m_boot.err;
        if (m_boot.status == 0)
            return;
        std::error_code error;
        fs::copy_file(m_folder / "serial.log", Server::artefacts() / ("failed-" + name + ".log"),
                      fs::copy_options::overwrite_existing, error);
    }
}

Machine::~Machine() {
    const CommandResult stopped = run({kBoot, "stop", m_folder.string()}, 30s);
    std::error_code error;
    if (stopped.status == 0)
        fs::remove_all(m_folder, error);
}

CommandResult Machine::ssh(const std::string &alias, const std::string &command,
                           std::chrono::seconds timeout) const {
    return run({"ssh", "-F", sshConfig(), "-o", "BatchMode=yes", alias, command}, timeout);
}

std::string Machine::capture(const std::string &alias, const std::string &name,
                             const std::vector<std::string> &more) const {
    const std::string file = (Server::artefacts() / (name + ".fscope")).string();
    std::vector<std::string> arguments = {"capture", alias, "--ssh-config", sshConfig(), "-o", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CommandResult taken = Server::program("fabricscope", std::move(arguments), 300s);
    EXPECT_EQ(taken.status, 0) << taken.err;
    return file;
}

} // namespace fabricscope::e2e
