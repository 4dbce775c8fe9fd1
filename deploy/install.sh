#!/bin/sh
# Installs Herenow on a Debian machine without containers: a system user, its folders, a systemd unit, a nightly backup
# and a file for the reverse proxy Caddy. Running it again upgrades; configuration made by hand stays.
#
#   sudo sh deploy/install.sh install herenow.example smtps://user:password@mail.example
#   sudo sh deploy/install.sh remove          (leaves /var/lib/herenow and /etc/herenow.env)
#   sudo sh deploy/install.sh remove --data   (removes those, too)
#
# DESTDIR=/some/folder writes the files there and touches neither users nor services.
set -eu
# The users herenow and caddy read what root writes here, also if root's own files are for root alone.
umask 022
cd "$(dirname "$0")/.."
root=${DESTDIR:-}
app=/opt/herenow
data=/var/lib/herenow
config=/etc/herenow.env
command=/usr/local/bin/herenow
units=/etc/systemd/system
caddyfile=/etc/caddy/Caddyfile
import='import /etc/herenow.Caddyfile'

usage() {
  sed -n '2,10s/^# \{0,1\}//p' deploy/install.sh >&2
  exit 2
}

services() {
  [ -z "$root" ] && [ -d /run/systemd/system ]
}

need_root() {
  if [ -z "$root" ] && [ "$(id -u)" != 0 ]; then
    echo 'This needs root: run it with sudo.' >&2
    exit 1
  fi
}

# Prints a setting of the configuration as systemd reads it: without blanks and quotes around it, and the last one counts.
setting() {
  [ -e "$root$config" ] || return 0
  sed -n "s/^[[:space:]]*$1=[[:space:]]*//p" "$root$config" | tail -n 1 |
    sed -e 's/[[:space:]]*$//' -e "s/^\([\"']\)\(.*\)\1\$/\2/"
}

# Writes a file anew each time: people do not edit it.
own() {
  mkdir -p "$(dirname "$root$1")"
  cat >"$root$1"
}

install_release() {
  release=$app/releases/$(date -u +%Y%m%d%H%M%S)
  mkdir -p "$root$app/releases"
  # An unfinished release would count as the previous one, and its part of a full disk is what the database lacks.
  rm -rf "$root$app"/releases/*.new
  trap 'rm -rf "$root$app"/releases/*.new' EXIT
  if [ -n "${RELEASE:-}" ]; then cp -a "$RELEASE" "$root$release.new"; else npm run -s production -- "$root$release.new"; fi
  chmod -R a+rX "$root$release.new"
  rm -f "$root$release.new/ready"
  mv "$root$release.new" "$root$release"
  before=$(readlink "$root$app/current" || true)
  # Releases of earlier scripts have no mark.
  if [ -z "$(answered)" ] && [ -d "$root$before" ] && [ -n "$before" ]; then touch "$root$before/ready"; fi
  kept=$before
  [ -e "$root$before/ready" ] || kept=$(answered)
  # Each release compiles its modules; those of earlier ones would pile up.
  rm -rf "$root$data/compiled"
  ln -sfn "$release" "$root$app/current.new"
  mv -T "$root$app/current.new" "$root$app/current"
  # The previous release stays, to go back to (after going back, it is not the second latest). If it never answered,
  # the latest one that did stays, too.
  for old in "$root$app"/releases/*; do
    case $old in "$root$release" | "$root$before" | "$root$kept") ;; *) rm -rf "$old" ;; esac
  done
}

# Prints the latest release with the mark of having answered.
answered() {
  latest=''
  for one in "$root$app"/releases/*/ready; do
    [ ! -e "$one" ] || latest=$app/releases/$(basename "$(dirname "$one")")
  done
  echo "$latest"
}

write_config() {
  [ -e "$root$config" ] && return
  mkdir -p "$(dirname "$root$config")"
  (
    umask 077
    cat >"$root$config.new" <<END
# Read by the unit herenow. After a change: systemctl restart herenow. All settings: docs/operations.md
PUBLIC_URL=https://$1
MAIL_URL=$2
MAIL_FROM=Herenow <hello@$1>
# No backup can be read without this key: keep a copy somewhere else.
BACKUP_KEY=$(head -c 32 /dev/urandom | base64)
END
  )
  # A part of it would be kept like a whole one.
  mv "$root$config.new" "$root$config"
}

