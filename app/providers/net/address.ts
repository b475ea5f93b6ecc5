import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import { NetRefusal } from './refusal'

/**
 * Whether an address is a host on the public internet. Private, loopback, link-local, carrier-grade NAT, multicast, reserved,
 * documentation, IPv4-mapped, translation and unassigned addresses are not. Sources: IANA's special-purpose registries (RFC 6890) and
 * RFC 4291 for 2000::/3.
 */
export function isPublicAddress(address: string): boolean {
  // Only the usual notation: the library also reads 0177.0.0.1 and 2130706433.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0]! & 0xe0) === 0x20
}

/**
 * A host as a user entered it: a name to resolve, or an address. Notations that resolvers would read as an address in another base
 * (0177.0.0.1, 0x7f.1, 2130706433) are refused.
 * @throws NetRefusal
 */
export function readHost(written: string): { host: string; isAddress: boolean } {
  const bare = written
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare)) return { host: bare, isAddress: true }
  // The conversion drops some of these characters and stops at others.
  if (/[\s\p{Cc}/\\@?#:%]/u.test(bare)) throw notAHost(written)
  const host = domainToASCII(bare).replace(/\.$/, '')
  const labels = host.split('.')
  const isName =
    host.length <= 253 && labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  if (!isName || isIP(host)) throw notAHost(written)
  // A last label that is a number makes the host an address in some notation (WHATWG URL, "ends in a number").
  if (/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1)!)) throw notAHost(written)
  return { host, isAddress: false }
}

const notAHost = (written: string) =>
  new NetRefusal('forbidden', `"${written.trim().slice(0, 100)}" is not a host name or address`)
