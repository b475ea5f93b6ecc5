import path from 'node:path'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

const here = import.meta.dirname

export default defineConfig({
  plugins: [
    remix({
      appDirectory: here,
      buildDirectory: path.join(here, 'build'),
      ignoredRouteFiles: ['**/*'],
      routes: async (defineRoutes) => defineRoutes((route) => route('/', 'index.tsx', { index: true })),
      future: { v3_singleFetch: true, v3_lazyRouteDiscovery: true },
    }),
  ],
  build: { target: 'es2022' },
})