# The operators' commands, run as the server's user with its configuration.
write_command() {
  own $command <<END
#!/bin/sh
# Written by deploy/install.sh. As root: herenow operator|backup|restore|news|copy|database …
set -eu
case \${1:-} in
  operator | backup | restore | news | copy | database) ;;
  *) echo 'herenow operator|backup|restore|news|copy|database …  (as root; docs/operations.md)' >&2 && exit 2 ;;
esac
export DATA_DIR=$data
while read -r line || [ -n "\$line" ]; do
  case \$line in
    [A-Z]*=\"*\") line=\${line%\"} && export "\${line%%=*}=\${line#*=\"}" ;;
    [A-Z]*=\'*\') line=\${line%\'} && export "\${line%%=*}=\${line#*=\'}" ;;
    [A-Z]*=*) export "\$line" ;;
  esac
done <$config
script=$app/current/scripts/\$1.ts
shift
exec setpriv --reuid=herenow --regid=herenow --init-groups $app/current/bin/node "\$script" "\$@"
END
  chmod 755 "$root$command"
}

# Asks for the name of Herenow, too: another program may have the port.
is_ready() {
  "$root$release/bin/node" -e "
    const ask = (path) => fetch('http://127.0.0.1:$port' + path, { redirect: 'error' });
    Promise.all([ask('/readyz'), ask('/docs/api')])
      .then(async ([ready, api]) => process.exit(ready.ok && (await api.text()).includes('Herenow') ? 0 : 1))
      .catch(() => process.exit(1))"
}

wait_until_ready() {
  for _ in $(seq 60); do
    if is_ready; then return; fi
    if systemctl is-failed -q herenow.service; then
      journalctl -u herenow.service -n 20 -o cat --no-pager >&2
      echo "It is installed, but does not start. Correct $config, then run: systemctl restart herenow" >&2
      exit 1
    fi
    sleep 1
  done
  echo 'It is installed, but does not answer: journalctl -u herenow says why.' >&2
  exit 1
}

# What both services may not do. Code made in memory stays allowed, since Node needs it, and so does @resources, with
# which Node lowers the priority of threads. RemoveIPC would remove the database's memory when a backup ends.
closed='StateDirectory=herenow
StateDirectoryMode=0750
UMask=0077
# A core dump holds what memory does: secrets, places, messages.
LimitCORE=0
NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ProtectHome=yes
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
ProtectProc=invisible
PrivateTmp=yes
PrivateDevices=yes
RestrictSUIDSGID=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
LockPersonality=yes'

write_units() {
  own $units/herenow.service <<END
[Unit]
Description=Herenow
After=network-online.target
Wants=network-online.target
# A database on another machine may be away for longer than a few attempts to start.
StartLimitIntervalSec=0

[Service]
User=herenow
Group=herenow
WorkingDirectory=$app/current
EnvironmentFile=$config
Environment=NODE_ENV=production HOST=127.0.0.1 PORT=3000 TRUST_PROXY=1 DATA_DIR=$data
Environment=NODE_COMPILE_CACHE=$data/compiled MALLOC_ARENA_MAX=2
ExecStart=$app/current/bin/node server/src/main.ts
Restart=always
RestartSec=1
# A wrong configuration does not fix itself.
RestartPreventExitStatus=2
# The server stops its database itself; whatever is left after this time is killed.
KillMode=mixed
TimeoutStopSec=45
LimitNOFILE=1048576
# A picture process or a backend of the database that runs out of memory ends alone, and is started again.
OOMPolicy=continue
$closed

[Install]
WantedBy=multi-user.target
END
  own $units/herenow-backup.service <<END
[Unit]
Description=Backup of Herenow

[Service]
Type=oneshot
User=herenow
Group=herenow
WorkingDirectory=$app/current
EnvironmentFile=$config
Environment=DATA_DIR=$data
ExecStart=$app/current/bin/node scripts/backup.ts --check
$closed
END
  own $units/herenow-backup.timer <<END
[Unit]
Description=Nightly backup of Herenow

[Timer]
OnCalendar=*-*-* 03:30:00
RandomizedDelaySec=30min
Persistent=true

[Install]
WantedBy=timers.target
END
}

# Caddy logs failed requests even without an access log. Its global options must come first in its file.
proxy_options='{
	log {
		exclude http.log.error
	}
}'

