import { Resolver } from 'node:dns/promises'

/** The name or record type does not exist: that is a result, unlike a timeout. */
const NONE = new Set(['ENOTFOUND', 'ENODATA'])

/** Records of a name: an empty list if there are none, null if no server answered. */
export interface Lookup {
  /** Each record as one text: long ones are split into strings (RFC 7208, section 3.3). */
  txt(name: string): Promise<string[] | null>
  /** Names of mail servers, the preferred one first; the empty name is a null MX (RFC 7505). */
  mx(name: string): Promise<string[] | null>
  /** IP addresses of both kinds. */
  addresses(name: string): Promise<string[] | null>
}

/** A lookup whose calls together may take at most `ms`; after that they fail. */
export function lookupWithin(lookup: Lookup, ms: number): Lookup {
  const over = new Promise<null>((resolve) => setTimeout(resolve, ms, null).unref())
  return {
    txt: (name) => Promise.race([over, lookup.txt(name)]),
    mx: (name) => Promise.race([over, lookup.mx(name)]),
    addresses: (name) => Promise.race([over, lookup.addresses(name)]),
  }
}

/** @param server address of a resolver, with a port if it is not 53; default: the system's resolver */
export function createLookup(server?: string, timeoutMs = 3000): Lookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (server) resolver.setServers([server])
  const ask = async <T>(work: () => Promise<T[]>): Promise<T[] | null> => {
    try {
      return await work()
    } catch (error) {
      return NONE.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null
    }
  }
  return {
    txt: (name) => ask(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    mx: (name) =>
      ask(async () =>
        (await resolver.resolveMx(name))
          .sort((a, b) => a.priority - b.priority)
          .map(({ exchange }) => exchange),
      ),
    addresses: async (name) => {
      const found = await Promise.all([
        ask(() => resolver.resolve4(name)),
        ask(() => resolver.resolve6(name)),
      ])
      const all = found.flatMap((list) => list ?? [])
      return all.length === 0 && found.includes(null) ? null : all
    },
  }
}
