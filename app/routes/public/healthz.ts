/** The process is up; does not check the database (see readyz). */
export const loader = () => Response.json({ ok: true })
