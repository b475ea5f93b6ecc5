/** All that `server.ts` starts: re-exported by entry.server.tsx, so that the whole program is one bundle. */
export { lockInstance, startEmbeddedPostgres } from '#drizzle/embedded'
export { migrateDatabase } from '#drizzle/migrate'
export { createApp } from './app.server'
export { isDatabaseAway } from './db.server'
export { EnvError, parseEnv } from './env.server'
export { createWeb } from './http/web.server'
export { startWorker } from './jobs/worker.server'
