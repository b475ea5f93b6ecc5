import type { MetaFunction } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { titleOf } from '~/components/meta'
import { ListsCard } from '~/components/sequences/lists-card'
import { PeopleCard } from '~/components/sequences/people-card'
import { SequenceError } from '~/components/sequences/sequence-error'
import { SequenceHeader } from '~/components/sequences/sequence-header'
import { SettingsForm } from '~/components/sequences/settings-form'
import { StepsCard } from '~/components/sequences/steps-card'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { formatMoment } from '~/models/format-time'
import { linksLeadSomewhere } from '~/models/link-reach.server'
import { listMailboxes } from '~/models/mailbox.server'
import { getSequence } from '~/models/sequence.server'
import { summarizePeople } from '~/models/sequence-people.server'
import { listLinkedPersonas } from '~/models/sequence-run.server'
import { notesOnSenders } from '~/models/sequence-senders'
import { SequenceSettings } from '~/models/sequence-settings'
import { saveSettings, startDay } from '~/models/sequence-settings.server'
import { listSteps } from '~/models/step.server'
import { listNamesOf, listSideSteps } from '~/models/step-graph.server'
import { paths } from '~/paths'

export const meta: MetaFunction<typeof loader> = ({ data }) => titleOf(data?.sequence.name ?? 'Sequence')

export const loader = page(async ({ app, db, userId, user, params }) => {
  const id = params.id!
  const sequence = await getSequence(db, userId, id)
  const [steps, side, names, lists, mailboxes, people] = await Promise.all([
    listSteps(db, userId, id),
    listSideSteps(db, userId, id),
    listNamesOf(db, userId, id),
    listLinkedPersonas(db, userId, id),
    listMailboxes(db, userId),
    summarizePeople(db, userId, id),
  ])
  const usable = mailboxes.filter((box) => box.status !== 'disconnected')
  return {
    sequence: { ...sequence, startDay: startDay(sequence) },
    steps,
    side,
    names,
    lists: lists.map((list) => ({ id: list.id, name: list.name, contactCount: list.contactCount })),
    mailboxes: usable.map(({ id: boxId, email, status, isDefault, aliasOptions }) => ({
      ...{ id: boxId, email, status, isDefault },
      aliases: aliasOptions
        .filter((alias) => alias.verificationStatus === 'accepted' && !alias.isPrimary)
        .map((alias) => alias.sendAsEmail),
    })),
    people,
    nextDue: people.nextDueAt && formatMoment(people.nextDueAt, user.timezone),
    todo: [
      ...notesOnSenders(
        sequence,
        usable.map((box) => ({ ...box, linksLead: linksLeadSomewhere(app.env, box) })),
      ),
      ...(lists.length === 0 && people.total === 0
        ? ['No email list is linked: nobody will be enrolled.']
        : []),
      ...(steps.length === 0 ? ['There are no steps: nothing will be sent.'] : []),
    ],
  }
})

export const action = formAction(SequenceSettings, async (settings, { app, db, userId, params }) => {
  const id = params.id!
  await saveSettings(db, userId, id, settings, await app.clock.now())
  return redirectWithToast(app, paths.sequence(id), {
    kind: 'success',
    title: 'Sequence updated successfully',
  })
})

/** The Detail tab: configuration, steps, lists and people of a sequence. */
export default function SequenceDetail() {
  const { sequence, steps, side, names, lists, mailboxes, people, nextDue, todo } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <SequenceHeader sequence={sequence} stepCount={steps.length} tab="detail" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <StepsCard sequence={sequence} steps={steps} side={side} names={names} />
        <div className="min-w-0 space-y-4 lg:row-span-2">
          <PeopleCard status={sequence.status} people={people} nextDue={nextDue} todo={todo} />
          <ListsCard sequenceId={sequence.id} lists={lists} />
        </div>
        <SettingsForm key={sequence.id} sequence={sequence} mailboxes={mailboxes} answer={answer} />
      </div>
      <Outlet />
    </>
  )
}

export const ErrorBoundary = SequenceError
