import { Braces } from '~/components/ui/icons'
import { Menu, MenuChoice } from '~/components/ui/menu'
import { CONTACT_VARIABLES, STANDARD_VARIABLES, UNSUBSCRIBE_VARIABLE } from '~/models/contacts/variables'

/** The variables that every template can use, with their meaning. */
const VARIABLES: readonly { name: string; what: string }[] = [...CONTACT_VARIABLES, UNSUBSCRIBE_VARIABLE]

const all = (columns: string[]) => [
  ...VARIABLES,
  ...columns
    .filter((name) => !STANDARD_VARIABLES.includes(name))
    .map((name) => ({ name, what: 'your column' })),
]

/** The name of a variable in words: First name. Columns of imports keep their own. */
export function variableLabel(name: string): string {
  const what = VARIABLES.find((variable) => variable.name === name)?.what ?? name
  return what[0]!.toUpperCase() + what.slice(1)
}

/** All variables with their meaning. @param columns the user's own columns */
export const variableChoices = (columns: string[]) => all(columns)

/** All variables that a user can insert: the standard ones, and the columns of their imports. */
export const variableNames = (columns: string[]) => all(columns).map(({ name }) => name)

/** The variables that a template can use. */
export function VariableList({ columns = [] }: { columns?: string[] }) {
  return (
    <div className="text-sm">
      <p className="mb-1.5 text-xs text-muted">
        Set a default for values that a contact may lack:{' '}
        <code className="font-mono break-words text-ink">{'{{first_name | default: "there"}}'}</code>
      </p>
      <ul className="flex flex-wrap gap-1.5">
        {all(columns).map(({ name, what }) => (
          <li key={name} className="rounded-md border border-line bg-sunken px-2 py-0.5 text-xs">
            <code className="font-mono break-all">{`{{${name}}}`}</code>{' '}
            <span className="text-muted">{what}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface VariableMenuProps {
  columns: string[]
  insert(text: string): void
  /** For an email that the user writes to one contact: no unsubscribe link; small, below the text. */
  written?: boolean
}

/** Inserts a variable at the last cursor position. Needs scripts; without them the list of names can be copied from. */
export function VariableMenu({ columns, insert, written }: VariableMenuProps) {
  const offered = all(columns).filter(({ name }) => !written || name !== 'unsubscribe_url')
  return (
    <Menu
      label="Insert variable"
      variant={written ? 'ghost' : 'secondary'}
      {...(written ? { align: 'start', side: 'top', square: true } : {})}
      trigger={
        <>
          <Braces aria-hidden="true" /> {!written && 'Insert variable'}
        </>
      }
    >
      {offered.map(({ name, what }) => (
        <MenuChoice key={name} onClick={() => insert(`{{${name}}}`)}>
          <code className="font-mono text-xs">{name}</code>
          <span className="ml-auto pl-3 text-xs text-muted">{what}</span>
        </MenuChoice>
      ))}
    </Menu>
  )
}
