import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/** The records of each name; a name without an entry does not exist. */
export type Zone = Record<string, { txt?: string[]; mx?: string[]; a?: string[] }>

const TXT = 16
const MX = 15
const A = 1
const NO_SUCH_NAME = 3

/** A name server over UDP (RFC 1035) for the names of a zone; with `silent` it never responds. */
export async function startNameServer(
  zone: Zone,
  silent = false,
): Promise<{ address: string; close(): void }> {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    if (!silent) socket.send(respond(query, zone), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, close: () => void socket.close() }
}

function respond(query: Buffer, zone: Zone): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at++]!; length > 0; length = query[at++]!) {
    labels.push(query.toString('latin1', at, at + length))
    at += length
  }
  const type = query.readUInt16BE(at)
  const question = query.subarray(12, at + 4)
  const found = zone[labels.join('.').toLowerCase()]
  const records =
    {
      [TXT]: (found?.txt ?? []).map(txtData),
      [MX]: (found?.mx ?? []).map(mxData),
      [A]: (found?.a ?? []).map((address) => Buffer.from(address.split('.').map(Number))),
    }[type] ?? []
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (found ? 0 : NO_SUCH_NAME), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  const answers = records.map((data) => {
    const head = Buffer.alloc(12)
    head.writeUInt16BE(0xc00c, 0) // the name of the question
    head.writeUInt16BE(type, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt32BE(60, 6)
    head.writeUInt16BE(data.length, 10)
    return Buffer.concat([head, data])
  })
  return Buffer.concat([header, question, ...answers])
}

/** A text in pieces of at most 255 bytes. */
function txtData(text: string): Buffer {
  const pieces: Buffer[] = []
  for (let from = 0; from < text.length; from += 255) {
    const piece = Buffer.from(text.slice(from, from + 255))
    pieces.push(Buffer.from([piece.length]), piece)
  }
  return Buffer.concat(pieces)
}

const mxData = (name: string): Buffer =>
  Buffer.concat([
    Buffer.from([0, 10]),
    ...(name ? name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])) : []),
    Buffer.from([0]),
  ])