write_proxy() {
  mkdir -p "$(dirname "$root$caddyfile")"
  touch "$root$caddyfile"
  sed -i "\\|^$import\$|d" "$root$caddyfile"
  others=$(cat "$root$caddyfile")
  if printf '%s\n' "$others" | grep -vE '^[[:space:]]*(#|$)' | sed -n 1p | grep -q '^{'; then
    proxy_options=''
    printf '%s\n%s\n' "$others" "$import" >"$root$caddyfile"
    echo "$caddyfile has options of its own: add \"log { exclude http.log.error }\", for the addresses of /ws carry tokens."
  else
    # Debian's example serves its own page at :80, which does no harm beside a domain.
    printf '%s\n' "$import" ${others:+"$others"} >"$root$caddyfile"
  fi
  own /etc/herenow.Caddyfile <<END
# No log of requests: the addresses of /ws carry tokens.
$proxy_options
$1 {
	reverse_proxy 127.0.0.1:$port {
		lb_try_duration 15s
		lb_try_interval 250ms
	}
}
END
}

refuse() {
  echo "$1" >&2
  exit 2
}

install() {
  [ $# = 2 ] || usage
  domain='([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*'
  if [ "$1" != "$(printf '%s' "$1" | tr -d '[:space:]')" ] || ! printf '%s\n' "$1" | LC_ALL=C grep -qxE "$domain"; then
    refuse "The domain must be like herenow.example, not \"$1\"."
  fi
  case $2 in
    # systemd reads a backslash as the beginning of something else.
    *[[:space:]\\]*) mail='' ;;
    smtp://?* | smtps://?*) mail=$2 ;;
    *) mail='' ;;
  esac
  [ -n "$mail" ] || refuse "The mail server must be like smtps://user:password@mail.example."
  need_root
  # The proxy would serve a domain from which the server takes no sockets.
  public=$(setting PUBLIC_URL)
  host=${public#*://}
  if [ -n "$public" ] && [ "${host%%[:/]*}" != "$1" ]; then
    refuse "$config has PUBLIC_URL=$public. To move to $1, change it there first."
  fi
  if [ -z "$root" ]; then
    missing=''
    command -v caddy >/dev/null || missing='caddy'
    ldconfig -p | grep -q libatomic.so.1 || missing="$missing libatomic1"
    # shellcheck disable=SC2086
    [ -z "$missing" ] || apt-get install -qy --no-install-recommends $missing
    id -u herenow >/dev/null 2>&1 || useradd --system --user-group --home-dir $data --shell /usr/sbin/nologin herenow
  fi
  install_release
  mkdir -p "$root$data"
  [ -n "$root" ] || { chown herenow:herenow $data && chmod 750 $data; }
  write_config "$1" "$2"
  port=$(setting PORT)
  port=${port:-3000}
  write_units
  write_command
  write_proxy "$1"
  if services; then
    systemctl daemon-reload
    # Started once: a stop in between would break off the making of the database.
    systemctl enable -q herenow.service
    systemctl restart herenow.service
    systemctl enable -q --now herenow-backup.timer
    systemctl reload-or-restart caddy.service
    wait_until_ready
  fi
  touch "$root$release/ready"
  kept=$(setting MAIL_URL)
  if [ -n "$kept" ] && [ "$kept" != "$2" ]; then
    echo "$config keeps another MAIL_URL than the one you named. Change it there, then run: systemctl restart herenow"
  fi
  echo "Herenow is installed: https://$1 (its configuration: $config)"
}

remove() {
  case $#${1:-} in 0 | 1--data) ;; *) usage ;; esac
  need_root
  if services; then
    systemctl disable -q --now herenow.service herenow-backup.timer 2>/dev/null || true
  fi
  for unit in herenow.service herenow-backup.service herenow-backup.timer; do rm -f "$root$units/$unit"; done
  rm -rf "$root$app" "$root$command" "$root/etc/herenow.Caddyfile"
  if [ -e "$root$caddyfile" ]; then
    sed -i "\\|^$import\$|d" "$root$caddyfile"
  fi
  if services; then
    systemctl daemon-reload
    systemctl reload-or-restart caddy.service 2>/dev/null || true
  fi
  if [ "${1:-}" = --data ]; then
    rm -rf "$root$data" "$root$config"
    if [ -z "$root" ]; then userdel herenow 2>/dev/null || true; fi
    echo 'Herenow and all of its data are gone.'
  else
    echo "Herenow is removed. Its data stay in $data, its configuration in $config."
  fi
}

case ${1:-} in
  install) shift && install "$@" ;;
  remove) shift && remove "$@" ;;
  *) usage ;;
esac
