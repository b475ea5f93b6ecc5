import { ListOrdered, Plus } from 'lucide-react'
import { paths } from '~/paths'
import { LinkButton } from '../button'
import { Card } from '../card'
import { EmptyState } from '../empty-state'
import { StepCard, type StepView } from './step-card'

export interface StepsCardProps {
  sequence: { id: string; timezone: string }
  steps: StepView[]
  side: string[]
  /** Names of templates and lists by id. */
  names: Record<string, string>
}

/** The Sequence Steps card. */
export function StepsCard({ sequence, steps, side, names }: StepsCardProps) {
  const add = (label: string) => (
    <LinkButton
      to={paths.newStep(sequence.id)}
      preventScrollReset
      variant={steps.length === 0 ? 'primary' : 'secondary'}
      icon={<Plus aria-hidden="true" />}
    >
      {label}
    </LinkButton>
  )
  const named = (id: string | null) => (id ? names[id] : undefined)
  return (
    <Card title="Sequence Steps" actions={steps.length > 0 && add('Add Step')}>
      {steps.length === 0 ? (
        <EmptyState
          bare
          icon={<ListOrdered />}
          title="No steps yet"
          text="A step sends a mail, waits, or adds the contact to an email list."
          action={add('Add Step')}
        />
      ) : (
        <ol className="space-y-2.5">
          {steps.map((step, index) => (
            <StepCard
              key={step.id}
              {...{ sequence, step, steps, side }}
              templateName={named(step.templateId)}
              personaName={named(step.personaId)}
              position={index + 1}
            />
          ))}
        </ol>
      )}
    </Card>
  )
}
