import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titleOf } from '~/components/page/meta'
import { SequenceError } from '~/components/sequences/sequence-error'
import { SequenceHeader } from '~/components/sequences/sequence-header'
import { SettingsForm } from '~/components/sequences/settings/settings-form'
import { page } from '~/http/page.server'
import { listMailboxes } from '~/models/mailboxes/mailbox.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { SequenceSettings } from '~/models/sequences/settings'
import { countSteps } from '~/models/sequences/step.server'
import { paths } from '~/paths'
import { loadSettings, settingsAction } from './settings-action'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleOf(data ? `${data.sequence.name}: Settings` : 'Settings')

export const loader = page(async ({ db, userId, params }) => {
  const sequence = await getSequence(db, userId, params.id!)
  const [mailboxes, counts] = await Promise.all([
    listMailboxes(db, userId),
    countSteps(db, userId, [sequence.id]),
  ])
  return {
    sequence,
    loaded: loadSettings(SequenceSettings, sequence),
    stepCount: counts.get(sequence.id) ?? 0,
    mailboxes: mailboxes
      .filter((box) => box.status !== 'disconnected')
      .map(({ id, email, status, isDefault, canRead, aliasOptions }) => ({
        ...{ id, email, status, isDefault, canRead },
        aliases: aliasOptions
          .filter((alias) => alias.verificationStatus === 'accepted' && !alias.isPrimary)
          .map((alias) => alias.sendAsEmail),
      })),
  }
})

export const action = settingsAction(SequenceSettings, paths.sequenceSettings)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to update sequence')

/** The Settings tab: every setting of a sequence in one form. */
export default function SequenceSettingsTab() {
  const { sequence, loaded, stepCount, mailboxes } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  return (
    <>
      <SequenceHeader sequence={sequence} stepCount={stepCount} tab="settings" />
      <SettingsForm key={sequence.id} {...{ sequence, loaded, mailboxes, response }} />
    </>
  )
}

export const ErrorBoundary = SequenceError
