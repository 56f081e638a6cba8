// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/session/HostSession.h"
#include "tests/support/samples/SampleFleet.h"
#include "tests/widgets/Support.h"

#include <map>
#include <memory>
#include <vector>

namespace fabricscope::test {

/// A sample fleet as the window holds it after all hosts have been read.
struct FleetOfSeventy {
    std::vector<std::unique_ptr<app::window::HostSession>> sessions;
    std::vector<widgets::FleetGroup> groups;

    FleetOfSeventy() {
        std::map<std::string, quint64> groupIds;
        for (const samples::FleetHost &member : samples::fleetOfSeventy()) {
            const auto [place, isNew] = groupIds.try_emplace(member.group, groupIds.size() + 1);
            if (isNew)
                groups.push_back({place->second, QString::fromStdString(member.group)});
            app::window::HostSession &session = add(member.name, member.offline ? nullptr : &member.host);
            session.group = place->second;
            if (member.offline)
                session.link = widgets::HostLink::Unreachable;
        }
        for (const host::Host &vm : samples::fleetVms())
            add(vm.id.target, &vm);
        for (const char *name : {"baremetal-mi300x", "vm-rocm-7.0.1", "container-6.4"}) {
            app::window::HostSession &session = add(name, nullptr);
            session.capturePath = QStringLiteral("/captures/%1.fscope").arg(QLatin1String(name));
            session.link = widgets::HostLink::Capture;
        }
    }

    [[nodiscard]] std::vector<widgets::FleetEntry> entries() const {
        return app::window::fleetEntries(sessions);
    }

private:
    app::window::HostSession &add(const std::string &target, const host::Host *host) {
        sessions.push_back(std::make_unique<app::window::HostSession>());
        app::window::HostSession &session = *sessions.back();
        session.id = sessions.size();
        session.endpoint.target = target;
        session.link = widgets::HostLink::Connected;
        if (host != nullptr)
            session.snapshot = snapshotOf(*host);
        return session;
    }
};

} // namespace fabricscope::test
