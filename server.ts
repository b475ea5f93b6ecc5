import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'

type Program = typeof import('./app/operator/program.server')

if (existsSync('.env')) process.loadEnvFile('.env')
const production = process.env.NODE_ENV === 'production'
const workerOnly = process.argv.includes('--worker')

// Collects garbage when the heap has grown by half. On a large machine V8 would let it grow to several times its live size, so a long
// import held twice the memory of a short one.
setFlagsFromString('--heap-growing-percent=50')

const http = createServer()
const dev = production ? null : await (await import('./app/dev-server')).startDevServer(http)
const firstBuild = await (dev
  ? dev.load()
  : (import(path.resolve('build/server/index.js')) as Promise<ServerBuild>))
const program = programOf(firstBuild)

// If asked to stop while starting, finish the start first, so that everything that was opened is closed in order.
let stop: (() => Promise<void>) | null = null
let stopAsked = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    stopAsked = true
    void stop?.()
  })
}
// Without its supervisor (scripts/supervise.mjs) the program would outlive the command that started it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))

await main().catch((error: unknown) => {
  process.stderr.write(`coldframe: ${inOneLine(error)}\n`)
  process.exit((error as { exitCode?: number }).exitCode ?? 1)
})

async function main() {
  const command = program.findCommand(process.argv)
  if (command && 'help' in command) {
    say(command.help)
    process.exit(0)
  }
  const env = program.parseEnv(process.env)
  const embedded = env.databaseUrl
    ? null
    : await program.startEmbeddedPostgres({ dataDir: env.dataDir ?? '.data', database: 'coldframe' })
  try {
    if (!command) return await serve(env, embedded)
    // npm stores the operator's working directory in INIT_CWD.
    const cwd = process.env.INIT_CWD ?? process.cwd()
    await command.run({ ...databaseOf(env, embedded), env, embedded, args: command.args, cwd, say })
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  await embedded?.stop()
  process.exit(0)
}

/** The data folder, and the secret that its data is sealed under. */
function databaseOf(env: Env, embedded: Embedded | null) {
  const dataDir = embedded?.dataDir ?? env.dataDir ?? path.resolve('.data')
  return {
    databaseUrl: env.databaseUrl ?? embedded!.url,
    dataDir,
    appSecret: env.appSecret ?? keptSecret(dataDir),
  }
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

function programOf(build: ServerBuild): Program {
  return (build.entry.module as unknown as { program: Program }).program
}

type Env = ReturnType<Program['parseEnv']>
type Embedded = Awaited<ReturnType<Program['startEmbeddedPostgres']>>

async function serve(env: Env, embedded: Embedded | null) {
  say(`Coldframe ${program.VERSION}`)
  const { databaseUrl, dataDir, appSecret } = databaseOf(env, embedded)
  // Each data folder has one web process and any number of workers.
  const lock = embedded && !workerOnly ? await program.lockInstance(databaseUrl, dataDir) : null
  await program.migrateDatabase(databaseUrl, undefined, say)
  const open = (build: ServerBuild) => openParts(build, { env, databaseUrl, appSecret })
  const parts = await open(firstBuild)
  try {
    await run(parts, { env, embedded, dataDir, lock, open })
  } catch (error) {
    // The embedded PostgreSQL stops only when none of our connections is left.
    await parts.app.close()
    await lock?.release()
    throw error
  }
}

/** The web and the worker of a build, over one App. The worker starts after the web listens: jobs call the simulators. */
async function openParts(build: ServerBuild, options: Omit<Parameters<Program['createApp']>[0], 'workOnce'>) {
  const { createApp, createWeb, startWorker, workOnce } = programOf(build)
  const app = await createApp({ ...options, workOnce })
  const web = workerOnly
    ? null
    : createWeb({
        app,
        build: dev ? dev.load : build,
        ...(dev ? { assets: dev.assets as RequestHandler } : {}),
        ...(production ? { clientDir: path.resolve('build/client') } : {}),
      })
  let worker: Awaited<ReturnType<typeof startWorker>> | null = null
  return {
    build,
    app,
    web,
    async startWorker() {
      // An interrupted fast-forward leaves the clock frozen; from now on time runs again.
      if (!workerOnly) await app.sandbox?.clock.release()
      if (workerOnly || options.env.worker === 'in-process') worker = await startWorker(app)
    },
    stopWorker: async () => worker?.stop(),
    async close() {
      await web?.close()
      await app.close()
    },
  }
}

type Parts = Awaited<ReturnType<typeof openParts>>

interface Running {
  env: Env
  embedded: Embedded | null
  dataDir: string
  lock: Awaited<ReturnType<Program['lockInstance']>> | null
  open: (build: ServerBuild) => Promise<Parts>
}

async function run(parts: Parts, { env, embedded, dataDir, lock, open }: Running) {
  const { app } = parts
  const running = { current: Promise.resolve(parts) }
  // The queue's library leaves unhandled rejections when its database goes away; the worker recovers by itself (worker.server.ts).
  process.on('unhandledRejection', (reason) => {
    if (!app.outage.takes(reason, true)) app.log.error({ err: reason }, 'a rejection was not handled')
    if (!program.isDatabaseAway(reason)) process.exit(1)
  })
  const hold = await program.holdIfMoved(app.db, await app.clock.now())
  if (!workerOnly) {
    http.on('request', async (request, response) => (await running.current).web?.handle(request, response))
    await listen(env)
  }
  await parts.startWorker()
  if (!app.systemMail.available) {
    process.stderr.write('coldframe: SYSTEM_SMTP_URL is not set: password resets cannot be emailed\n')
  }
  if (env.sandboxPublic) {
    process.stderr.write(
      'coldframe: SANDBOX_PUBLIC is on: everyone on the network can read all simulated emails, password resets included\n',
    )
  }
  if (hold?.kind === 'moved')
    say('Sending is held: this database was restored or copied. Run `npm run resume` for details.')
  if (hold?.kind === 'operator')
    say('Sending is held by the operator. `npm run admin -- sending resume` resumes it.')
  // Tells the supervisor before the log: after the ready line, a crash leads to a restart.
  process.send?.('ready')
  const where = embedded ? ` (data in ${dataDir})` : ''
  process.stdout.write(
    workerOnly ? `Coldframe worker is running${where}\n` : `Coldframe is ready: ${env.appUrl}${where}\n`,
  )
  const stopReloading = dev?.reloadOnEdit(running, open)
  let closing = false
  const shutdown = async () => {
    if (closing) return
    closing = true
    await stopReloading?.()
    const { stopWorker, close } = await running.current
    const requests = new Promise((resolve) => http.close(resolve))
    http.closeIdleConnections()
    await stopWorker()
    // Requests in progress get a moment to finish; idle browser connections must not delay the stop.
    setTimeout(() => http.closeAllConnections(), 5_000).unref()
    if (!workerOnly) await requests
    await dev?.close()
    await close()
    await lock?.release()
    await embedded?.stop()
    process.exit(0)
  }
  stop = shutdown
  if (stopAsked) await shutdown()
}

async function listen({ port, host }: Env): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject).listen(port, host, resolve)
  })
}

/** One line for the operator: the innermost cause explains the problem. */
function inOneLine(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause) inner = inner.cause
  if (inner instanceof AggregateError) inner = inner.errors[0]
  if (!(inner instanceof Error)) return String(inner)
  const { code, port, address } = inner as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return `port ${port} is in use: is Coldframe already running? Set PORT to choose another.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'CONNECT_TIMEOUT') {
    return `PostgreSQL cannot be reached (${code}${address ? ` ${address}:${port}` : ''}): check DATABASE_URL`
  }
  if (/^(53|25006|57P)/.test(code ?? '')) return program.describeOutage(inner)
  return inner.message
}

/** The secret of an installation without APP_SECRET: generated once, stored beside its data. */
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
