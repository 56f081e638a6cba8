// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secrets/FoundSecrets.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fabricscope {

/// Secrets of documents whose other lines show what they are: all values below `data:` and `stringData:` of a
/// Kubernetes Secret (YAML and JSON), those of sections of secrets (TOML, INI, YAML, users of cloud-init's
/// chpasswd), the default of a variable of Terraform, `password X` of .netrc in a line of its own, and what a
/// script of expect sends after it waited for a prompt for a password. A line at a time, in time linear in
/// it.
class DocumentSecrets {
public:
    /// In this line, or its beginning.
    [[nodiscard]] FoundSecrets in(std::string_view line) const;
    /// Call once for each line, after in().
    void add(std::string_view line);
    /// Whether the next lines may belong to what one before began. Their words decide on the kind of a
    /// document.
    [[nodiscard]] bool isOpen() const {
        return m_isData || m_section != Section::None || m_variableLines > 0 || m_netrcLines > 0 ||
               m_promptLines > 0;
    }

private:
    enum class Kind : std::uint8_t { Unknown, Secret, Other };
    /// Lines of which each has a secret: below [secrets], `secrets:`, and `list: |` of chpasswd, "user:X".
    enum class Section : std::uint8_t { None, Ini, Yaml, Users, UsersOpen };
    void addKubernetes(std::string_view line);
    void addSection(std::string_view line);
    void findInSection(std::string_view line, FoundSecrets &found) const;
    void findKubernetes(std::string_view line, FoundSecrets &found) const;
    void findNetrc(std::string_view line, FoundSecrets &found) const;
    void findAnswers(std::string_view line, FoundSecrets &found) const;

    Kind m_kind = Kind::Unknown;
    bool m_hasVersion = false;    ///< apiVersion was seen in this document
    bool m_isData = false;        ///< in the lines below `data:`
    bool m_isText = false;        ///< in the lines of a block below a key of these
    std::size_t m_dataColumn = 0; ///< of `data:`
    std::size_t m_keyColumn = 0;  ///< of that key
    Section m_section = Section::None;
    std::size_t m_sectionColumn = 0; ///< of its key in YAML
    int m_variableLines = 0; ///< how many more lines may have the default of a secret's variable (Terraform)
    int m_netrcLines = 0;    ///< how many more lines belong to a machine of .netrc
    int m_promptLines = 0;   ///< how many more lines may answer the prompt
};

} // namespace fabricscope
