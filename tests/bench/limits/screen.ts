import express from 'express'
import pg from 'pg'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Statement } from '../lib/statements'

/**
 * What a screen costs without its program: its statements one after the other on a connection, and as many elements of React as it has,
 * without properties or components. P10 compares a screen of ours with it.
 */
const { DATABASE_URL, STATEMENTS, ELEMENTS } = process.env
const statements = (JSON.parse(STATEMENTS!) as Statement[]).map((one, n) => ({ name: `s${n}`, ...one }))
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
const app = express()
app.get('/', async (_request, response) => {
  const client = await pool.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    client.release()
  }
  const elements = Array.from({ length: Number(ELEMENTS) }, (_, n) => createElement('p', { key: n }, 'Text'))
  response.type('html').send(`<!doctype html>${renderToString(createElement('html', null, elements))}`)
})
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ id: 0, value: { port: (server.address() as { port: number }).port } })
})
process.on('disconnect', () => process.exit(0))
