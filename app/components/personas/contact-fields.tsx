import { useEffect, useRef } from 'react'
import type { FieldsOf } from '~/components/forms/field'
import { TextField } from '~/components/forms/text-field'
import { Disclosure } from '~/components/ui/disclosure'
import { CONTACT_FIELDS, FIELD_NAMES, type FieldName } from '~/models/contacts/fields'
import type { OwnField } from '~/models/contacts/own-fields/type'
import { OwnFieldControls } from './own-field-controls'

const COMMON = FIELD_NAMES.filter((name) => !CONTACT_FIELDS[name].isMore)
const MORE = FIELD_NAMES.filter((name) => CONTACT_FIELDS[name].isMore)

interface ContactFieldsProps {
  fields: FieldsOf<FieldName>
  /** The user's own fields. */
  own: readonly OwnField[]
}

/** The fields of a new or existing contact; the less common ones are in a disclosure. */
export function ContactFields({ fields, own }: ContactFieldsProps) {
  const isWrong = MORE.some((name) => fields[name].errors)
  const isFirst = isWrong && !COMMON.some((name) => fields[name].errors)
  const more = useRef<HTMLDivElement>(null)
  // Conform moves the focus before the section has opened.
  useEffect(() => {
    if (isFirst) more.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [isFirst])
  return (
    <>
      <Rows names={COMMON} fields={fields} />
      <Disclosure summary="More fields" open={isWrong}>
        <div ref={more} className="space-y-4">
          <Rows names={MORE} fields={fields} />
        </div>
      </Disclosure>
      {own.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="mb-2 text-sm font-semibold">Your fields</legend>
          <OwnFieldControls own={own} fields={fields} />
        </fieldset>
      )}
    </>
  )
}

/** The class of a row, by the number of its fields. */
const ROWS = ['', '', 'grid gap-4 sm:grid-cols-2', 'grid gap-4 sm:grid-cols-3']

function Rows({ names, fields }: { names: FieldName[]; fields: FieldsOf<FieldName> }) {
  const rows: FieldName[][] = []
  for (const name of names) {
    if (CONTACT_FIELDS[name].isBeside) rows.at(-1)!.push(name)
    else rows.push([name])
  }
  return rows.map((row) => {
    const controls = row.map((name) => {
      const { label, max, isMore, control } = CONTACT_FIELDS[name]
      const optional = !isMore && !control?.required
      return (
        <TextField key={name} {...{ label, optional, ...control }} field={fields[name]} maxLength={max} />
      )
    })
    return row.length === 1 ? (
      controls
    ) : (
      <div key={row[0]} className={ROWS[row.length]}>
        {controls}
      </div>
    )
  })
}
