import { describe, expect, test } from 'vitest'
import { readForm } from '~/http/body.server'
import { boundaryOf, createLimit } from '~/http/multipart'
import { readUpload } from '~/http/upload.server'

const request = (type: string, body: string) =>
  new Request('http://localhost/', { method: 'POST', headers: { 'content-type': type }, body })
const part = (name: string, value: string, more = '') =>
  `--the-boundary\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const END = '--the-boundary--\r\n'
const TYPE = 'multipart/form-data; boundary=the-boundary'

const upload = (type: string, body: string) =>
  readUpload(request(type, body), 'file', 20_000_000, async ({ bytes }) => {
    let size = 0
    for await (const chunk of bytes) size += chunk.byteLength
    return size
  })

describe('the boundary of a form', () => {
  test.each([
    ['multipart/form-data; boundary=a-b', 'a-b'],
    ['multipart/form-data; boundary="a b"', 'a b'],
    ['multipart/form-data; charset=utf-8; BOUNDARY=a', 'a'],
    ['multipart/form-data; boundary=', null],
    ['multipart/form-data; boundary=""', null],
    ['multipart/form-data; boundary="a "', null],
    [`multipart/form-data; boundary=${'a'.repeat(71)}`, null],
    ['multipart/form-data; boundary="a\\"b"', null],
    ['multipart/form-data', null],
  ])('of %s is %s', (type, boundary) => expect(boundaryOf(type)).toBe(boundary))

  test('is the one whose parts were counted', async () => {
    const type = 'multipart/form-data; other="; boundary=zzz"; boundary=the-boundary'
    await expect(readForm(request(type, part('name', 'a') + END))).rejects.toMatchObject({ code: 'INVALID' })
  })
})

test('a separator that is split between chunks is counted', () => {
  const hasMore = createLimit('--x', 2)
  expect(['--', 'x-', '-x', '-', '-', 'x'].map((text) => hasMore(Buffer.from(text)))).toEqual([
    ...Array(5).fill(false),
    true,
  ])
})

test('an upload has a file and text fields', async () => {
  const body = part('seen', 'yes') + part('file', 'a,b', '; filename="a.csv"') + END
  expect(await upload(TYPE, body)).toEqual({ file: 3, fields: new Map([['seen', 'yes']]), otherFiles: [] })
})

test.each([
  ['an upload with 100,000 parts', TYPE, part('a', 'b').repeat(100_000) + END],
  [
    'an upload with parts that are empty',
    'multipart/form-data; boundary=x',
    '--x\r\n\r\n\r\n'.repeat(100_000),
  ],
  ['an upload with an empty boundary', 'multipart/form-data; boundary=', '--\r\n'.repeat(100_000)],
])('refuses %s without parsing it', async (_, type, body) => {
  const before = process.cpuUsage()
  await expect(upload(type, body)).rejects.toMatchObject({ code: 'INVALID' })
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(400)
})

test('refuses a field with 200,000 headers', async () => {
  const body = part('name', 'a', `\r\n${'a:b\r\n'.repeat(200_000)}`.trimEnd()) + END
  await expect(readForm(request(TYPE, body))).rejects.toMatchObject({ code: 'INVALID' })
})

test('reads fields with long values and a file', async () => {
  const long = '\r\n'.repeat(50_000)
  const form = await readForm(
    request(TYPE, part('name', long) + part('empty', '') + part('file', 'x', '; filename="a.csv"') + END),
  )
  expect([form.get('name'), form.get('empty')]).toEqual([long, ''])
})

test('a million pluses take no longer to read than a million spaces', async () => {
  const cost = async (text: string) => {
    const times: number[] = []
    for (let run = 0; run < 3; run += 1) {
      const before = process.cpuUsage()
      const form = await readForm(
        request('application/x-www-form-urlencoded', `name=${text.repeat(1_900_000)}`),
      )
      const { user, system } = process.cpuUsage(before)
      times.push(user + system)
      expect(String(form.get('name'))).toBe(' '.repeat(1_900_000))
    }
    return Math.min(...times)
  }
  await cost(' ')
  expect(await cost('+')).toBeLessThan(3 * (await cost(' ')))
})

test('pluses are spaces, encoded pluses stay', async () => {
  const form = await readForm(request('application/x-www-form-urlencoded', 'a=b+c%2Bd'))
  expect(form.get('a')).toBe('b c+d')
})
