#!/bin/bash
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make_image.sh [hypervisor|sessions]: makes what boot.sh boots, once, and prints the folder that holds it:
#   disk.img, vmlinuz, initrd.gz   a minimal Debian with sshd, pciutils and numactl, and its kernel; the hypervisor's has
#                                  QEMU, too, and a guest for it in /opt/guest (make_guest.sh), the one of sessions a
#                                  systemd for each user who logs in
#   id_ed25519, host_key.pub       the key that logs in, and the key that the server answers with
#   packages.txt                   what is installed, with versions
# Users of the image: root, "visitor" (an ordinary user) and "sudoer" (one sudoers line, as README gives it).
#
# The folder lies below $FABRICSCOPE_E2E_CACHE (default: ~/.cache/fabricscope-e2e) and is named after the hash of these
# scripts, so that a changed script makes a new image. Needs root, or sudo without a password (debootstrap).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${FABRICSCOPE_E2E_CACHE:-${HOME:-/root}/.cache/fabricscope-e2e}
suite=bookworm
packages=openssh-server,pciutils,iproute2,kmod,numactl,udev,systemd-sysv,dbus,procps,sudo
packages+=,rdma-core,ibverbs-providers,perftest # soft-RoCE, for perftest_test
# In the order in which a kernel without them needs them to mount its disk.
modules="virtio_ring virtio virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci virtio_blk crc16 mbcache jbd2
  crc32c_generic libcrc32c ext4"

say() { echo "make_image: $*" >&2; }
die() { say "$*"; exit 1; }

kind=${1:-server}
case ${kind} in
  server) megabytes=1200 packages+=,openmpi-bin ;; # a collective over two of them, for two_hosts_test
  hypervisor) megabytes=1800 packages+=,qemu-system-x86,dropbear-bin ;;
  sessions) megabytes=1200 packages+=,libpam-systemd,dbus-user-session,libcap2-bin ;;
  *) die "usage: make_image.sh [hypervisor|sessions]" ;;
esac
key=$(cat "${here}/make_image.sh" "${here}/make_guest.sh" | sha256sum | cut -c1-16)
image=${cache}/${suite}-${kind}-${key}
if [ -e "${image}/complete" ]; then
  echo "${image}"
  exit 0
fi
mkdir -p "${cache}"

# debootstrap makes device nodes and files of other users: the rest of this script runs as root.
if [ "$(id -u)" != 0 ]; then
  sudo -n true 2>/dev/null || die "the first image needs root (debootstrap): run this script once by hand with sudo"
  exec sudo -n FABRICSCOPE_E2E_CACHE="${cache}" FABRICSCOPE_E2E_OWNER="$(id -u):$(id -g)" "$0" "${kind}"
fi
PATH=/usr/sbin:/sbin:${PATH}
for tool in debootstrap mke2fs busybox cpio ssh-keygen apt-get; do
  command -v "${tool}" >/dev/null || die "${tool} is missing: see packaging/packages.txt"
done

# One image at a time: two test runs wait for each other instead of building it twice.
exec 9>"${cache}/lock"
flock 9
if [ -e "${image}/complete" ]; then
  echo "${image}"
  exit 0
fi
started=${SECONDS}
work=$(mktemp -d "${cache}/work.XXXXXX")
trap 'rm -rf "${work}"' EXIT
root=${work}/root

# The mirror that this machine itself is fed from.
mirror() {
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(SITE)' 'Created-By: Packages' 2>/dev/null |
    awk -v suite="${suite}" '$1 == suite && $2 == "main" { print $3; exit }'
}

make_root() {
  local site
  site=$(mirror)
  [ -n "${site}" ] || die "apt on this machine knows no ${suite} main: the image is made from the machine's own mirror"
  say "debootstrap ${suite}"
  debootstrap --variant=minbase --include="${packages}" "${suite}" "${root}" "${site}" >"${work}/debootstrap.log" 2>&1 ||
    { tail -n 30 "${work}/debootstrap.log" >&2; die "debootstrap failed"; }
}

