import { CheckboxField } from '~/components/forms/checkbox-field'
import { FieldNotes, type FieldsOf } from '~/components/forms/field'
import { FOLDER_CHOICES, MAILBOX_PARTS } from './edits'

interface FolderFieldsProps {
  fields: FieldsOf<'readFolders' | 'folderNames'>
  /** The folders that the server has; empty before the first reading. */
  folders: string[]
}

/** Which folders are read for replies. */
export function FolderFields({ fields, folders }: FolderFieldsProps) {
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="mb-2 text-sm font-semibold">{MAILBOX_PARTS.readFolders.label}</legend>
      {FOLDER_CHOICES.map(({ value, label }) => (
        <CheckboxField key={value} type="radio" field={fields.readFolders} value={value} label={label} />
      ))}
      <FieldNotes
        field={fields.readFolders}
        hint="A rule of your mail program may file replies elsewhere before they are read. Drafts are never read."
      />
      {folders.length > 0 && (
        <fieldset className="min-w-0 pl-6.5">
          <legend className="sr-only">Folders on the server</legend>
          <div className="grid gap-x-3 gap-y-1 sm:grid-cols-2">
            {folders.map((folder) => (
              <CheckboxField
                key={folder}
                field={fields.folderNames}
                value={folder}
                label={<span className="break-words">{folder}</span>}
              />
            ))}
          </div>
        </fieldset>
      )}
      <FieldNotes
        field={fields.folderNames}
        hint={
          folders.length === 0
            ? 'The folders of the server appear here once the mailbox was read.'
            : undefined
        }
      />
    </fieldset>
  )
}
