import { Form, Outlet } from '@remix-run/react'
import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { Badge } from '~/components/ui/badge'
import { Button, LinkButton } from '~/components/ui/button'
import { ArrowDown, ArrowUp, Clock, ListPlus, Mail, Pencil, Trash2 } from '~/components/ui/icons'
import { followingOf } from '~/models/sequences/flow/insert'
import { targetOf } from '~/models/sequences/flow/links'
import { paths } from '~/paths'
import { InsertLink } from './flow/insert-link'
import { useView } from './flow/use-view'
import { StepFacts } from './step-facts'
import type { StepCardProps, StepView } from './step-view'
import { TYPE_LABELS } from './step-words'

const icons = { send_email: Mail, wait: Clock, add_to_persona: ListPlus }

/** One step: its description, or its form in edit mode. */
export function StepCard({
  sequence,
  step,
  steps,
  names,
  triggers,
  moment,
  position,
  editing,
  handle,
  lifted,
}: StepCardProps) {
  const Icon = icons[step.stepType]
  const following = followingOf(step)
  useReturn(`edit-${step.id}`, editing)
  return (
    <li
      id={`step-${step.id}`}
      className={clsx(
        'relative scroll-mt-4 min-w-0 rounded-lg border bg-surface',
        lifted ? 'z-10 border-accent shadow-pop select-none' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3.5 pt-3">
        {handle}
        <span className="grid size-8 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-ink">
          <Icon className="size-4" aria-hidden="true" />
        </span>
        <div className="min-w-0 grow basis-28">
          <h3 className="text-sm font-semibold break-words">
            <span className="text-muted">{position}.</span> {step.name}
          </h3>
          <p className="flex flex-wrap items-center gap-1.5 text-xs text-muted">
            {TYPE_LABELS[step.stepType]}
            {step.branchOnly && <Badge>Branch only</Badge>}
          </p>
        </div>
        <StepButtons
          sequenceId={sequence.id}
          step={step}
          first={position === 1}
          last={position === steps.length}
          editing={editing}
        />
      </div>
      <div className="px-3.5 pt-2.5 pb-3 text-sm">
        {editing ? <Outlet /> : <StepFacts {...{ sequence, step, steps, names, triggers, moment }} />}
      </div>
      {!lifted && following.length > 0 && (
        <InsertLink
          sequenceId={sequence.id}
          way={{
            ...{ from: step.id, branches: following, days: 0 },
            to: targetOf(step, following[0]!, steps)?.id ?? null,
          }}
          nameOf={(id) => steps.find((other) => other.id === id)?.name}
          className="absolute top-full left-1/2 mt-0.5 -translate-x-1/2"
        />
      )}
    </li>
  )
}

/** When edit mode ends, the focus returns to the link that started it. */
function useReturn(id: string, editing: boolean) {
  const was = useRef(editing)
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body
    if (was.current && !editing && lost) document.getElementById(id)?.focus({ preventScroll: true })
    was.current = editing
  }, [id, editing])
}

interface StepButtonsProps {
  sequenceId: string
  step: StepView
  first: boolean
  last: boolean
  editing: boolean
}

function StepButtons({ sequenceId, step, first, last, editing }: StepButtonsProps) {
  const { inView } = useView()
  return (
    <div className="ml-auto flex items-center">
      {!editing && (
        <>
          <Form
            method="post"
            action={inView(paths.moveStep(sequenceId, step.id))}
            preventScrollReset
            className="flex"
          >
            <Button
              {...{
                name: 'direction',
                value: 'up',
                variant: 'ghost',
                size: 'sm',
                square: true,
                disabled: first,
              }}
              aria-label={`Move ${step.name} up`}
              icon={<ArrowUp aria-hidden="true" />}
            />
            <Button
              {...{
                name: 'direction',
                value: 'down',
                variant: 'ghost',
                size: 'sm',
                square: true,
                disabled: last,
              }}
              aria-label={`Move ${step.name} down`}
              icon={<ArrowDown aria-hidden="true" />}
            />
          </Form>
          <LinkButton
            {...{
              variant: 'ghost',
              size: 'sm',
              to: inView(`${paths.editStep(sequenceId, step.id)}#step-${step.id}`),
            }}
            id={`edit-${step.id}`}
            preventScrollReset
            icon={<Pencil aria-hidden="true" />}
          >
            Edit
          </LinkButton>
        </>
      )}
      <LinkButton
        {...{ variant: 'ghost', size: 'sm', square: true, to: inView(paths.deleteStep(sequenceId, step.id)) }}
        preventScrollReset
        aria-label="Delete step"
        title="Delete step"
        icon={<Trash2 aria-hidden="true" />}
      />
    </div>
  )
}
