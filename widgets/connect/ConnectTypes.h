// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace fabricscope::widgets {

/// The input of the connect dialog. Empty fields are taken from the user's ssh configuration.
struct ConnectRequest {
    QString target; ///< [user@]host[:port], an alias, "local:", or a container on one of them
    QString user;
    int port = 0; ///< 0: from target or configuration
    QString keyFile;
    bool root = false; ///< also read as root with sudo
    friend bool operator==(const ConnectRequest &, const ConnectRequest &) = default;
};

/// A name offered for selection.
struct HostSuggestion {
    QString name;
    QString detail; ///< "ops@10.0.0.7", "recent"
};

/// A target resolved by the ssh configuration, for the dialog to show.
struct ResolvedTarget {
    QString host;
    QString user;
    int port = 22;
    QString jump; ///< "bastion", "a, b"; empty: none
};

/// An unknown or changed host key.
struct HostKeyPrompt {
    QString host;        ///< as in known_hosts
    QString name;        ///< as shown, without brackets and port; empty: `host`
    QString address;     ///< numeric, and the port: "10.0.12.25, port 22"
    QString keyType;     ///< "ssh-ed25519"
    QString fingerprint; ///< "SHA256:..." in full
    QString remark;      ///< ssh's information about an unknown key, lines; may be empty
    QString ownFile;     ///< this program's own file of keys; empty: there is none
    bool changed = false;
    bool revoked = false;                            ///< `changed` is set, too
    QString knownFingerprint, knownKeyType, knownIn; ///< of a changed key
};
enum class HostKeyChoice { Cancel, ConnectOnce, TrustAndConnect, TrustInOwnFileAndConnect };

/// Password, passphrase, keyboard-interactive, sudo: one or more fields.
struct SecretPrompt {
    QString title;  ///< "Log in to gpu-07"
    QString text;   ///< the server's message, sanitized
    QString note;   ///< how the answer is used
    QString accept; ///< the button: "Log in"
    struct Field {
        QString label;
        bool echo = false;
    };
    std::vector<Field> fields;
    int attempt = 1;
};

/// "uR4kQm0V tWw8Jp1f ...": the part after "SHA256:", in groups of 8 for reading aloud.
[[nodiscard]] QString groupedFingerprint(const QString &fingerprint);
/// Whether a pasted text is this fingerprint, ignoring blanks, a missing "SHA256:" and trailing "=".
[[nodiscard]] bool sameFingerprint(const QString &pasted, const QString &fingerprint);
/// "ED25519" of "ssh-ed25519".
[[nodiscard]] QString keyTypeName(const QString &keyType);

} // namespace fabricscope::widgets
