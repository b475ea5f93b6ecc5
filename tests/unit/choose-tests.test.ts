import { expect, test } from 'vitest'
import { chooseTests } from '../../scripts/choose-tests'

/** A small checkout: two areas, the program that has them, and tests of every kind. */
const CHECKOUT = new Map([
  ['.ci/run', ''],
  ['README.md', ''],
  ['docs/spec.md', ''],
  ['package.json', ''],
  ['patches/driver.patch', ''],
  [
    'vitest.config.ts',
    "const APART = ['tests/unit/style.test.ts', 'tests/faults/**/*.test.ts']; './tests/support/setup.ts'",
  ],
  ['server.ts', "import('./app/operator/program.server')"],
  ['app/operator/program.server.ts', "export * from '~/jobs/worker.server'"],
  ['app/jobs/worker.server.ts', "import { plan } from '~/engine'"],
  ['app/engine/index.ts', ''],
  ['app/root.tsx', ''],
  [
    'app/routes.js',
    "'routes/notes/list.tsx'; 'routes/lists/home.tsx'; 'routes/api/notes/one.ts'; 'routes/layout.tsx'",
  ],
  ['app/routes/layout.tsx', ''],
  ['app/routes/notes/list.tsx', "import { Row } from '~/components/row'"],
  ['app/routes/lists/home.tsx', ''],
  ['app/routes/api/notes/one.ts', ''],
  ['app/components/row.tsx', "import picture from './row.svg?url'"],
  ['app/components/row.svg', ''],
  ['tests/support/setup.ts', ''],
  ['tests/support/launch.ts', "spawn('node', ['build/server.js'])"],
  ['tests/support/notes.ts', "page.goto('/notes/new')"],
  ['tests/engine/plan.test.ts', "import { plan } from '~/engine'"],
  ['tests/faults/kill.test.ts', "import { launch } from '../support/launch'"],
  // Left out below, unless it was changed itself.
  ['tests/faults/flood.sweep.test.ts', "import { launch } from '../support/launch'"],
  ['tests/unit/style.test.ts', "readdirSync('app')"],
  ['tests/unit/spec.test.ts', "path.resolve(import.meta.dirname, '../..'); 'docs/spec.md'"],
  ['tests/api/lists/names.test.ts', "import '../../support/launch'; get('/lists')"],
  [
    'tests/api/lists/notes.test.ts',
    "import '../../support/launch'; expect(url).toMatch(/\\/api\\/notes\\/\\d/)",
  ],
  ['tests/e2e/notes/edit.spec.ts', "import '../../support/launch'"],
  ['tests/e2e/lists/helped.spec.ts', "import '../../support/launch'; import '../../support/notes'"],
  ['tests/e2e/shell/screens.spec.ts', "import '../../support/launch'"],
])
const ROUTES = [
  { path: '/notes/:id', file: 'routes/notes/list.tsx' },
  { path: '/lists', file: 'routes/lists/home.tsx' },
  { path: '/api/notes/:id', file: 'routes/api/notes/one.ts' },
]
const STARTING = [
  'tests/api/lists/names.test.ts',
  'tests/api/lists/notes.test.ts',
  'tests/e2e/lists/helped.spec.ts',
  'tests/e2e/notes/edit.spec.ts',
  'tests/e2e/shell/screens.spec.ts',
  'tests/faults/kill.test.ts',
]
const choose = (...changed: string[]) => chooseTests(changed, CHECKOUT, ROUTES).tests

test.each([
  ['a test runs itself', 'tests/engine/plan.test.ts', ['tests/engine/plan.test.ts']],
  ['so does one of the sweep', 'tests/faults/flood.sweep.test.ts', ['tests/faults/flood.sweep.test.ts']],
  ['a document runs the tests that read it', 'docs/spec.md', ['tests/unit/spec.test.ts']],
  ['a document that no test reads runs none', 'README.md', []],
  ['a helper runs the tests that import it', 'tests/support/notes.ts', ['tests/e2e/lists/helped.spec.ts']],
  [
    'code that always runs: every test that starts the program',
    'app/engine/index.ts',
    [...STARTING, 'tests/engine/plan.test.ts', 'tests/unit/style.test.ts'],
  ],
  [
    'the route table runs every test that starts the program',
    'app/routes.js',
    [...STARTING, 'tests/unit/style.test.ts'],
  ],
  ['a layout without an address too', 'app/routes/layout.tsx', [...STARTING, 'tests/unit/style.test.ts']],
  [
    'what only some routes show: tests of their area, of their addresses and of all screens',
    'app/components/row.svg',
    [
      'tests/api/lists/notes.test.ts',
      'tests/e2e/lists/helped.spec.ts',
      'tests/e2e/notes/edit.spec.ts',
      'tests/e2e/shell/screens.spec.ts',
      'tests/unit/style.test.ts',
    ],
  ],
  [
    'a call of the API: tests of its area, those that call it and those of all screens',
    'app/routes/api/notes/one.ts',
    [
      'tests/api/lists/notes.test.ts',
      'tests/e2e/notes/edit.spec.ts',
      'tests/e2e/shell/screens.spec.ts',
      'tests/unit/style.test.ts',
    ],
  ],
])('%s', (_, file, tests) => {
  expect(choose(file)).toEqual([...tests].sort())
})

test('several changes run the tests of each', () => {
  expect(choose('docs/spec.md', 'tests/support/notes.ts')).toEqual([
    'tests/e2e/lists/helped.spec.ts',
    'tests/unit/spec.test.ts',
  ])
})

test.each(['package.json', 'patches/driver.patch', 'tests/support/setup.ts', '.ci/run'])(
  '%s runs all tests, and the reason says so',
  (file) => {
    const { tests, why } = chooseTests(['docs/spec.md', file], CHECKOUT, ROUTES)
    expect([tests, why]).toEqual(['all', [expect.stringMatching(`^all: .*${file}`)]])
  },
)

test('only tests that start the program need a build', () => {
  const needsBuild = (file: string) => chooseTests([file], CHECKOUT, ROUTES).needsBuild
  expect(['docs/spec.md', 'tests/engine/plan.test.ts', 'app/engine/index.ts'].map(needsBuild)).toEqual([
    false,
    false,
    true,
  ])
})
