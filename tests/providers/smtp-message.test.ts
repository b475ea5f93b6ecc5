import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MessageStream } from '~/providers/mail/smtp/message'

async function read(raw: Buffer) {
  const reads: boolean[] = []
  const chunks: Buffer[] = []
  const stream = new MessageStream(raw, (isEnd) => reads.push(isEnd))
  const before = [...reads]
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return { before, reads, whole: Buffer.concat(chunks) }
}

it('streams all bytes once, only when read, and reports the end', async () => {
  const sizes = fc.oneof(
    fc.constantFrom(0, 1, 65_535, 65_536, 65_537, 131_072),
    fc.integer({ min: 0, max: 300_000 }),
  )
  await fc.assert(
    fc.asyncProperty(sizes, async (size) => {
      const raw = Buffer.alloc(size, 'abcdefg')
      const { before, reads, whole } = await read(raw)
      expect(before).toEqual([])
      expect(whole.equals(raw)).toBe(true)
      expect(reads.indexOf(true)).toBe(reads.length - 1)
      expect(reads).toHaveLength(Math.max(1, Math.ceil(size / 65_536)))
    }),
    { numRuns: 40 },
  )
})
