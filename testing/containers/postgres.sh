# As much of the official image's start as compose.full.yaml asks for.
set -e
programs=$(echo /usr/lib/postgresql/*/bin)
data=/var/lib/postgresql/data
as_postgres() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
if [ ! -s "$data/PG_VERSION" ]; then
  mkdir -p "$data"
  chown -R postgres /var/lib/postgresql
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  chmod 644 /tmp/password
  as_postgres "$programs/initdb" -D "$data" -U "$POSTGRES_USER" -E UTF8 -A scram-sha-256 --pwfile /tmp/password
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "CREATE DATABASE \"$POSTGRES_DB\"" | as_postgres "$programs/postgres" --single -D "$data" postgres
fi
exec setpriv --reuid postgres --regid postgres --init-groups \
  "$programs/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp
