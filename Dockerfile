# Any Debian with Node 26 or newer and npm; its glibc and Node are what the programs below run on.
ARG BASE=docker.io/library/node:26-bookworm-slim

FROM ${BASE} AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.npm node scripts/setup.mjs scripts/production.ts /app --without-node

FROM ${BASE}
# The embedded PostgreSQL needs a user that has a name, and does not work for root. A bare user id is in the group 0.
RUN (id -u 1000 >/dev/null 2>&1 || useradd --uid 1000 --user-group --no-create-home herenow) \
  && mkdir /data && chown 1000:0 /data && chmod 770 /data
COPY --from=build /app /app
WORKDIR /app
USER 1000:1000
# The compiled modules lie with the data: all else of the container may be read-only.
ENV NODE_ENV=production DATA_DIR=/data NODE_COMPILE_CACHE=/data/compiled MALLOC_ARENA_MAX=2
VOLUME /data
EXPOSE 3000
# Lets what runs finish; 30 seconds are enough.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
