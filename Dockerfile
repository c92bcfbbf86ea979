# One image for every process of an installation: it serves, and with `npm run worker` it does the jobs.
FROM node:24-bookworm-slim
RUN mkdir /app /data && chown node:node /app /data
USER node
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN npm install --no-audit --no-fund
COPY --chown=node:node . .
RUN npm run build
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/v1/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm in between, which would keep the signal to end for itself.
CMD ["node", "scripts/start.mjs"]
