/**
 * How much a run tries: `npm test` takes samples, and `npm run test:all` adds what only sweeps find (CONTRIBUTING.md). A test file that
 * names this module runs again in the sweep, at its larger size; a file named `*.sweep.test.ts` runs only there (vitest.config.ts).
 */

const takesHours = process.env.FAULTS === 'full'

/** Whether this run sweeps. */
export const sweeping = takesHours || Boolean(process.env.SWEEP)

/**
 * A size for each kind of run.
 * @param small in `npm test`
 * @param swept in `npm run test:all`
 * @param most in `npm run test:faults`
 */
export const bySize = <T>(small: T, swept: T, most: T): T => (takesHours ? most : sweeping ? swept : small)

/** The number of random cases of a property: in `npm test` a tenth of `all`, and at least 10. */
export const caseCount = (all: number): number => (sweeping ? all : Math.max(10, Math.ceil(all / 10)))
