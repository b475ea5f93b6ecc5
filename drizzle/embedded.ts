import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fchownSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { binaries, giveTo, type PostgresUser, postgresUser, resolveDataDir } from './postgres-files'

const run = promisify(execFile)
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 5_000

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  url: string
  /** The folder in use; not always the requested one (see resolveDataDir). */
  dataDir: string
  /** It was already running: left by a killed process, or shared with another one. */
  adopted: boolean
  /** Stops it, unless another of our processes still uses it. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  database: string
  /** Further settings of the server, e.g. `['-c', 'fsync=off']`. */
  flags?: string[]
}

/**
 * Starts PostgreSQL in `dataDir`, or adopts the one that runs there. The server is a separate process that outlives a killed parent; its
 * log goes to a file. Several processes may call this at once: one of them starts it.
 * @throws Error with the path of the log if it is not up within a minute
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const who = postgresUser()
  const dataDir = resolveDataDir(options.dataDir, who)
  const bin = binaries(who)
  const cluster = path.join(dataDir, 'postgres')
  const passwordFile = path.join(dataDir, 'postgres.password')
  if (!existsSync(passwordFile)) writeOnce(passwordFile, randomBytes(24).toString('base64url'))
  const password = readFileSync(passwordFile, 'utf8').trim()
  const adopted = await whileLocked(path.join(dataDir, 'starting.lock'), async () => {
    if (!existsSync(path.join(cluster, 'PG_VERSION'))) await initialise(bin, cluster, password, who)
    return bringUp({
      bin,
      cluster,
      password,
      who,
      logFile: path.join(dataDir, 'postgres.log'),
      flags: options.flags ?? [],
    })
  })
  const url = (database: string) => address(readPort(cluster)!, password, database)
  await createDatabase(url('postgres'), options.database)
  return {
    url: url(options.database),
    dataDir,
    adopted,
    stop: async () => {
      try {
        if (readPort(cluster) === null || (await inUse(url('postgres')))) return
        await run(path.join(bin, 'pg_ctl'), ['-D', cluster, 'stop', '-m', 'fast', '-w'], { ...who, cwd: '/' })
      } catch (error) {
        // A system shutdown ends everything at once: the server may end at any moment of this.
        if (!(await isGone(cluster))) throw error
      }
    },
  }
}

const address = (port: number, password: string, database: string) =>
  `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

function writeOnce(file: string, text: string) {
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The fourth line of postmaster.pid (PostgreSQL, "Database File Layout"); null if there is none. */
function readPort(cluster: string): number | null {
  try {
    return Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3]) || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Whether a server that refuses connections has ended, which takes a moment: its pid file is removed last. */
async function isGone(cluster: string): Promise<boolean> {
  for (const deadline = performance.now() + STOP_LIMIT_MS; performance.now() < deadline; await wait(20))
    if (readPort(cluster) === null) return true
  return false
}

async function initialise(bin: string, cluster: string, password: string, who: PostgresUser) {
  const unfinished = `${cluster}.new`
  const passwordFile = path.join(os.tmpdir(), `coldframe-${process.pid}-${randomBytes(6).toString('hex')}`)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' })
  giveTo(who, unfinished, passwordFile)
  try {
    const args = [
      '-D',
      unfinished,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ]
    await run(path.join(bin, 'initdb'), args, { ...who, cwd: '/' })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(unfinished, cluster) // an incomplete cluster is never used
}

interface BringUp {
  bin: string
  cluster: string
  password: string
  who: PostgresUser
  logFile: string
  flags: string[]
}

/** Returns whether a server was already running. */
async function bringUp({ bin, cluster, password, who, logFile, flags }: BringUp): Promise<boolean> {
  const deadline = performance.now() + START_LIMIT_MS
  if (await acceptsQueries(cluster, password)) return true
  while (performance.now() < deadline) {
    const log = openSync(logFile, 'a')
    if (who.uid !== undefined) fchownSync(log, who.uid, who.gid!)
    const port = await freePort()
    const args = [
      '-D',
      cluster,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      // The working set is in memory and disks do not spin: random reads cost little more than sequential ones.
      '-c',
      'random_page_cost=1.1',
      ...flags,
    ]
    const child = spawn(path.join(bin, 'postgres'), args, {
      ...who,
      cwd: '/',
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    child.unref()
    let ended = false
    child.once('exit', () => {
      ended = true
    })
    child.once('error', () => {
      ended = true
    })
    while (!ended && performance.now() < deadline) {
      if (await acceptsQueries(cluster, password)) return false
      await wait(20)
    }
    // A server killed together with its parent may still be ending; another process may have taken the port.
    await wait(200)
    if (await acceptsQueries(cluster, password)) return true
  }
  throw new Error(`PostgreSQL did not start; its log is ${logFile}`)
}

/** Whether the server of this cluster accepts queries. */
async function acceptsQueries(cluster: string, password: string): Promise<boolean> {
  const port = readPort(cluster)
  if (!port) return false
  const sql = postgres(address(port, password, 'postgres'), { max: 1, connect_timeout: 2, onnotice() {} })
  try {
    const [row] = await sql`show data_directory`
    return row?.data_directory === cluster
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Whether another of our processes is still connected: a separate worker, or the one that will stop the server. */
async function inUse(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, onnotice() {} })
  try {
    const found =
      await sql`select 1 from pg_stat_activity where application_name like 'coldframe%' and backend_type = 'client backend'`
    return found.length > 0
  } catch (error) {
    // A server that is shutting down accepts no connections and waits for the existing ones: it may be stopped.
    if ((error as { code?: string }).code === '57P03') return false
    throw error
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function createDatabase(url: string, name: string) {
  const sql = postgres(url, { max: 1, onnotice() {} })
  try {
    const found = await sql`select 1 from pg_database where datname = ${name}`
    if (found.length === 0) await sql`create database ${sql(name)}`
  } catch (error) {
    if ((error as { code?: string }).code !== '42P04') throw error // another process created it just now
  } finally {
    await sql.end()
  }
}

/** Allows one starter at a time; a lock of a dead process is ignored. */
async function whileLocked<T>(file: string, action: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + START_LIMIT_MS
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (!holderLives(file)) rmSync(file, { force: true })
      else if (performance.now() > deadline) throw new Error(`another start holds ${file}`)
      else await wait(50)
    }
  }
  try {
    return await action()
  } finally {
    rmSync(file, { force: true })
  }
}

function holderLives(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    if (!pid || pid === process.pid) return false
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** An arbitrary number: its holder is the web process of this cluster. */
const INSTANCE_LOCK = 4_227_070

/**
 * Makes this the only web process of an embedded cluster for its lifetime: the lock belongs to a connection, so it is released at once
 * when the process ends, however it ends. @throws Error if another process holds it
 */
export async function lockInstance(url: string, dataDir: string): Promise<{ release(): Promise<void> }> {
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice() {},
    connection: { application_name: 'coldframe-instance' },
  })
  // A killed process's connection can take a moment to end.
  for (let attempt = 0; attempt < 20; attempt++) {
    const [row] = await sql`select pg_try_advisory_lock(${INSTANCE_LOCK}) as held`
    if (row?.held) return { release: () => sql.end({ timeout: 1 }) }
    await wait(50)
  }
  await sql.end({ timeout: 1 })
  throw new Error(
    `another Coldframe is running on ${dataDir}; stop it first, or set DATA_DIR to another folder`,
  )
}
