import type { MetaFunction } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData, useMatches } from '@remix-run/react'
import clsx from 'clsx'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titleOf } from '~/components/page/meta'
import { ChecksCard } from '~/components/sequences/checks-card'
import { useIsCanvas, useView } from '~/components/sequences/flow/use-view'
import { ListsCard } from '~/components/sequences/lists-card'
import { PeopleCard } from '~/components/sequences/people/people-card'
import { SequencePicture } from '~/components/sequences/picture'
import { SequenceError } from '~/components/sequences/sequence-error'
import { SequenceHeader } from '~/components/sequences/sequence-header'
import { ConfigurationCard } from '~/components/sequences/settings/configuration-card'
import { StepsCard } from '~/components/sequences/steps-card'
import { Card } from '~/components/ui/card'
import { Columns } from '~/components/ui/list/columns'
import { toAppError } from '~/http/errors.server'
import { type PageCall, page } from '~/http/page.server'
import { findEnrollmentJob } from '~/models/enrollments/job.server'
import { checkReadiness } from '~/models/planning/readiness.server'
import { drawSequence } from '~/models/sequences/counts.server'
import { listTexts } from '~/models/sequences/flow/texts.server'
import { summarizeEnrollments } from '~/models/sequences/members/people.server'
import { listLinkedPersonas } from '~/models/sequences/run.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { SequenceDraft } from '~/models/sequences/settings'
import { listSteps } from '~/models/sequences/step.server'
import { listTriggers, listUsedNames } from '~/models/sequences/step-graph.server'
import { formatMoment } from '~/models/shared/format-time'
import { CANVAS, paths } from '~/paths'
import { loadSettings, settingsAction } from './settings-action'

export const meta: MetaFunction<typeof loader> = ({ data }) => titleOf(data?.sequence.name ?? 'Sequence')

export const loader = page(async ({ app, db, userId, user, params, url }) => {
  const id = params.id!
  const sequence = await getSequence(db, userId, id)
  const now = await app.clock.now()
  const [steps, names, triggers, lists, people, enrolling, drawing, findings, texts] = await Promise.all([
    listSteps(db, userId, id),
    listUsedNames(db, userId, id),
    listTriggers(db, userId, id),
    listLinkedPersonas(db, userId, id).catch((error: unknown) => withoutLists(app, error)),
    summarizeEnrollments(db, userId, id),
    findEnrollmentJob(db, userId, id),
    drawSequence(db, userId, id),
    checkReadiness(db, userId, id, null, app.env, now),
    url.searchParams.get('view') === CANVAS ? listTexts(db, userId, id) : null,
  ])
  return {
    sequence,
    loaded: loadSettings(SequenceDraft, sequence),
    steps,
    names,
    triggers,
    lists: lists?.map((list) => ({ id: list.id, name: list.name, contactCount: list.contactCount })) ?? null,
    people,
    enrolling,
    nextDue: people.nextDueAt && formatMoment(people.nextDueAt, user.timezone),
    drawing,
    findings,
    texts,
  }
})

/** If the linked lists cannot be read, only their card fails; refusals are rethrown. */
function withoutLists(app: PageCall['app'], error: unknown): null {
  if (toAppError(error)) throw error
  app.log.error({ err: error }, 'linked email lists could not be read')
  return null
}

export const action = settingsAction(SequenceDraft, paths.sequence)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to update sequence')

/** The Detail tab: configuration, steps, lists and contacts of a sequence. */
export default function SequenceDetail() {
  const {
    sequence,
    loaded,
    steps,
    names,
    triggers,
    lists,
    people,
    enrolling,
    nextDue,
    drawing,
    findings,
    texts,
  } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const edit = useMatches().find(({ id }) => id === 'routes/sequences/steps/edit')
  const editing = edit?.params.stepId ?? null
  const { view } = useView()
  const isCanvas = useIsCanvas()
  return (
    <>
      <SequenceHeader sequence={sequence} stepCount={steps.length} tab="detail" />
      <Columns className="@2xl:grid-cols-[minmax(0,1fr)_20rem] @2xl:grid-rows-[auto_1fr]">
        <div className={clsx('min-w-0', view && '@2xl:col-span-2')}>
          <StepsCard
            {...{ sequence, steps, names, triggers, editing, texts }}
            counts={drawing.counts}
            panel={<Outlet />}
          />
        </div>
        <div
          className={clsx(
            'min-w-0 space-y-4 @2xl:col-start-2',
            view ? '@2xl:row-start-2' : '@2xl:row-span-2',
          )}
        >
          {(sequence.status === 'draft' || findings.length > 0) && (
            <ChecksCard sequenceId={sequence.id} findings={findings} started={sequence.status !== 'draft'} />
          )}
          {drawing.picture.nodes.length > 0 && !isCanvas && (
            <Card title="Overview" className={view ? '[@media(scripting:enabled)]:hidden' : undefined}>
              <SequencePicture {...drawing} hrefOf={(id) => `#step-${id}`} />
            </Card>
          )}
          <PeopleCard status={sequence.status} {...{ people, enrolling, nextDue }} />
          <ListsCard
            sequenceId={sequence.id}
            lists={lists}
            launchable={steps.length > 0 && sequence.status !== 'running'}
          />
        </div>
        <div className={clsx('min-w-0 @2xl:col-start-1', view && '@2xl:row-start-2')}>
          <ConfigurationCard key={sequence.id} {...{ sequence, loaded, response }} />
        </div>
      </Columns>
      {!view && !editing && <Outlet />}
      {view && !isCanvas && !editing && (
        <noscript>
          <Outlet />
        </noscript>
      )}
    </>
  )
}

export const ErrorBoundary = SequenceError
