import type { JobContext } from '~/jobs/queue/context'
import { resealAll } from '~/models/accounts/reseal.server'

/** After a change of APP_SECRET: reseals everything while the program runs. */
export async function runResealSecrets({ app, signal }: JobContext): Promise<void> {
  const sealed = await resealAll(app.db, app.secrets, signal)
  if (!signal.aborted)
    app.log.info({ sealed }, 'all secrets are sealed under APP_SECRET: APP_SECRET_PREVIOUS can be removed')
}