# The kernel comes as a package that is unpacked, not installed, on this machine.
add_kernel() {
  local package
  mkdir -p "${work}/kernel" "${work}/packages"
  chmod 777 "${work}" "${work}/packages"
  package=$(apt-cache depends --important linux-image-amd64 | awk '$1 == "Depends:" { print $2; exit }')
  [ -n "${package}" ] || die "apt knows no linux-image-amd64"
  say "kernel ${package}"
  (cd "${work}/packages" && apt-get -q download "${package}" >"${work}/download.log" 2>&1) ||
    { cat "${work}/download.log" >&2; die "${package} could not be downloaded"; }
  dpkg -x "${work}"/packages/*.deb "${work}/kernel"
  cp "${work}"/kernel/boot/vmlinuz-* "${work}/vmlinuz"
  release=$(basename "${work}"/kernel/lib/modules/*)
  mkdir -p "${root}/lib/modules"
  cp -a "${work}/kernel/lib/modules/${release}" "${root}/lib/modules/"
  chroot "${root}" depmod "${release}"
}

configure_root() {
  echo fabricscope-e2e >"${root}/etc/hostname"
  echo '127.0.0.1 localhost fabricscope-e2e' >"${root}/etc/hosts"
  : >"${root}/etc/fstab"
  rm -f "${root}/etc/machine-id"
  sha256sum "${root}/etc/ssh/ssh_host_ed25519_key.pub" | cut -c1-32 >"${root}/etc/machine-id"
  # The management NIC has the one address that QEMU's user network expects; the others stay without.
  cat >"${root}/etc/systemd/network/10-management.network" <<'NETWORK'
[Match]
Driver=virtio_net
[Network]
Address=10.0.2.15/24
Gateway=10.0.2.2
LinkLocalAddressing=no
IPv6AcceptRA=no
NETWORK
  ln -sf /lib/systemd/system/systemd-networkd.service "${root}/etc/systemd/system/multi-user.target.wants/"
  for unit in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service \
    fstrim.timer getty@.service serial-getty@.service systemd-networkd-wait-online.service systemd-pstore.service \
    systemd-timesyncd.service; do
    ln -sf /dev/null "${root}/etc/systemd/system/${unit}"
  done
  printf 'UseDNS no\nPermitRootLogin prohibit-password\nPasswordAuthentication no\nMaxSessions 32\n' \
    >"${root}/etc/ssh/sshd_config.d/e2e.conf"
  chroot "${root}" useradd -m -s /bin/bash visitor
  chroot "${root}" useradd -m -s /bin/sh sudoer
  echo 'sudoer ALL=(root) NOPASSWD: /bin/sh -s' >"${root}/etc/sudoers.d/fabricscope"
  chmod 440 "${root}/etc/sudoers.d/fabricscope"
}

add_keys() {
  local home user
  ssh-keygen -q -t ed25519 -N '' -C fabricscope-e2e -f "${work}/id_ed25519"
  cut -d' ' -f1,2 "${root}/etc/ssh/ssh_host_ed25519_key.pub" >"${work}/host_key.pub"
  for user in root visitor sudoer; do
    home=$(chroot "${root}" getent passwd "${user}" | cut -d: -f6)
    install -d -m 700 "${root}${home}/.ssh"
    install -m 600 "${work}/id_ed25519.pub" "${root}${home}/.ssh/authorized_keys"
    chroot "${root}" chown -R "${user}:" "${home}/.ssh"
  done
}

make_initrd() {
  local tree=${work}/initrd module file
  mkdir -p "${tree}/bin" "${tree}/lib" "${tree}/dev" "${tree}/proc" "${tree}/sys" "${tree}/new"
  cp "$(command -v busybox)" "${tree}/bin/busybox"
  {
    printf '#!/bin/busybox sh\n'
    printf '/bin/busybox mount -t %s none /%s\n' devtmpfs dev proc proc sysfs sys
  } >"${tree}/init"
  for module in ${modules}; do
    file=$(find "${root}/lib/modules/${release}/kernel" -name "${module}.ko" | head -n 1)
    if [ -n "${file}" ]; then
      cp "${file}" "${tree}/lib/"
      echo "/bin/busybox insmod /lib/${module}.ko" >>"${tree}/init"
    else
      grep -q "/${module}\.ko$" "${root}/lib/modules/${release}/modules.builtin" || die "the kernel has no ${module}"
    fi
  done
  cat >>"${tree}/init" <<'INIT'
tries=0
until [ -b /dev/vda ] || [ $tries -ge 100 ]; do /bin/busybox sleep 0.1; tries=$((tries + 1)); done
/bin/busybox mount -t ext4 /dev/vda /new || exec /bin/busybox poweroff -f
/bin/busybox umount /sys /proc
exec /bin/busybox switch_root /new /sbin/init
INIT
  chmod 755 "${tree}/init"
  (cd "${tree}" && find . | cpio --quiet -o -H newc -R 0:0 | gzip -1) >"${work}/initrd.gz"
}

make_disk() {
  rm -rf "${root}/var/cache/apt" "${root}/var/lib/apt/lists" "${root}/usr/share/doc" "${root}/usr/share/locale"
  mkdir -p "${root}/var/cache/apt/archives/partial" "${root}/var/lib/apt/lists/partial"
  chroot "${root}" dpkg-query -W >"${work}/packages.txt"
  mke2fs -q -t ext4 -d "${root}" "${work}/disk.img" "${megabytes}M" >&2
}

make_root
configure_root
add_kernel
add_keys
make_initrd
if [ "${kind}" = hypervisor ]; then
  "${here}/make_guest.sh" "${root}" "${release}" "${work}/vmlinuz" "${work}/id_ed25519.pub"
fi
make_disk

mkdir -p "${work}/image"
mv "${work}/disk.img" "${work}/vmlinuz" "${work}/initrd.gz" "${work}/id_ed25519" "${work}/id_ed25519.pub" \
  "${work}/host_key.pub" "${work}/packages.txt" "${work}/image/"
[ "${kind}" != hypervisor ] || cp "${root}/opt/guest/host_key.pub" "${work}/image/guest_key.pub"
chmod 644 "${work}/image"/*
chmod 600 "${work}/image/id_ed25519"
[ -z "${FABRICSCOPE_E2E_OWNER:-}" ] || chown -R "${FABRICSCOPE_E2E_OWNER}" "${work}/image"
touch "${work}/image/complete"
rm -rf "${cache}/${suite}-${kind}"-* # those that older versions of this script made, too
mv "${work}/image" "${image}"
chmod 755 "${image}"
say "made in $((SECONDS - started)) s"
echo "${image}"
