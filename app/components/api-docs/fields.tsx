import { Disclosure } from '~/components/ui/disclosure'
import type { FieldView } from '~/http/api/docs/fields'
import { Sentence } from './markdown'

/** The fields of a body, a response or a query. */
export const FieldList = ({ fields }: { fields: FieldView[] }) => (
  <ul className="divide-y divide-line border-t border-line">
    {fields.map((field) => (
      <Field key={field.name} {...field} />
    ))}
  </ul>
)

const Field = ({ name, type, required, text, choices, fields }: FieldView) => (
  <li className="py-2.5 text-sm">
    <p className="flex flex-wrap items-baseline gap-x-2">
      <code className="font-mono text-xs font-semibold break-all">{name}</code>
      <span className="text-xs break-words text-muted">{type}</span>
      {required && <span className="text-2xs font-medium text-danger-ink">required</span>}
    </p>
    {text && (
      <p className="mt-0.5 text-muted">
        <Sentence text={text} />
      </p>
    )}
    {choices.length > 0 && (
      <p className="mt-1 flex flex-wrap items-center gap-1 text-xs text-muted">
        One of
        {choices.map((choice) => (
          <code key={choice} className="rounded-sm bg-hover px-1 font-mono text-2xs text-ink">
            {choice}
          </code>
        ))}
      </p>
    )}
    {fields.length > 0 && (
      <div className="mt-1">
        <Disclosure summary={`Fields of ${name}`}>
          <FieldList fields={fields} />
        </Disclosure>
      </div>
    )}
  </li>
)
