// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lspci/CapabilityNames.h"

#include "core/formats/lspci/Words.h"

namespace fabricscope::formats::lspci {

namespace {

struct Heading {
    std::uint16_t id;
    bool extended;
    std::string_view words; ///< the text begins with them
};

// Ids: PCI Code and ID Assignment Specification 1.15. One line adds a heading; longer ones above shorter
// ones.
constexpr Heading kHeadings[] = {
    {0x01, false, "Power Management"},
    {0x02, false, "AGP version"},
    {0x03, false, "Vital Product Data"},
    {0x04, false, "Slot ID"},
    {0x11, false, "MSI-X:"},
    {0x05, false, "MSI:"},
    {0x05, false, "Message Signalled Interrupts"},
    {0x06, false, "CompactPCI hot-swap"},
    {0x07, false, "PCI-X"},
    {0x08, false, "HyperTransport:"},
    {0x09, false, "Vendor Specific Information"},
    {0x0A, false, "Debug port"},
    {0x0B, false, "CompactPCI central resource control"},
    {0x0C, false, "Hot-plug capable"},
    {0x0D, false, "Subsystem:"},
    {0x0E, false, "AGP3"},
    {0x0F, false, "Secure device"},
    {0x10, false, "Express"},
    {0x12, false, "SATA HBA"},
    {0x13, false, "PCI Advanced Features"},
    {0x14, false, "Enhanced Allocation"},
    {0x01, true, "Advanced Error Reporting"},
    {0x02, true, "Virtual Channel"},
    {0x03, true, "Device Serial Number"},
    {0x04, true, "Power Budgeting"},
    {0x05, true, "Root Complex Link"},
    {0x06, true, "Root Complex Internal Link"},
    {0x07, true, "Root Complex Event Collector"},
    {0x08, true, "Multi-Function Virtual Channel"},
    {0x0A, true, "Root Bridge Control Block"},
    {0x0B, true, "Vendor Specific Information"},
    {0x0D, true, "Access Control Services"},
    {0x0E, true, "Alternative Routing-ID"},
    {0x0F, true, "Address Translation Service"},
    {0x10, true, "Single Root I/O Virtualization"},
    {0x11, true, "Multi-Root I/O Virtualization"},
    {0x12, true, "Multicast"},
    {0x13, true, "Page Request Interface"},
    {0x15, true, "Physical Resizable BAR"},
    {0x15, true, "Resizable BAR"},
    {0x16, true, "Dynamic Power Allocation"},
    {0x17, true, "Transaction Processing Hints"},
    {0x18, true, "Latency Tolerance Reporting"},
    {0x19, true, "Secondary PCI Express"},
    {0x1A, true, "Protocol Multiplexing"},
    {0x1B, true, "Process Address Space ID"},
    {0x1C, true, "LN Requester"},
    {0x1D, true, "Downstream Port Containment"},
    {0x1E, true, "L1 PM Substates"},
    {0x1F, true, "Precision Time Measurement"},
    {0x20, true, "PCI Express over M_PHY"},
    {0x21, true, "FRS Queueing"},
    {0x22, true, "Readiness Time Reporting"},
    {0x23, true, "Designated Vendor-Specific"},
    {0x24, true, "Virtual Resizable BAR"},
    {0x25, true, "Data Link Feature"},
    {0x26, true, "Physical Layer 16"},
    {0x27, true, "Lane Margining"},
    {0x28, true, "Hierarchy ID"},
    {0x29, true, "Native PCIe Enclosure Management"},
    {0x2A, true, "Physical Layer 32"},
    {0x2B, true, "Alternate Protocol"},
    {0x2C, true, "System Firmware Intermediary"},
    {0x2E, true, "Data Object Exchange"},
    {0x2F, true, "Device 3"},
    {0x30, true, "Integrity & Data Encryption"},
    {0x30, true, "Integrity and Data Encryption"},
    {0x31, true, "Physical Layer 64"},
};

} // namespace

std::uint16_t capabilityId(std::string_view words, bool extended) {
    constexpr std::string_view kById = "Extended Capability ID 0x";
    for (const Heading &known : kHeadings)
        if (known.extended == extended && beginsWith(words, known.words))
            return known.id;
    if (words.substr(0, 1) == "#") // "#19 [0003]": one that this lspci does not know
        return static_cast<std::uint16_t>(leadingNumber(words.substr(1), 16).value_or(0));
    if (beginsWith(words, kById))
        return static_cast<std::uint16_t>(leadingNumber(words.substr(kById.size()), 16).value_or(0));
    return 0;
}

} // namespace fabricscope::formats::lspci
