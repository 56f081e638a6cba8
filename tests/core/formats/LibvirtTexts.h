// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace fabricscope::test {

// Real output of libvirt 9.0.0 and QEMU 7.2 of Debian 12 for a machine defined with four passed-through
// devices, two of them below an expander of node 1 and two without an address: `virsh define` assigned
// theirs. The machine was never started: the devices are invented.

/// Output of `virsh dumpxml train-7`.
inline constexpr const char *kLibvirtDump = R"(<domain type='qemu'>
  <name>train-7</name>
  <uuid>aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee</uuid>
  <memory unit='KiB'>2097152</memory>
  <currentMemory unit='KiB'>2097152</currentMemory>
  <vcpu placement='static'>2</vcpu>
  <os>
    <type arch='x86_64' machine='pc-q35-7.2'>hvm</type>
    <boot dev='hd'/>
  </os>
  <cpu mode='custom' match='exact' check='none'>
    <model fallback='forbid'>qemu64</model>
    <numa>
      <cell id='0' cpus='0' memory='1048576' unit='KiB'/>
      <cell id='1' cpus='1' memory='1048576' unit='KiB'/>
    </numa>
  </cpu>
  <clock offset='utc'/>
  <on_poweroff>destroy</on_poweroff>
  <on_reboot>restart</on_reboot>
  <on_crash>destroy</on_crash>
  <devices>
    <emulator>/usr/bin/qemu-system-x86_64</emulator>
    <controller type='pci' index='0' model='pcie-root'/>
    <controller type='pci' index='1' model='pcie-expander-bus'>
      <model name='pxb-pcie'/>
      <target busNr='180'>
        <node>1</node>
      </target>
      <address type='pci' domain='0x0000' bus='0x00' slot='0x01' function='0x0'/>
    </controller>
    <controller type='pci' index='2' model='pcie-root-port'>
      <model name='pcie-root-port'/>
      <target chassis='2' port='0x0'/>
      <address type='pci' domain='0x0000' bus='0x01' slot='0x00' function='0x0'/>
    </controller>
    <controller type='pci' index='3' model='pcie-root-port'>
      <model name='pcie-root-port'/>
      <target chassis='3' port='0x8'/>
      <address type='pci' domain='0x0000' bus='0x01' slot='0x01' function='0x0'/>
    </controller>
    <controller type='usb' index='0' model='qemu-xhci'>
      <address type='pci' domain='0x0000' bus='0x05' slot='0x00' function='0x0'/>
    </controller>
    <controller type='sata' index='0'>
      <address type='pci' domain='0x0000' bus='0x00' slot='0x1f' function='0x2'/>
    </controller>
    <controller type='pci' index='4' model='pcie-root-port'>
      <model name='pcie-root-port'/>
      <target chassis='4' port='0x10'/>
      <address type='pci' domain='0x0000' bus='0x00' slot='0x02' function='0x0' multifunction='on'/>
    </controller>
    <controller type='pci' index='5' model='pcie-root-port'>
      <model name='pcie-root-port'/>
      <target chassis='5' port='0x11'/>
      <address type='pci' domain='0x0000' bus='0x00' slot='0x02' function='0x1'/>
    </controller>
    <controller type='pci' index='6' model='pcie-root-port'>
      <model name='pcie-root-port'/>
      <target chassis='6' port='0x12'/>
      <address type='pci' domain='0x0000' bus='0x00' slot='0x02' function='0x2'/>
    </controller>
    <controller type='pci' index='7' model='pcie-root-port'>
      <model name='pcie-root-port'/>
      <target chassis='7' port='0x13'/>
      <address type='pci' domain='0x0000' bus='0x00' slot='0x02' function='0x3'/>
    </controller>
    <controller type='pci' index='8' model='pcie-root-port'>
      <model name='pcie-root-port'/>
      <target chassis='8' port='0x14'/>
      <address type='pci' domain='0x0000' bus='0x00' slot='0x02' function='0x4'/>
    </controller>
    <interface type='hostdev' managed='yes'>
      <mac address='52:54:00:82:00:01'/>
      <source>
        <address type='pci' domain='0x0000' bus='0x82' slot='0x00' function='0x1'/>
      </source>
      <address type='pci' domain='0x0000' bus='0x03' slot='0x00' function='0x0'/>
    </interface>
    <interface type='user'>
      <mac address='52:54:00:07:00:01'/>
      <model type='virtio'/>
      <address type='pci' domain='0x0000' bus='0x04' slot='0x00' function='0x0'/>
    </interface>
    <input type='mouse' bus='ps2'/>
    <input type='keyboard' bus='ps2'/>
    <audio id='1' type='none'/>
    <hostdev mode='subsystem' type='pci' managed='yes'>
      <source>
        <address domain='0x0000' bus='0x41' slot='0x00' function='0x0'/>
      </source>
      <address type='pci' domain='0x0000' bus='0x06' slot='0x00' function='0x0'/>
    </hostdev>
    <hostdev mode='subsystem' type='pci' managed='yes'>
      <source>
        <address domain='0x0000' bus='0x81' slot='0x00' function='0x0'/>
      </source>
      <address type='pci' domain='0x0000' bus='0x02' slot='0x00' function='0x0'/>
    </hostdev>
    <hostdev mode='subsystem' type='pci' managed='yes'>
      <source>
        <address domain='0x0000' bus='0x42' slot='0x00' function='0x1'/>
      </source>
      <address type='pci' domain='0x0000' bus='0x07' slot='0x00' function='0x0'/>
    </hostdev>
    <memballoon model='virtio'>
      <address type='pci' domain='0x0000' bus='0x08' slot='0x00' function='0x0'/>
    </memballoon>
  </devices>
