import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The first of the programs that is on the path or in one of these folders, or null. */
export function findProgram(names, folders = []) {
  for (const name of names) {
    for (const folder of [...(process.env.PATH ?? '').split(path.delimiter), ...folders]) {
      const at = path.join(folder, name)
      if (folder && existsSync(at)) return at
    }
  }
  return null
}

/** Installs Debian packages, where that is possible: as root, with apt-get. */
export function installPackages(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-q'], options)
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options)
}

/**
 * Makes sure that programs are there, each named like its Debian package.
 * @param purpose what they are for, as the message says if they are missing
 */
export function requirePrograms(names, purpose) {
  const missing = () => names.filter((name) => !findProgram([name], ['/usr/bin', '/usr/sbin']))
  if (missing().length > 0) installPackages(missing())
  if (missing().length > 0) throw new Error(`${purpose}: install ${missing().join(' and ')}`)
}
