import { Outlet, useLoaderData } from '@remix-run/react'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { KeysCard, SecurityCard } from '~/components/settings/api-keys'
import { SettingsHead } from '~/components/settings/settings-tabs'
import { page } from '~/http/page.server'
import { listKeys } from '~/models/accounts/keys/keys.server'
import { listSecurityEvents } from '~/models/accounts/keys/security-log.server'
import { formatDay, formatMoment } from '~/models/shared/format-time'
import { paths } from '~/paths'

/** Events of the security log on the screen. */
const EVENTS = 50

export const meta = titled('API keys')

export const loader = page(async ({ db, userId, user }) => {
  const keys = await listKeys(db, userId)
  const events = await listSecurityEvents(db, userId, EVENTS)
  const dayOf = (at: Date | null) => at && formatDay(at, user.timezone)
  return {
    keys: keys.map(({ sequenceIds, personaIds, lastUsedAt, expiresAt, ...key }) => ({
      ...key,
      isLimited: sequenceIds !== null || personaIds !== null,
      lastUsed: lastUsedAt && formatMoment(lastUsedAt, user.timezone),
      expires: dayOf(expiresAt),
    })),
    events: events.map(({ lastAt, ...event }) => ({
      ...event,
      at: lastAt.toISOString(),
      when: formatMoment(lastAt, user.timezone),
    })),
  }
})

/** Keys with which other programs use the account, and the security log. */
export default function ApiKeys() {
  const { keys, events } = useLoaderData<typeof loader>()
  return (
    <>
      <SettingsHead />
      <div className="max-w-3xl space-y-4">
        <KeysCard keys={keys} />
        <SecurityCard events={events} />
      </div>
      <Outlet />
    </>
  )
}

export const ErrorBoundary = () => (
  <RouteError back={{ to: paths.apiKeys(), label: 'Back to the API keys' }} />
)
