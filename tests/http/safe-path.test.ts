import { describe, expect, it } from 'vitest'
import { safePath } from '~/http/safe-path.server'

describe('safePath', () => {
  it('keeps a path of this site, with its search and hash', () => {
    expect(safePath('/sequences/1?tab=report#top', '/')).toBe('/sequences/1?tab=report#top')
  })

  it.each([
    ['nothing', null],
    ['a file, not a text', new Blob()],
    ['another site', 'https://elsewhere.example/'],
    ['another site by its host', '//elsewhere.example/'],
    ['a backslash that browsers read as a slash', '/\\elsewhere.example'],
    ['a tab that browsers drop', '/\t/elsewhere.example'],
    ['a line break that browsers drop', '/\n/elsewhere.example'],
    ['a dot that leaves two slashes behind', '/.//elsewhere.example'],
    ['a dot and a backslash', '/./\\elsewhere.example'],
    ['a dot and a tab', '/.\t//elsewhere.example'],
    ['a script', 'javascript:alert(1)'],
    ['a path without its slash', 'sequences'],
  ])('falls back for %s', (_, asked) => {
    expect(safePath(asked, '/home')).toBe('/home')
  })
})
