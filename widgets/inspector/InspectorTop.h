// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/findings/Finding.h"
#include "widgets/facts/PairingFacts.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::widgets {

/// The part of the inspector above the sections: the device's name, and its findings.
class InspectorTop : public QWidget {
    Q_OBJECT
public:
    /// All that it shows. If any of it changes, it is made anew.
    struct Content {
        draw::Token kind = draw::Token::None;
        QString name, model, bdf;
        std::string simulated;
        std::vector<findings::Finding> findings;
        std::vector<PairingCallout> pairs, guestPairs;
        bool canTrace = false;
        PairingCallout hostFault;
        std::optional<quint32> hostNode;
        friend bool operator==(const Content &, const Content &) = default;
    };
    InspectorTop(Content content, QWidget *parent);
    [[nodiscard]] const Content &content() const { return m_content; }

Q_SIGNALS:
    void fixRequested(); ///< of the pairs of the device
    void traceRequested();
    void guestFixRequested(quint64 guest);
    void hypervisorRequested(quint64 host, quint32 node);

private:
    void addHeader();
    void addPairing();
    void addHostFault();
    void addFindings();
    void addCallout(QWidget *callout);

    Content m_content;
};

} // namespace fabricscope::widgets
