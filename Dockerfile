# One image for every process of an installation: it serves, does the jobs with `scripts/run.mjs worker`, and migrates with
# `scripts/migrate.mjs apply`. Everything is built in the first stage; the second has no compiler and writes to /data and /tmp only.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build && sh ops/prune-image.sh

FROM node:24.21.0-bookworm-slim
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
  && mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=build /app ./
USER node
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 NEXT_TELEMETRY_DISABLED=1
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/v1/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "--heap-growing-percent=50"]
CMD ["scripts/start.mjs"]
