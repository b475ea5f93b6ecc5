import { Pencil, Trash2 } from '~/components/ui/icons'
import { LinkButton } from '../button'

/** A row's links to its Edit and Delete dialogs. */
export const RowActs = ({ name, edit, remove }: { name: string; edit: string; remove: string }) => (
  <>
    <LinkButton
      variant="ghost"
      size="sm"
      square
      to={edit}
      preventScrollReset
      aria-label={`Edit ${name}`}
      title="Edit"
      icon={<Pencil aria-hidden="true" />}
    />
    <LinkButton
      variant="ghost"
      size="sm"
      square
      to={remove}
      preventScrollReset
      aria-label={`Delete ${name}`}
      title="Delete"
      icon={<Trash2 aria-hidden="true" />}
    />
  </>
)
