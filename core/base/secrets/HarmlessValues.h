// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

// The single table of names and values that are no secrets although a secret's word is in the name: counts,
// files, kinds, states, variables. For stored runs, the output of runs, and captures.

namespace fabricscope {

/// Whether no value of this name is a secret, by the words of the name: "num_key_value_heads", "key_size",
/// "API_KEY_FILE", "--auth-mode", "sort_key", "max_num_batched_tokens", "credential_helper", "public_key".
[[nodiscard]] bool isHarmlessName(std::string_view name);
/// Whether this value of a secret's name is none: a boolean or nothing ("TRUE", "no", "N/A"), also with the
/// comma behind it; a number whose name counts: "eos_token_id" 2, "tokens" 1048576, "pass" 8; a variable or
/// an expression: "${TOKEN}", "self.token"; a state: "auth" "ldap"; a label: "session" "bench-01".
[[nodiscard]] bool isHarmlessValue(std::string_view name, std::string_view value);
/// The same for an entry or setting, of which any number is a measured value, unless it is a password's.
[[nodiscard]] bool isHarmlessEntry(std::string_view name, std::string_view value);
/// "true", "None", "N/A": a boolean, or nothing; case is ignored.
[[nodiscard]] bool isNothing(std::string_view value);
/// "12.5", "1,024", "null": a measured value, or none.
[[nodiscard]] bool isMeasured(std::string_view value);
/// "${TOKEN}", "$TOKEN", "$(cat f)", "{{ .Values.token }}": what is put in place of it is elsewhere.
[[nodiscard]] bool isReference(std::string_view value);
/// "self.token", "os.environ[...]", "tokenizer(": an expression of a program, of its first word or with a
/// call behind it.
[[nodiscard]] bool isExpression(std::string_view value);

/// In "invalid token: unexpected 'x'" and "unexpected token: '}'", at the name and the value: a message of a
/// parser, whose token is a word or a mark of its text.
[[nodiscard]] bool isParserMessage(std::string_view text, std::size_t name, std::size_t value);

} // namespace fabricscope
