import { createServer } from 'node:http'

/** What Node itself can serve: the pixel and nothing around it. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'image/gif', 'Content-Length': GIF.length })
  response.end(GIF)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ id: 0, value: { port: (server.address() as { port: number }).port } })
})
process.on('disconnect', () => process.exit(0))
