import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawSprite } from '../../scripts/icons'

test('the sprite contains every icon in use (npm run icons)', () => {
  expect(readFileSync('app/components/ui/icons.svg', 'utf8')).toBe(drawSprite())
})
