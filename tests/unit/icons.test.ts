import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawSprite } from '../../scripts/icons'

test('the sprite holds every icon that a component uses (npm run icons)', () => {
  expect(readFileSync('app/components/ui/icons.svg', 'utf8')).toBe(drawSprite())
})
