/** The process is up; says nothing of the database (see readyz). */
export const loader = () => Response.json({ ok: true })
