// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kPorts =
    "InfiniBand Architecture Specification 1.7, 14.2.5.6 PortInfo: PortState and PortPhysicalState";
constexpr std::string_view kAer = "PCI Express Base Specification 6.0, 6.2.2 Error Classification; Linux, "
                                  "Documentation/PCI/pcieaer-howto.rst";
constexpr std::string_view kXid = "NVIDIA, Xid Errors: the catalogue of Xid numbers";

constexpr std::array kRules = {
    Rule{.id = "port.down",
         .severity = Severity::Warning,
         .title = "port {port}[ of {nic}][ ({netdev})] is down[ (physically {physical})]",
         .remedy =
             "Check its cable and transceiver, the port at the switch, and that[ {netdev}][{!netdev} its "
             "interface] is up (ip link)",
         .source = kPorts},
    Rule{.id = "port.down",
         .severity = Severity::Note,
         .title = "port {port}[ of {nic}][ ({netdev})] is unused: it is down, and another port of its card "
                  "is active",
         .source = kPorts,
         .variant = "unused"},
    Rule{.id = "port.down",
         .severity = Severity::Note, // somebody switched it off
         .title = "port {port}[ of {nic}][ ({netdev})] is disabled",
         .remedy = "Enable it if it is meant to be used: ip link set[ {netdev}][{!netdev} INTERFACE] up, or "
                   "mlxlink --port_state UP",
         .source = kPorts,
         .variant = "disabled"},
    Rule{.id = "port.down",
         .severity = Severity::Note, // somebody switched it off
         .title = "port {port}[ of {nic}][ ({netdev})] is disabled",
         .remedy =
             "Enable it if it is meant to be used: mlxlink -d[ {nic}][{!nic} DEVICE] --port_state UP, or "
             "ibportstate LID {port} enable",
         .source = kPorts,
         .variant = "disabled_ib"},
    Rule{.id = "port.down",
         .severity = Severity::Warning,
         .title = "port {port}[ of {nic}][ ({netdev})] is down: it detects no signal from the other end",
         .remedy = "Check its cable and transceiver, and that the port at the switch is enabled",
         .source = kPorts,
         .variant = "polling"},
    Rule{.id = "port.down",
         .severity = Severity::Warning,
         .title = "port {port}[ of {nic}] has a link, but no subnet manager activated it ({state})",
         .remedy = "Check that a subnet manager runs in this fabric (sminfo), opensm or the switch's",
         .source = kPorts,
         .variant = "subnet"},
    Rule{.id = "kernel.bus_error",
         .severity = Severity::Warning,
         .title = "[{at}: ]the kernel logged errors of the PCIe bus[ ({count} times)]",
         .source = kAer},
    Rule{.id = "kernel.bus_error",
         .severity = Severity::Note,
         .title = "[{at}: ]the kernel logged corrected errors of the PCIe bus[ ({count} times)]",
         .remedy = "If they continue: reseat the device, its riser and cables",
         .source = kAer,
         .variant = "corrected"},
    Rule{.id = "kernel.bus_error",
         .severity = Severity::Warning,
         .title = "[{at}: ]the kernel logged uncorrected errors of the PCIe bus, not fatal[ ({count} times)]",
         .remedy = "Reseat the device, its riser and cables; then update its firmware and the BIOS",
         .source = kAer,
         .variant = "nonfatal"},
    Rule{.id = "kernel.bus_error",
         .severity = Severity::Error,
         .title =
             "[{at}: ]the kernel logged fatal errors of the PCIe bus[ ({count} times)]: the link was reset "
             "or lost",
         .remedy = "Reseat the device, its riser and cables; then update its firmware and the BIOS",
         .source = kAer,
         .variant = "fatal"},
    Rule{.id = "kernel.bus_error",
         .severity = Severity::Error,
         .title = "[{at}: ]the kernel could not recover it after an error of the PCIe bus[ ({count} times)]",
         .remedy = "Restart the host; if it happens again, reseat the device, its riser and cables",
         .source = kAer,
         .variant = "not_recovered"},
    Rule{.id = "kernel.device_lost",
         .severity = Severity::Error,
         .title = "[{at}: ]the kernel lost it: it left the bus or did not answer[ ({count} times)]",
         .remedy = "Power-cycle the host; if it happens again, check power and "
                   "temperature, and reseat the device",
         .source = "Linux, drivers/pci and the drivers' messages"},
    Rule{.id = "kernel.gpu_fault",
         .severity = Severity::Error,
         .title = "[{at}: ]the GPU's driver logged a fault[ ({count} times)]: {text}",
         .source = "Linux, drivers/gpu/drm/amd and NVIDIA's driver: their messages"},
    Rule{.id = "kernel.sxid",
         .severity = Severity::Error,
         .title = "[{at}: ]SXid {number}: the NVSwitch's driver logged a fault[ ({count} times)]",
         .remedy = "Look up the number in NVIDIA's list of SXid errors; check the NVLink counters",
         .source = "NVIDIA, Fabric Manager User Guide: SXid errors"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Error,
         .title = "[{at}: ]Xid {number}: the GPU's driver logged a fault[ ({count} times)]",
         .remedy = "Look up the number in NVIDIA's list of Xid errors",
         .source = kXid},
    Rule{.id = "kernel.xid",
         .severity = Severity::Warning,
         .title = "[{at}: ]Xid 13: the GPU met an error in a program that ran on it[ ({count} times)]",
         .remedy = "Find the program (pid in the log), and run it with compute-sanitizer",
         .source = kXid,
         .variant = "13"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Warning,
         .title = "[{at}: ]Xid 31: a program accessed GPU memory that it does not have[ ({count} times)]",
         .remedy = "Find the program (pid in the log), and run it with compute-sanitizer",
         .source = kXid,
         .variant = "31"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Warning,
         .title =
             "[{at}: ]Xid 43: the GPU stopped processing a program, other programs go on[ ({count} times)]",
         .remedy =
             "Find the program (pid in the log); if several programs do this, run the diagnostics of DCGM",
         .source = kXid,
         .variant = "43"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Note,
         .title = "[{at}: ]Xid 45: work was removed from the GPU, because its program ended or another fault "
                  "came first[ ({count} times)]",
         .remedy = "Look at the faults before it",
         .source = kXid,
         .variant = "45"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Error,
         .title = "[{at}: ]Xid 48: the GPU's memory has a double-bit ECC error[ ({count} times)]",
         .remedy = "Reset the GPU, and check the remapped rows: nvidia-smi -q -d ROW_REMAPPER",
         .source = kXid,
         .variant = "48"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Error,
         .title = "[{at}: ]Xid 62: the GPU's internal controller halted[ ({count} times)]",
         .remedy = "Reset the GPU; if it happens again, have it replaced",
         .source = kXid,
         .variant = "62"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Note,
         .title = "[{at}: ]Xid 63: the GPU recorded a row of its memory that it remaps[ ({count} times)]",
         .remedy = "Reset the GPU when it is free: the remapping then applies",
         .source = kXid,
         .variant = "63"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Error,
         .title = "[{at}: ]Xid 64: the GPU failed to remap a row of its memory[ ({count} times)]",
         .remedy = "Reset the GPU; if it happens again, have it replaced",
         .source = kXid,
         .variant = "64"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Error,
         .title = "[{at}: ]Xid 74: an NVLink of the GPU has an error[ ({count} times)]",
         .remedy = "Check nvidia-smi nvlink -e and -s, the NVSwitches and the fabric manager",
         .source = kXid,
         .variant = "74"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Error,
         .title = "[{at}: ]Xid 79: the GPU has fallen off the bus[ ({count} times)]",
         .remedy = "Power-cycle the host; if it happens again, check power and "
                   "temperature, and reseat the GPU",
         .source = kXid,
         .variant = "79"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Warning,
         .title = "[{at}: ]Xid 92: the GPU's memory has many single-bit ECC errors[ ({count} times)]",
         .remedy = "Check the ECC counters: nvidia-smi -q -d ECC",
         .source = kXid,
         .variant = "92"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Error,
         .title = "[{at}: ]Xid 94: the GPU's memory has an error that it contained: one program was stopped[ "
                  "({count} times)]",
         .remedy = "Restart the program, and reset the GPU when it is free",
         .source = kXid,
         .variant = "94"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Error,
         .title = "[{at}: ]Xid 95: the GPU's memory has an error that it could not contain[ ({count} times)]",
         .remedy = "Reset the GPU; if it happens again, have it replaced",
         .source = kXid,
         .variant = "95"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Error,
         .title = "[{at}: ]Xid 119: the GPU's system processor (GSP) does not answer[ ({count} times)]",
         .remedy = "Reset the GPU, or restart the host; then update the driver",
         .source = kXid,
         .variant = "119"},
    Rule{.id = "kernel.xid",
         .severity = Severity::Error,
         .title = "[{at}: ]Xid 120: the GPU's system processor (GSP) met an error[ ({count} times)]",
         .remedy = "Reset the GPU, or restart the host; then update the driver",
         .source = kXid,
         .variant = "120"},
};

} // namespace

std::span<const Rule> faults() {
    return kRules;
}

} // namespace fabricscope::findings::areas
