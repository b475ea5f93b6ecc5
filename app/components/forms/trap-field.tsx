/** The name of the field, as a form sends it. */
export const TRAP = 'name__confirm'

/** A field that people do not see, and that bots fill in. */
export function TrapField() {
  return (
    <div className="hidden" aria-hidden="true">
      <label>
        Please leave this field blank
        <input name={TRAP} autoComplete="off" tabIndex={-1} />
      </label>
    </div>
  )
}
