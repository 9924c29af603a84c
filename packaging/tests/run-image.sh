#!/bin/sh
# run-image.sh ROOT DATA USER PROGRAM [ARGUMENT …]
# Runs a program of an image the way "docker run --read-only --tmpfs /tmp --volume DATA:/data" does: in mounts of its own, as
# an account without rights, and with nothing to write to but these two directories. It replaces itself by the program, so
# that signals reach it.
set -eu
if [ "${MOUNTS:-}" != own ]; then
  export MOUNTS=own
  exec unshare --mount "$0" "$@"
fi
unset MOUNTS
root=$1 data=$2 user=$3
shift 3
mount --bind "$root" "$root"
mount --options remount,bind,ro "$root"
mount --bind "$data" "$root/data"
mount --types tmpfs --options mode=1777 tmpfs "$root/tmp"
mount --types proc proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot --userspec="$user" "$root" "$@"
