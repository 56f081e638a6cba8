#!/bin/bash
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make_guest.sh ROOT RELEASE VMLINUZ KEY.pub: puts a guest for a VM in the VM into the hypervisor's root file system (called
# by make_image.sh, as root): ROOT/opt/guest/vmlinuz and initrd.gz. Software in software is slow, so the guest is a kernel
# and an initramfs of a few MB: busybox, dropbear, and the modules for virtio and e1000e. root logs in with KEY; the key that
# the guest answers with is left in ROOT/opt/guest/host_key.pub.
set -euo pipefail

root=$1 release=$2 vmlinuz=$3 key=$4
modules="virtio_ring virtio virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci failover net_failover virtio_net
  pps_core ptp e1000e"

die() { echo "make_guest: $*" >&2; exit 1; }

tree=$(mktemp -d)
trap 'rm -rf "${tree}"' EXIT
mkdir -p "${tree}"/{bin,sbin,usr/bin,usr/sbin,lib,lib64,dev,proc,sys,tmp,run,root/.ssh,etc/dropbear,var/log}

# dropbear and the libraries that it is linked with, from the hypervisor's own Debian.
add_program() {
  local library
  cp "${root}$1" "${tree}$1"
  for library in $(chroot "${root}" ldd "$1" | grep -o '/[^ ]*'); do
    mkdir -p "${tree}$(dirname "${library}")"
    cp -L "${root}${library}" "${tree}${library}"
  done
}

add_modules() {
  local module file
  for module in ${modules}; do
    file=$(find "${root}/lib/modules/${release}/kernel" -name "${module}.ko" | head -n 1)
    if [ -n "${file}" ]; then
      cp "${file}" "${tree}/lib/"
      echo "insmod /lib/${module}.ko"
    else
      grep -q "/${module}\.ko$" "${root}/lib/modules/${release}/modules.builtin" || die "the kernel has no ${module}"
    fi
  done
}

add_login() {
  echo 'root:x:0:0:root:/root:/bin/sh' >"${tree}/etc/passwd"
  echo 'root:x:0:' >"${tree}/etc/group"
  echo /bin/sh >"${tree}/etc/shells"
  echo fabricscope-guest >"${tree}/etc/hostname"
  echo fab51c5c09e000000000000000000001 >"${tree}/etc/machine-id"
  install -m 600 "${key}" "${tree}/root/.ssh/authorized_keys"
  chmod 700 "${tree}/root" "${tree}/root/.ssh"
  chroot "${root}" dropbearkey -t ed25519 -f /tmp/guest_key >/dev/null
  chroot "${root}" dropbearkey -y -f /tmp/guest_key | grep '^ssh-' | cut -d' ' -f1,2 >"${root}/opt/guest/host_key.pub"
  mv "${root}/tmp/guest_key" "${tree}/etc/dropbear/dropbear_ed25519_host_key"
}

mkdir -p "${root}/opt/guest"
cp "$(command -v busybox)" "${tree}/bin/busybox"
ln -s busybox "${tree}/bin/sh"
add_program /usr/sbin/dropbear
add_login
{
  cat <<'INIT'
#!/bin/busybox sh
export PATH=/bin:/sbin:/usr/bin:/usr/sbin
/bin/busybox --install -s
mount -t devtmpfs none /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts none /dev/pts
mount -t proc none /proc
mount -t sysfs none /sys
hostname fabricscope-guest
INIT
  add_modules
  cat <<'INIT'
ip link set lo up
for link in /sys/class/net/*; do
  case $(readlink "$link/device/driver") in
    *virtio_net)
      ip link set "${link##*/}" up
      ip address add 10.0.2.15/24 dev "${link##*/}"
      ;;
  esac
done
exec dropbear -F -E -s -p 22
INIT
} >"${tree}/init"
chmod 755 "${tree}/init"
cp "${vmlinuz}" "${root}/opt/guest/vmlinuz"
(cd "${tree}" && find . | cpio --quiet -o -H newc -R 0:0 | gzip -9) >"${root}/opt/guest/initrd.gz"
