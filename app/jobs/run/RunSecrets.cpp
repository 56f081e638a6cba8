// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/RunSecrets.h"

#include "app/jobs/run/SupervisorScript.h"
#include "app/jobs/script/RemoteScript.h"
#include "core/base/Text.h"
#include "core/bench/command/CommandText.h"
#include "core/bench/command/Secrets.h"

#include <unistd.h>

#include <algorithm>

namespace fabricscope::app {

namespace {
constexpr std::size_t kMinInherited = 8; ///< in bytes: a secret that nobody named for this run
}

std::size_t removedSecrets(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(bench::kSecretPlaceholder, at)) != std::string_view::npos;
         ++count)
        at += bench::kSecretPlaceholder.size();
    return count;
}

std::string secretsNote(const bench::Command &command) {
    const bench::Command stored = bench::withoutSecrets(command);
    std::string note;
    for (const bench::EnvironmentValue &variable : stored.environment)
        if (removedSecrets(variable.value) > 0)
            note += (note.empty() ? "" : " ") + variable.name;
    std::size_t arguments = 0;
    for (const std::string &word : stored.words)
        arguments += removedSecrets(word);
    if (arguments > 0)
        note += (note.empty() ? "" : " ") + std::to_string(arguments);
    return note;
}

bench::Command commandOfNote(std::string_view note) {
    constexpr std::size_t kMaxName = 256;
    bench::Command command;
    for (note = trimmed(note); !note.empty(); note = trimmed(note)) {
        const std::string_view entry = takeUntil(note, ' ');
        if (entry.size() <= kMaxName && bench::isVariableName(entry) &&
            command.environment.size() < kMaxSecrets)
            command.environment.push_back({std::string(entry), std::string(bench::kSecretPlaceholder), true});
        else if (const auto count = parseInteger<std::size_t>(entry))
            command.words.assign(std::min(*count, kMaxSecrets), std::string(bench::kSecretPlaceholder));
    }
    return command;
}

std::vector<std::string> inheritedSecrets() {
    bench::Command inherited;
    for (char **entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        std::string_view value = *entry;
        const std::string_view name = takeUntil(value, '=');
        if (value.size() >= kMinInherited && bench::isSecret(name))
            inherited.environment.push_back({std::string(name), std::string(value)});
    }
    return bench::secretValuesOf(inherited);
}

void readRunSecrets(remote::Client &client, HostEndpoint hostEndpoint, const std::string &id,
                    std::function<void(tl::expected<bench::Command, remote::Failure>)> done) {
    const SupervisorScript script(id);
    RemoteScript::run(client, std::move(hostEndpoint), {}, script.secrets(), script.mark(),
                      [done = std::move(done), mark = script.mark() + "secrets "](
                          const tl::expected<ScriptResult, remote::Failure> &result) {
                          if (!result)
                              return done(tl::unexpected(result.error()));
                          std::string_view text = result->out;
                          const std::size_t at = text.find(mark);
                          if (at == std::string_view::npos)
                              return done(bench::Command{});
                          text.remove_prefix(at + mark.size());
                          done(commandOfNote(takeUntil(text, '\n')));
                      });
}

} // namespace fabricscope::app
