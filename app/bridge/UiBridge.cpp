// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/UiBridge.h"

#include <QMetaObject>

#include <mutex>

namespace fabricscope::app::bridge {

/// Workers may ring after the bridge is gone, so they hold this and not the bridge.
struct UiBridge::Bell {
    std::mutex mutex;
    UiBridge *bridge = nullptr;

    void ring() {
        const std::lock_guard lock(mutex);
        if (bridge != nullptr)
            QMetaObject::invokeMethod(
                bridge, [target = bridge] { target->deliver(); }, Qt::QueuedConnection);
    }
};

UiBridge::UiBridge(std::function<void(Delivery)> receive)
    : m_receive(std::move(receive))
    , m_bell(std::make_shared<Bell>())
    , m_mailbox(std::make_shared<Mailbox>([bell = m_bell] { bell->ring(); })) {
    m_bell->bridge = this;
}

UiBridge::~UiBridge() {
    close();
}

void UiBridge::deliver() {
    for (Delivery &delivery : m_mailbox->take())
        m_receive(std::move(delivery));
}

void UiBridge::close() {
    m_mailbox->close();
    const std::lock_guard lock(m_bell->mutex);
    m_bell->bridge = nullptr;
}

} // namespace fabricscope::app::bridge
