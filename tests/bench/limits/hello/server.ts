import path from 'node:path'
import { createRequestHandler } from '@remix-run/express'
import express from 'express'

/** Serves the built hello as Remix's own template does. */
const build = await import(path.join(import.meta.dirname, 'build/server/index.js'))
const app = express()
app.use(express.static(path.join(import.meta.dirname, 'build/client')))
app.all('*', createRequestHandler({ build, mode: 'production' }))
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ id: 0, value: { port: (server.address() as { port: number }).port } })
})
process.on('disconnect', () => process.exit(0))
