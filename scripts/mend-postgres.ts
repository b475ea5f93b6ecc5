import type { Plugin } from 'vite'

/**
 * What postgres 3.4.9, the latest release, does wrong when a connection ends, and the text that mends it. Each change
 * has its test in tests/faults/driver.test.ts.
 */
const CHANGES: Record<string, [from: string, to: string][]> = {
  connection: [
    // It writes from a timer, to a socket that may be gone by then: nobody can catch that, and the process ends
    // (porsager/postgres#1154, #1208). The query fails instead.
    [
      `    const x = socket.write(chunk, fn)
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    return x
  }
`,
      `    const x = chunk
    forgetWrites()
    if (socket) return socket.write(x, fn)
    error(Errors.connection('CONNECTION_CLOSED', options, socket))
    return false
  }

  function forgetWrites() {
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
  }
`,
    ],
    // It stops the timer but keeps it: what the next connection of this place writes waits for it for ever, behind what
    // was left unwritten.
    [
      `    clearImmediate(nextWriteTimer)
    if (socket) {
`,
      `    forgetWrites()
    if (socket) {
`,
    ],
    [
      `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
`,
      `    forgetWrites()
    socket.removeListener('data', data)
`,
    ],
    // The query and the failure of the connection that ended are taken for the next one's.
    [
      `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
      `    if (query || sent.length) error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    result = new Result()
`,
    ],
    // Rows of a COPY may pause the socket; when their end was already read with them, nobody resumes it, and the
    // statement never ends.
    [
      `    stream && stream.push(null)
    stream = null
`,
      `    stream && stream.push(null)
    stream = null
    socket.resume()
`,
    ],
  ],
  // A transaction goes on with its statements on the next connection of its place: in none, or in somebody else's.
  index: [
    [
      `      , connection
      , prepare = null
`,
      `      , connection
      , lost = null
      , prepare = null
`,
    ],
    [
      `connection.onclose = reject)
`,
      `connection.onclose = (error) => reject(lost = error))
`,
    ],
    [
      `        q.catch(e => uncaughtError || (uncaughtError = e))
`,
      `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost) return q.reject(lost)
`,
    ],
  ],
}

/** Mends the driver where it is bundled: in the server's build, and in tests. A text that is no longer there fails. */
export const mendPostgres: Plugin = {
  name: 'mend-postgres',
  enforce: 'pre',
  transform(code, id) {
    const file = /node_modules\/postgres\/src\/(connection|index)\.js/.exec(id)?.[1]
    if (!file) return null
    let mended = code
    for (const [from, to] of CHANGES[file]!) {
      if (mended.split(from).length !== 2)
        throw new Error('postgres has changed: see scripts/mend-postgres.ts')
      mended = mended.replace(from, () => to)
    }
    return { code: mended, map: null }
  },
}
