import { type TestAPI, test } from 'vitest'
import { sweeping } from './sizes'

const leaveOut = () => () => {}

/** Registers a test in the sweep alone (tests/support/sizes.ts). */
export const inSweep = sweeping ? test : (Object.assign(leaveOut, { each: leaveOut }) as unknown as TestAPI)
