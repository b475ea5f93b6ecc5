import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, importsOf, ROOT } from '../support/imports'

/** The folder table of the design: what each folder may import, besides itself and app/*.ts. */
const RULES: Record<string, { may: RegExp; types?: RegExp }> = {
  'app/routes': {
    may: /^app\/(http|models|components|routes)\/|^drizzle\/schema\/(enums|sandbox)$/,
    types: /./,
  },
  'app/routes/sandbox': {
    may: /^app\/(http|models|components|routes|simulators|jobs)\/|^drizzle\/schema\/(enums|sandbox)$/,
    types: /./,
  },
  'app/http': { may: /^app\/(http|models)\/|^app\/components\/page\/(nonce|root-data)/, types: /./ },
  'app/models': {
    may: /^app\/(models|engine|emails)\/|^app\/jobs\/queue\/enqueue|^app\/providers\/|^drizzle\/schema/,
    types: /./,
  },
  'app/engine': { may: /^app\/engine\//, types: /^app\/engine\// },
  'app/jobs': { may: /^app\/(jobs|models|engine|providers|emails)\//, types: /./ },
  'app/providers': { may: /^app\/providers\//, types: /./ },
  'app/simulators': { may: /^app\/(simulators|providers)\/|^drizzle\/schema\/sandbox/, types: /./ },
  'app/components': { may: /^app\/(components|models)\//, types: /./ },
  'app/operator': { may: /^app\/(operator|http|models|jobs)\/|^drizzle\/[\w-]+$/ },
  'app/emails': { may: /^app\/(emails)\//, types: /./ },
}

const SHARED = /^app\/[\w.-]+$/

test.each(Object.entries(RULES))('%s imports only what the folder table allows', (folder, { may, types }) => {
  const files = filesBelow(folder).filter(
    (file) => folder !== 'app/routes' || !file.startsWith('app/routes/sandbox/'),
  )
  const wrong = files.flatMap(importsOf).filter(({ from, typeOnly }) => {
    const own = /^(app|drizzle|tests|scripts)\//.test(from)
    return own && !may.test(from) && !SHARED.test(from) && !(typeOnly && types?.test(from))
  })
  expect(wrong.map(({ file, from }) => `${file} -> ${from}`)).toEqual([])
})

test('components and browser-safe models import no server code', () => {
  const files = [
    ...filesBelow('app/components'),
    ...filesBelow('app/models').filter((file) => !/\.server\.tsx?$/.test(file)),
  ]
  const wrong = files
    .flatMap(importsOf)
    .filter(
      ({ from, typeOnly }) =>
        !typeOnly && (/\.server$/.test(from) || /^(node:|drizzle-orm|postgres|pg$)/.test(from)),
    )
  expect(wrong.map(({ file, from }) => `${file} -> ${from}`)).toEqual([])
})

test('the engine imports only the time-zone library', () => {
  const wrong = filesBelow('app/engine')
    .flatMap(importsOf)
    .filter(({ from }) => !/^app\/engine\/|^temporal-polyfill$/.test(from))
  expect(wrong.map(({ file, from }) => `${file} -> ${from}`)).toEqual([])
  for (const file of filesBelow('app/engine')) {
    expect([
      file,
      /Date\.now\(|new Date\(\)|Math\.random|process\./.test(readFileSync(path.join(ROOT, file), 'utf8')),
    ]).toEqual([file, false])
  }
})

/** The second writes programs for readers of the reference. */
const READS_ENV = ['app/env.server.ts', 'app/http/api/examples/typescript.ts']

test('time comes from the clock and settings from env.server.ts', () => {
  for (const file of filesBelow('app')) {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    if (file !== 'app/clock.server.ts')
      expect([file, /Date\.now\(|new Date\(\)/.test(text)]).toEqual([file, false])
    if (!READS_ENV.includes(file)) expect([file, /process\.env/.test(text)]).toEqual([file, false])
  }
})

test('routes reach the database only through models', () => {
  const wrong = filesBelow('app/routes')
    .flatMap(importsOf)
    .filter(({ from, typeOnly }) => !typeOnly && /^(drizzle-orm|postgres|pg)\b|db\.server$/.test(from))
  expect(wrong.map(({ file, from }) => `${file} -> ${from}`)).toEqual([])
})
