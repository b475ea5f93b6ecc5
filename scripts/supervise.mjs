import { spawn } from 'node:child_process'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** After this long, a crash counts as unrelated to the previous one. */
const STABLE_MS = 60_000

/**
 * Runs a server as a child process and restarts it after a crash, with growing pauses. A server that ends before it was ready is not
 * restarted: its settings are wrong, or its port is taken. SIGTERM, SIGINT and the end of the parent npm process end both.
 * @param {string} file the server's script; it sends the message "ready" once it is
 * @param {string[]} args
 * @param {number} parent the parent process, read before anything else, because it may end during a build
 */
export function supervise(file, args, parent = process.ppid) {
  let child
  let restart = null
  let everReady = false
  let stopping = false
  let pause = FIRST_PAUSE_MS

  const start = () => {
    const startedAt = performance.now()
    restart = null
    child = spawn(process.execPath, [file, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    child.on('message', (message) => {
      if (message !== 'ready') return
      everReady = true
      if (stopping) child.kill('SIGTERM')
    })
    child.on('exit', (code, signal) => {
      if (stopping || code === 0 || !everReady) process.exit(code ?? 1)
      if (performance.now() - startedAt > STABLE_MS) pause = FIRST_PAUSE_MS
      const how = signal ?? `code ${code}`
      process.stderr.write(`coldframe: the server crashed (${how}); restarting in ${pause / 1000} s\n`)
      restart = setTimeout(start, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    })
  }

  const stop = () => {
    if (stopping) return
    stopping = true
    if (!restart) return void child.kill('SIGTERM')
    // A crashed server leaves its PostgreSQL running: the server starts once more, to shut down in order.
    clearTimeout(restart)
    start()
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)
  // npm passes SIGTERM only to its shell, which ends without telling us; then our parent process changes.
  if (process.env.npm_lifecycle_event) {
    if (process.ppid !== parent) process.exit(0)
    setInterval(() => process.ppid === parent || stop(), 500).unref()
  }
  start()
}
