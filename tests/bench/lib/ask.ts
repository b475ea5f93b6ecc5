import http from 'node:http'

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

/** Requests a path once, or sends it a PATCH with a body, and reads the whole response. @returns its duration in milliseconds */
export function ask(port: number, path: string, cookie = '', body?: object): Promise<number> {
  const headers = {
    ...(cookie ? { cookie } : {}),
    ...(body ? { origin: 'https://bench.example', 'content-type': 'application/json' } : {}),
  }
  const method = body ? 'PATCH' : 'GET'
  const since = performance.now()
  return new Promise((resolve, reject) => {
    const request = http.request({ method, port, host: '127.0.0.1', path, agent, headers }, (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - since)
        else reject(new Error(`${path}: ${response.statusCode}`))
      })
    })
    request.on('error', reject)
    request.end(body && JSON.stringify(body))
  })
}
