import type { App } from '~/app'
import { type AppOptions, createApp } from '~/app.server'
import { parseEnv } from '~/env.server'
import type { TestDatabase } from './clone'

/** The program over a test's database, without its web server and without its worker. @param settings further variables */
export const createTestApp = (
  { url }: Pick<TestDatabase, 'url'>,
  { settings = {}, ...more }: { settings?: Record<string, string> } & Partial<AppOptions> = {},
): Promise<App> =>
  createApp({
    env: parseEnv({ NODE_ENV: 'test', SANDBOX: 'off', APP_URL: 'http://localhost:3000', ...settings }),
    databaseUrl: url,
    appSecret: 'x'.repeat(32),
    // Loaded only where it is needed: it imports every job.
    workOnce: async (app) => (await import('~/jobs/worker.server')).workOnce(app),
    ...more,
  })
