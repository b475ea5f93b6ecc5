import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../../package.json'
import { ROOT } from '../support/imports'

/** A module's name in quotes, alone or before a path inside it. */
const names = (text: string): Set<string> =>
  new Set([...text.matchAll(/['"]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[\w./-]*)?['"]/g)].map(([, name]) => name!))

test('every direct dependency is imported, called by a script, or the types of one that is', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js', '*.css'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const imported = names(
    files
      .trim()
      .split('\n')
      .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
      .join('\n'),
  )
  const scripts = Object.values(packageJson.scripts).join(' ')
  const called = (name: string) => scripts.includes(name.replace(/^@(\w+)js\/\1$/, '$1'))
  const isUsed = (name: string): boolean =>
    imported.has(name) ||
    called(name) ||
    (name.startsWith('@types/') && (name === '@types/node' || isUsed(name.slice('@types/'.length))))
  const direct = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies })
  expect(direct.filter((name) => !isUsed(name))).toEqual([])
})
