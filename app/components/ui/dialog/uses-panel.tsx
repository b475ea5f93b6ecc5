import { Link } from '@remix-run/react'
import { useId } from 'react'
import { type ContactsChoice, isInUse, type Named, type Uses, usesInWords } from '~/models/shared/uses/uses'
import { paths } from '~/paths'
import { Choice, Choices } from './choice'

/** What may become of the contacts in progress; the first is the default. */
export type UsesChoices = readonly { value: ContactsChoice; label: string; means: string }[]

/** Of an email list that is deleted or unlinked. */
export const MEMBER_CHOICES: UsesChoices = [
  { value: 'goOn', label: 'Go on', means: 'They stay in the sequence and get its next emails.' },
  { value: 'hold', label: 'Hold', means: 'They are paused in the sequence until you resume them.' },
  { value: 'stop', label: 'Stop', means: 'They leave the sequence. Their scheduled emails are not sent.' },
]

/** Of a template that is deleted. */
export const TEMPLATE_CHOICES: UsesChoices = [
  { value: 'hold', label: 'Hold', means: 'They wait until the step has another template.' },
  { value: 'stop', label: 'Stop', means: 'They leave the sequence. Their scheduled emails are not sent.' },
]

interface UsesPanelProps {
  uses: Uses
  choices?: UsesChoices
}

/** The fields of a form that deletes or unlinks something: what is in use, the choices, and the confirmation. Nothing if it is not in use. */
export function UsesPanel({ uses, choices = [] }: UsesPanelProps) {
  if (!isInUse(uses)) return null
  const {
    contacts,
    sequences,
    sequenceCount,
    workflows,
    workflowCount,
    steps,
    templates = [],
    views = [],
    lists = [],
  } = uses
  return (
    <div className="space-y-3 text-sm">
      <input type="hidden" name="force" value="true" />
      {/* Announced when it appears in a dialog that is open: the thing has come into use meanwhile. */}
      <div role="status" className="rounded-md border border-line bg-sunken px-3 py-2.5">
        <h3 className="font-medium">In use</h3>
        <p className="text-muted">{usesInWords(uses)}</p>
        <Names label="Sequences" named={sequences} total={sequenceCount} to={paths.sequence} />
        <Names label="Workflows" named={workflows} total={workflowCount} to={paths.workflow} />
        <Names label="Templates" named={templates} total={templates.length} to={paths.templatePreview} />
        <Names label="Views" named={views} total={views.length} />
        <Names label="Dynamic lists" named={lists} total={lists.length} to={paths.persona} />
        <Names label="Steps" named={steps} total={steps.length} />
      </div>
      {contacts > 0 && choices.length > 0 && (
        <Choices legend={contacts === 1 ? 'The contact in progress' : 'The contacts in progress'}>
          {choices.map(({ value, label, means }, index) => (
            <Choice key={value} name="contacts" value={value} label={label} isChosen={index === 0}>
              {means}
            </Choice>
          ))}
        </Choices>
      )}
    </div>
  )
}

interface NamesProps {
  label: string
  named: readonly Named[]
  total: number
  to?: (id: string) => string
}

/** Names with links, and how many more there are. */
function Names({ label, named, total, to }: NamesProps) {
  const id = useId()
  if (named.length === 0) return null
  const more = total - named.length
  return (
    <div className="mt-1.5">
      <p id={id} className="text-xs text-muted">
        {label}
      </p>
      <ul aria-labelledby={id}>
        {named.map((named) => (
          <li key={named.id} className="break-words">
            {to ? (
              <Link to={to(named.id)} className="rounded-sm underline hover:no-underline">
                {named.name}
              </Link>
            ) : (
              named.name
            )}
          </li>
        ))}
        {more > 0 && <li className="text-muted">and {more.toLocaleString('en-US')} more</li>}
      </ul>
    </div>
  )
}
