import { VERSION } from '~/version'

/** The process is up, and its version; does not check the database (see readyz). */
export const loader = () => Response.json({ ok: true, version: VERSION })
