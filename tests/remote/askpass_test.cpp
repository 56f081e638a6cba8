// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/base/Descriptor.h"
#include "remote/base/SshWire.h"
#include "remote/loop/Loop.h"
#include "remote/loop/Workers.h"
#include "remote/openssh/AskpassServer.h"
#include "remote/process/PrivateFolder.h"
#include "remote/process/SshHelper.h"
#include "tests/remote/Waiting.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <future>
#include <sstream>

namespace fabricscope::test {
namespace {

using remote::AskpassServer;

constexpr std::size_t kSecretBytes = 96;

/// Computes the bytes of the secret, so that they are in memory only if the secret was created.
char secretByte(unsigned seed, std::size_t at) {
    constexpr unsigned kFactor = 167, kFirst = 33, kPrintable = 94;
    return static_cast<char>(kFirst + (seed * (at + 7) * kFactor + at * at) % kPrintable);
}

std::string makeSecret(unsigned seed) {
    std::string secret;
    secret.reserve(kSecretBytes);
    for (std::size_t i = 0; i < kSecretBytes; ++i)
        secret += secretByte(seed, i);
    return secret;
}

bool holds(const std::string &bytes, unsigned seed) {
    constexpr std::size_t kFreed = 32; // the allocator overwrites the beginning of freed memory
    for (std::size_t at = 0; at + kSecretBytes - kFreed <= bytes.size(); ++at) {
        std::size_t i = kFreed;
        while (i < kSecretBytes && bytes[at + i - kFreed] == secretByte(seed, i))
            ++i;
        if (i == kSecretBytes)
            return true;
    }
    return false;
}

/// Whether the secret is in this process's memory, allocated or freed.
bool isInMemory(unsigned seed) {
    constexpr std::size_t kMaxMapBytes = std::size_t{256} << 20; // larger mappings belong to a sanitizer
    const remote::Descriptor memory(::open("/proc/self/mem", O_RDONLY | O_CLOEXEC));
    std::istringstream maps(readFile("/proc/self/maps"));
    for (std::string line; std::getline(maps, line);) {
        std::istringstream words(line);
        std::uintptr_t first = 0, last = 0;
        char dash = 0;
        std::string rights;
        words >> std::hex >> first >> dash >> last >> rights;
        if (!rights.starts_with("rw") || last - first > kMaxMapBytes)
            continue;
        std::string bytes(last - first, '\0');
        const ssize_t n =
            ::pread(memory.get(), bytes.data(), bytes.size(), static_cast<off_t>(first)); // NOLINT
        bytes.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
        if (holds(bytes, seed))
            return true;
    }
    return false;
}

/// The value of this variable in the environment of ssh.
std::string valueIn(const std::vector<std::string> &environment, const std::string &name) {
    for (const std::string &one : environment)
        if (one.starts_with(name + "="))
            return one.substr(name.size() + 1);
    return {};
}

/// Sends a request like the ssh helper.
remote::Descriptor ask(const std::vector<std::string> &environment) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = valueIn(environment, remote::kAskpassSocket);
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    remote::Descriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    const std::string message = remote::WireWriter()
                                    .text(valueIn(environment, remote::kAskpassNonce))
                                    .text("")
                                    .text("somebody@host's password: ")
                                    .framed();
    EXPECT_EQ(::send(fd.get(), message.data(), message.size(), 0), static_cast<ssize_t>(message.size()));
    return fd;
}

TEST(Askpass, LeavesNoSecretInMemoryWhereTheProgramEndsBeforeTheAnswerIsThere) {
    constexpr unsigned kSeed = 3, kOther = 5;
    const std::string other = makeSecret(kOther);
    ASSERT_TRUE(isInMemory(kOther)) << "else this test would show nothing";
    const auto loop = std::make_shared<remote::Loop>();
    const auto workers = std::make_shared<remote::Workers>();
    const remote::PrivateFolder folder;
    std::promise<void> asked, go;
    auto server = AskpassServer::listen(loop, workers, folder.path() / "a", [&](const auto &) {
        return [&]() -> std::optional<std::string> {
            asked.set_value();
            go.get_future().wait();
            return makeSecret(kSeed);
        };
    });
    ASSERT_TRUE(server);
    auto helper = ask(server->environment());
    ASSERT_EQ(asked.get_future().wait_for(kLongest), std::future_status::ready);
    helper.reset();
    loop->post([&] { server.reset(); });
    loop->close();
    loop->join();
    go.set_value();
    workers->join();
    EXPECT_FALSE(isInMemory(kSeed));
    EXPECT_EQ(other.size(), kSecretBytes);
}

} // namespace
} // namespace fabricscope::test
