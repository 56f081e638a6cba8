// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/Command.h"

#include <string>
#include <string_view>
#include <vector>

// Secrets of a run, which must be neither shown nor saved; names: core/base/SecretNames.cpp. A secret is
//   - the value of a variable or option with a secret's name (isSecret()): NAME=value, --name value,
//   --name=value; that of a variable that was given by name alone, unless a library has it
//   (isLibraryVariable()); of an entry of JSON, Python or YAML: "hf_token": "x", password: x;
//   - the password of a URL, https://user:password@host, and a user without a password with http;
//   - the password of -u user:password, -uuser:password, -su, --user and --proxy-user; -pX of the programs of
//     mysql and mariadb, -pX and -p X of sshpass, the option for a password of programs in a table
//     (core/base/ArgumentSecrets.cpp: `docker login -p X`), of no other program; -c X, -A X and
//     -X X of snmpwalk and other SNMP clients, also without the blank; the signature of a URL (?sig=X);
//   - the value of an HTTP header that authenticates: Authorization, X-Api-Key, Cookie and others
//     whose name begins with X- and is a secret's; and a bearer token;
//   - a token that is known by its prefix (core/base/KnownTokens.h): the prefix is kept; likewise what
//     is known by its form (core/base/SecretShapes.h): webhooks, "Basic X", private keys of several lines,
//     also cut off;
//   - of a name with a list, "api_key=['a', 'b']" or vLLM's `--api-key A B`, each item (SecretLists.h);
//   - what no name precedes, but known words: answers of prompts, `echo X | sudo -S`, `echo u:X | chpasswd`,
//     `wandb login X` (SecretPhrases.h), and "auth" in Docker's configuration;
//   - of a name and a value that are not next to each other the value: core/base/secrets;
//   - each of these values anywhere else in the run's output.
// Outside of variables of the run no secrets are booleans, nothing and counts (SecretWords.h): "pass: TRUE".

namespace fabricscope::bench {

/// Whether a value must not be stored or shown, by the variable's name: TOKEN, KEY, PASSWORD, SECRET and
/// similar.
[[nodiscard]] bool isSecret(std::string_view name);
/// Also if the variable is private.
[[nodiscard]] bool isSecret(const EnvironmentValue &variable);
/// Whether it is a variable of a library or launcher, such as NCCL_DEBUG: its value decides what a run does,
/// is no secret, and may be any word of the output.
[[nodiscard]] bool isLibraryVariable(std::string_view name);
/// The placeholder for such a value.
inline constexpr std::string_view kSecretPlaceholder = "(not kept)";

/// Replaces values of secrets.
[[nodiscard]] std::vector<EnvironmentValue> withoutSecrets(std::vector<EnvironmentValue> environment);
/// In the environment, in words and across words, and inside words that are whole scripts.
[[nodiscard]] Command withoutSecrets(Command command);
[[nodiscard]] RunSpec withoutSecrets(RunSpec spec);
/// In any text, line by line. Text that is already replaced is not changed.
[[nodiscard]] std::string withoutSecrets(std::string_view text);

/// The values that withoutSecrets() replaces in a command, if distinguishable from other output: at least
/// four bytes, or ten if they are only digits, which may be measured values; with a secret's name also words
/// of two and three letters, which are replaced as whole words.
[[nodiscard]] std::vector<std::string> secretValuesOf(const Command &command);

} // namespace fabricscope::bench
