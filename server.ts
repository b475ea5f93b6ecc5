import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'

type Program = typeof import('./app/program.server')

if (existsSync('.env')) process.loadEnvFile('.env')
const production = process.env.NODE_ENV === 'production'
const workerOnly = process.argv.includes('--worker')

const http = createServer()
const vite = production
  ? null
  : await (await import('vite')).createServer({ server: { middlewareMode: true, hmr: { server: http } } })
// Vite's own handler would end the process before we have finished our requests.
if (vite) process.removeAllListeners('SIGTERM')
const loadBuild = () =>
  (vite
    ? vite.ssrLoadModule('virtual:remix/server-build')
    : import(path.resolve('build/server/index.js'))) as Promise<ServerBuild>
const firstBuild = await loadBuild()
const { program } = firstBuild.entry.module as unknown as { program: Program }

await main().catch((error: unknown) => {
  process.stderr.write(`coldframe: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})

async function main() {
  const env = program.parseEnv(process.env)
  const embedded = env.databaseUrl
    ? null
    : await program.startEmbeddedPostgres({ dataDir: env.dataDir ?? '.data', database: 'coldframe' })
  const databaseUrl = env.databaseUrl ?? embedded!.url
  const dataDir = embedded?.dataDir ?? env.dataDir ?? path.resolve('.data')
  await program.migrateDatabase(databaseUrl)
  const app = await program.createApp({ env, databaseUrl, appSecret: env.appSecret ?? keptSecret(dataDir) })
  const assets = vite?.middlewares as RequestHandler | undefined
  const web = program.createWeb({
    app,
    build: vite ? loadBuild : firstBuild,
    assets,
    clientDir: production ? path.resolve('build/client') : undefined,
  })
  http.on('request', web)
  // A fast-forward that was cut off stands where it was; from now on time runs again.
  if (!workerOnly) await app.sandbox?.clock.release()
  const worker = workerOnly || env.worker === 'in-process' ? await program.startWorker(app) : null
  if (workerOnly) process.stdout.write('Coldframe worker is running\n')
  if (!workerOnly) {
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject).listen(env.port, env.host, resolve)
    })
    process.stdout.write(`Coldframe is ready: ${env.appUrl}${embedded ? ` (data in ${dataDir})` : ''}\n`)
  }
  let closing = false
  const shutdown = async () => {
    if (closing) return
    closing = true
    http.close()
    http.closeIdleConnections()
    await vite?.close()
    await worker?.stop()
    await app.close()
    await embedded?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', shutdown)
  process.on('SIGINT', shutdown)
}

/** The secret of an installation that was given none: made once, kept beside its data. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'app.secret')
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) {
    try {
      writeFileSync(file, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}
