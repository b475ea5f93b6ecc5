import packageJson from '../package.json' with { type: 'json' }

/** The version of this program. */
export const VERSION: string = packageJson.version

/** The oldest version that works on the tables of this one: the release before it, so that processes can be replaced one by one. */
export const OLDEST_BESIDE = '0.1.0'
