export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>

export interface Account {
  id: string
  cookie: string
  /** A call that must succeed; sends FormData unchanged, everything else as JSON. */
  call: Call
}

/** A new user of a server, and how to talk to it as them. */
export async function openAccount(base: string, email: string): Promise<Account> {
  let cookie = ''
  const call: Call = async (method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(base + path, {
      method,
      headers: {
        origin: 'https://bench.example',
        cookie,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    cookie ||= response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    return (await response.json()) as never
  }
  const person = { email, password: 'correct horse battery', fullName: 'Reader' }
  const { id } = await call<{ id: string }>('POST', '/api/auth/register', person)
  return { id, cookie, call }
}
