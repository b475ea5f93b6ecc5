import express from 'express'
import postgres from 'postgres'

/** Express with the same prepared statements and their rows as JSON, without session and validation. */
const sql = postgres(process.env.DATABASE_URL!, { max: 10, onnotice() {}, connection: { TimeZone: 'UTC' } })
const lists = JSON.parse(process.env.STATEMENTS!) as { query: string; params: never[] }[][]
const app = express()
app.get('/:list', async (request, response) => {
  const rows = []
  for (const { query, params } of lists[Number(request.params.list)]!)
    rows.push([...(await sql.unsafe(query, params, { prepare: true }))])
  response.json(rows)
})
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ id: 0, value: { port: (server.address() as { port: number }).port } })
})
process.on('disconnect', () => process.exit(0))