</domain>
)";

/// Output of `virsh domxml-to-native qemu-argv`, in the collector's form of a process. That command converts
/// a NIC of type hostdev to another kind, so it was defined as a plain hostdev.
inline constexpr const char *kLibvirtProcess = R"_(@pid 4711
=/usr/bin/qemu-system-x86_64
=-name
=guest=train-7,debug-threads=on
=-S
=-object
={"qom-type":"secret","id":"masterKey0","format":"raw","file":"/var/lib/libvirt/qemu/domain--1-train-7/master-key.aes"}
=-machine
=pc-q35-7.2,usb=off,dump-guest-core=off
=-accel
=tcg
=-cpu
=qemu64
=-m
=2048
=-overcommit
=mem-lock=off
=-smp
=2,sockets=2,cores=1,threads=1
=-object
={"qom-type":"memory-backend-ram","id":"ram-node0","size":1073741824}
=-numa
=node,nodeid=0,cpus=0,memdev=ram-node0
=-object
={"qom-type":"memory-backend-ram","id":"ram-node1","size":1073741824}
=-numa
=node,nodeid=1,cpus=1,memdev=ram-node1
=-uuid
=aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee
=-display
=none
=-no-user-config
=-nodefaults
=-chardev
=socket,id=charmonitor,path=/var/lib/libvirt/qemu/domain--1-train-7/monitor.sock,server=on,wait=off
=-mon
=chardev=charmonitor,id=monitor,mode=control
=-rtc
=base=utc
=-no-shutdown
=-no-acpi
=-boot
=strict=on
=-device
={"driver":"pxb-pcie","bus_nr":180,"id":"pci.1","numa_node":1,"bus":"pcie.0","addr":"0x1"}
=-device
={"driver":"pcie-root-port","port":0,"chassis":2,"id":"pci.2","bus":"pci.1","addr":"0x0"}
=-device
={"driver":"pcie-root-port","port":8,"chassis":3,"id":"pci.3","bus":"pci.1","addr":"0x1"}
=-device
={"driver":"pcie-root-port","port":16,"chassis":4,"id":"pci.4","bus":"pcie.0","multifunction":true,"addr":"0x2"}
=-device
={"driver":"pcie-root-port","port":17,"chassis":5,"id":"pci.5","bus":"pcie.0","addr":"0x2.0x1"}
=-device
={"driver":"pcie-root-port","port":18,"chassis":6,"id":"pci.6","bus":"pcie.0","addr":"0x2.0x2"}
=-device
={"driver":"pcie-root-port","port":19,"chassis":7,"id":"pci.7","bus":"pcie.0","addr":"0x2.0x3"}
=-device
={"driver":"pcie-root-port","port":20,"chassis":8,"id":"pci.8","bus":"pcie.0","addr":"0x2.0x4"}
=-device
={"driver":"qemu-xhci","id":"usb","bus":"pci.5","addr":"0x0"}
=-audiodev
={"id":"audio1","driver":"none"}
=-device
={"driver":"vfio-pci","host":"0000:82:00.1","id":"hostdev0","bus":"pci.3","addr":"0x0"}
=-device
={"driver":"vfio-pci","host":"0000:41:00.0","id":"hostdev1","bus":"pci.6","addr":"0x0"}
=-device
={"driver":"vfio-pci","host":"0000:81:00.0","id":"hostdev2","bus":"pci.2","addr":"0x0"}
=-device
={"driver":"vfio-pci","host":"0000:42:00.1","id":"hostdev3","bus":"pci.7","addr":"0x0"}
=-device
={"driver":"virtio-balloon-pci","id":"balloon0","bus":"pci.8","addr":"0x0"}
=-sandbox
=on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny
=-msg
=timestamp=on
)_";

} // namespace fabricscope::test
