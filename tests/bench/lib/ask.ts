import http from 'node:http'

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

/** Requests a path once and reads the whole response. @returns its duration in milliseconds */
export function ask(port: number, path: string, cookie = ''): Promise<number> {
  const since = performance.now()
  return new Promise((resolve, reject) => {
    const request = http.get(
      { port, host: '127.0.0.1', path, agent, headers: cookie ? { cookie } : {} },
      (answer) => {
        answer.resume()
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(performance.now() - since)
          else reject(new Error(`${path}: ${answer.statusCode}`))
        })
      },
    )
    request.on('error', reject)
  })
}
