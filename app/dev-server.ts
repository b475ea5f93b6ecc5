import type { Server } from 'node:http'
import path from 'node:path'
import type { ServerBuild } from '@remix-run/node'

/** Edits within this time lead to one reload: editors save several files at once. */
const QUIET_MS = 200
/** Where the program's code is. Other files of the checkout may change all the time, such as the data of PostgreSQL. */
const CODE = /^(app|drizzle)\//

/** The running program (server.ts), as far as a reload handles it. */
export interface Replaceable {
  build: ServerBuild
  startWorker(): Promise<void>
  stopWorker(): Promise<void>
  close(): Promise<void>
}

/** Vite, which loads the program in development. Production never loads this file. */
export async function startDevServer(http: Server) {
  // A static import would become one of the whole bundle.
  const { createServer, normalizePath } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: http } } })
  // Vite's own handler would end the process before our requests have finished.
  process.removeAllListeners('SIGTERM')
  const load = () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>

  /**
   * Replaces what runs when its code changes; routes and components need no more than Vite. If the new code does not load or does not
   * start, the old code goes on.
   * @returns a function that ends this, after a reload that has begun
   */
  function reloadOnEdit<T extends Replaceable>(
    running: { current: Promise<T> },
    open: (build: ServerBuild) => Promise<T>,
  ): () => Promise<void> {
    const start = async (build: ServerBuild) => {
      const parts = await open(build)
      try {
        await parts.startWorker()
      } catch (error) {
        await parts.close()
        throw error
      }
      return parts
    }
    const replace = async (old: T, build: ServerBuild) => {
      await old.close()
      try {
        const parts = await start(build)
        process.stdout.write('Coldframe runs the new code\n')
        return parts
      } catch (error) {
        report('the new code does not start; the old code goes on', error)
        return start(old.build)
      }
    }
    const reload = async () => {
      const build = await load()
      const old = await running.current
      if (isSameProgram(build, old.build)) return
      // The web goes on meanwhile: running jobs call the simulators.
      await old.stopWorker()
      // From here on, requests wait.
      running.current = replace(old, build)
      await running.current
    }
    let timer: NodeJS.Timeout | undefined
    let reloading = Promise.resolve()
    const onEdit = (_event: string, file: string) => {
      if (!CODE.test(path.relative(vite.config.root, file))) return
      // Vite does this too, but perhaps after our reload.
      vite.environments.ssr.moduleGraph.onFileChange(normalizePath(file))
      clearTimeout(timer)
      timer = setTimeout(() => {
        reloading = reloading
          .then(reload)
          .catch((error: unknown) => report('the new code does not load; the old code goes on', error))
      }, QUIET_MS)
    }
    vite.watcher.on('all', onEdit)
    return async () => {
      vite.watcher.off('all', onEdit)
      clearTimeout(timer)
      await reloading
    }
  }

  return { assets: vite.middlewares, load, reloadOnEdit, close: () => vite.close() }
}

/** Whether both builds share what server.ts starts: Vite evaluates a module again if anything that it imports has changed. */
function isSameProgram(serverBuild: ServerBuild, other: ServerBuild): boolean {
  const programOf = ({ entry }: ServerBuild) =>
    (entry.module as unknown as { program: Record<string, unknown> }).program
  const [a, b] = [programOf(serverBuild), programOf(other)]
  return Object.keys(a).every((name) => a[name] === b[name])
}

function report(what: string, error: unknown): void {
  process.stderr.write(`coldframe: ${what}: ${error instanceof Error ? error.stack : String(error)}\n`)
}
