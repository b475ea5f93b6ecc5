import AxeBuilder from '@axe-core/playwright'
import { sweeping } from '../support/sizes'
import { expect, type Page } from './support'

const SCHEMES = ['light', 'dark'] as const

/**
 * What axe finds on a page, or in a part of it. Frames are pages of their own. Legacy mode reports on this page itself; the other mode
 * opens a second page for each report, for the sake of frames.
 */
export async function violations(page: Page, part?: string) {
  const axe = new AxeBuilder({ page })
    .exclude('iframe')
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
  return (await (part ? axe.include(part) : axe).analyze()).violations
}

/** A part of a page passes axe in light colors, and in the sweep in dark ones: tag its test with @sized. */
export async function passAxe(page: Page, part?: string) {
  for (const colorScheme of SCHEMES.slice(0, sweeping ? 2 : 1)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violations(page, part)).toEqual([])
  }
}
