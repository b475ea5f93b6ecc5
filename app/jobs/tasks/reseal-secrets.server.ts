import type { JobContext } from '~/jobs/queue/context'
import { resealAll } from '~/models/accounts/reseal.server'

/** After a change of APP_SECRET: seals everything anew while the program works. */
export async function runResealSecrets({ app, signal }: JobContext): Promise<void> {
  const sealed = await resealAll(app.db, app.secrets, signal)
  if (!signal.aborted)
    app.log.info({ sealed }, 'everything is sealed under APP_SECRET: APP_SECRET_PREVIOUS may be removed')
}
