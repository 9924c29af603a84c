#!/bin/sh
# boot-unit.sh ROOT UNIT
# Boots the systemd of a root directory in namespaces of its own and starts one unit there, with the whole sandbox of the
# unit. The machine's systemd, if it has one, notices nothing: this one sees its own branch of the control groups only.
set -eu
root=$1 unit=$2
group=/sys/fs/cgroup/systemd/stellwerk-packaging-$$
mkdir "$group"
echo $$ > "$group/cgroup.procs"
export root unit
# A user namespace cannot be created below chroot, so the root directory is exchanged.
exec unshare --cgroup --mount --pid --fork --uts --ipc --kill-child sh -euc '
  mount --bind "$root" "$root"
  mount --types proc proc "$root/proc"
  mount --types sysfs --options ro sysfs "$root/sys"
  mount --types tmpfs --options mode=755 tmpfs "$root/sys/fs/cgroup"
  mkdir "$root/sys/fs/cgroup/systemd"
  mount --types cgroup --options none,name=systemd,xattr cgroup "$root/sys/fs/cgroup/systemd"
  mount --types tmpfs --options mode=755 tmpfs "$root/run"
  mount --types tmpfs tmpfs "$root/tmp"
  mount --rbind /dev "$root/dev"
  cd "$root"
  mkdir -p .old
  pivot_root . .old
  umount --lazy .old
  exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    /lib/systemd/systemd --system "--unit=$unit" --log-target=journal --show-status=0
'
