import type { Network } from './connect'

/**
 * A network whose calls join a lookup of the same name that is running. Each lookup of the system's resolver occupies one of the few
 * threads of the process until it ends, even after its caller has given up: a dead name server must not occupy them all.
 */
export function shareLookups(network: Network): Network {
  const running = new Map<string, Promise<string[]>>()
  return {
    ...network,
    resolve(name) {
      const lookup = running.get(name) ?? network.resolve(name).finally(() => running.delete(name))
      running.set(name, lookup)
      return lookup
    },
  }
}
