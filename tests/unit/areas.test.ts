import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, importsOf, ROOT } from '../support/imports'

/** The areas of `app/models`: each imports only areas above it. */
const MODEL_AREAS = [
  'shared',
  'accounts',
  'notifications',
  'jobs',
  'suppressions',
  'enrollments',
  'mailboxes',
  'personas',
  'contacts',
  'templates',
  'sequences',
  'outbox',
  'tracking',
  'inbox',
  'inbound',
  'retention',
  'imports',
  'leads',
  'workflows',
  'planning',
  'reports',
  'webhooks',
  'onboarding',
  'search',
  'api',
]

/** Folders whose files belong together, with the reason in docs/architecture.md. */
const LARGE_FOLDERS: string[] = []

/** The part of a path that names its folder directly below `layer`; '.' for files of the layer itself. */
function areaOf(layer: string, file: string): string | null {
  if (!file.startsWith(`${layer}/`)) return null
  const [first, ...others] = file.slice(layer.length + 1).split('/')
  return others.length > 0 ? first! : '.'
}

/** The imports between two areas of a layer, types included, as `from -> to`. */
const betweenAreas = (layer: string) =>
  filesBelow(layer)
    .flatMap(importsOf)
    .flatMap(({ file, from }) => {
      const [own, other] = [areaOf(layer, file)!, areaOf(layer, from)]
      return other && own !== other ? [{ own, other, text: `${file} -> ${from}` }] : []
    })

test('each model area imports only areas above it', () => {
  const areas = readdirSync(path.join(ROOT, 'app/models'))
  expect([...areas].sort()).toEqual([...MODEL_AREAS].sort())
  const wrong = betweenAreas('app/models').filter(
    ({ own, other }) => MODEL_AREAS.indexOf(other) > MODEL_AREAS.indexOf(own),
  )
  expect(wrong.map(({ text }) => text)).toEqual([])
})

test.each(['app/components', 'app/routes', 'app/jobs', 'app/providers', 'app/providers/mail'])(
  'the folders of %s have no import cycles',
  (layer) => {
    const edges = betweenAreas(layer)
    const left = new Set(edges.flatMap(({ own, other }) => [own, other]))
    // Takes away, again and again, every folder that imports none of those that are left.
    for (let before = -1; before !== left.size; ) {
      before = left.size
      for (const area of [...left])
        if (!edges.some(({ own, other }) => own === area && left.has(other))) left.delete(area)
    }
    const circular = edges.filter(({ own, other }) => left.has(own) && left.has(other))
    expect(circular.map(({ text }) => text)).toEqual([])
  },
)

test('files have no import cycles, also through types and dynamic imports', () => {
  const files = new Set(filesBelow('app'))
  const fileOf = (name: string) =>
    ['.ts', '.tsx', '/index.ts'].map((ending) => name + ending).find((n) => files.has(n))
  const imports = new Map(
    [...files].map((file) => [file, importsOf(file).flatMap(({ from }) => fileOf(from) ?? [])]),
  )
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, way: string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '))
    if (way.includes(file) || done.has(file)) return
    for (const other of imports.get(file)!) visit(other, [...way, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(circles).toEqual([])
})

test('no folder of app has more than 25 files', () => {
  const counts = new Map<string, number>()
  for (const file of filesBelow('app')) {
    const folder = path.posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const large = [...counts].filter(([folder, count]) => count > 25 && !LARGE_FOLDERS.includes(folder))
  expect(large).toEqual([])
})
