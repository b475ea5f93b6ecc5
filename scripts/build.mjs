// Builds the client, the server bundle and server.ts into build/, then records the sources it was built from.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { STAMP, sourceStamp } from './source-stamp.mjs'

const stamp = sourceStamp()
// A build that fails or is interrupted must not pass for a complete one.
rmSync(STAMP, { force: true })
const vite = spawnSync('npx', ['--no-install', 'remix', 'vite:build'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
if (vite.status !== 0) process.exit(vite.status ?? 1)
await build({
  // The others are threads of the first.
  entryPoints: {
    server: 'server.ts',
    'mail-thread': 'app/models/templates/thread/mail-thread.server.ts',
    'sheet-thread': 'app/models/imports/sheet/sheet-thread.server.ts',
  },
  outdir: 'build',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
})
writeFileSync(STAMP, stamp)
