import { type RefObject, useEffect, useRef, useState } from 'react'
import type { LiveResult } from '~/models/templates/live-check'
import { Findings } from '../findings'
import { RenderedMail } from '../rendered-mail'
import { variableLabel } from '../variables'
import { ContactChoice } from './contact-choice'
import { useLiveCheck } from './use-live-check'

export interface PreviewPaneProps {
  form: RefObject<HTMLFormElement | null>
  sequenceId: string
  /** Receives the contacts without a value, in words, by variable. */
  tellLacking(lacking: Record<string, string>): void
}

const none = (variable: string) => `no ${variableLabel(variable).toLowerCase()}`

/** 12 of 300 contacts have no company. */
const lackingText = ({ variable, contacts, total }: LiveResult['lacking'][number]) =>
  `${contacts} of ${total} contacts ${contacts === 1 ? 'has' : 'have'} ${none(variable)}.`

function timeText(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds to read`
  const minutes = Math.round(seconds / 60)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} to read`
}

/** The email as a contact gets it, while it is written, with what may harm it. */
export default function PreviewPane({ form, sequenceId, tellLacking }: PreviewPaneProps) {
  const [contactId, setContactId] = useState('')
  const { result, failed } = useLiveCheck(form, sequenceId, contactId)
  const tell = useRef(tellLacking)
  tell.current = tellLacking
  const lacking = result?.lacking
  useEffect(() => {
    if (lacking)
      tell.current(Object.fromEntries(lacking.map((lacking) => [lacking.variable, lackingText(lacking)])))
  }, [lacking])
  return (
    <section aria-label="Live preview" className="min-w-0 space-y-3">
      <h3 className="text-sm font-semibold">Preview</h3>
      {failed && (
        <p role="alert" className="text-sm text-danger-ink">
          The preview could not be loaded. It is loaded again with your next change.
        </p>
      )}
      {result && (
        <>
          <ContactChoice name={result.contact?.name ?? 'sample contact Jane Doe'} choose={setContactId} />
          {result.problem ? (
            <p className="text-sm text-danger-ink">{result.problem}</p>
          ) : (
            <>
              <p className="text-sm break-words">
                <span className="text-muted">Subject:</span>{' '}
                <span className="font-medium">{result.subject || 'None yet'}</span>
              </p>
              {result.held.length > 0 && (
                <p className="text-sm text-warning-ink">
                  {result.contact?.name ?? 'The sample contact'} has {result.held.map(none).join(' and ')}:
                  this email would be held.
                </p>
              )}
              {result.unfit.length > 0 && (
                <p className="text-sm text-warning-ink">
                  This email would be held: {result.unfit.join('; ')}.
                </p>
              )}
              <RenderedMail html={result.html} text={result.text} />
            </>
          )}
          <p className="text-xs text-muted">
            {result.words} {result.words === 1 ? 'word' : 'words'} · {timeText(result.seconds)}
            {result.mailbox && ` · with the signature of ${result.mailbox}`}
          </p>
          {result.lacking.length > 0 && (
            <ul aria-label="Missing values" className="space-y-1 text-sm">
              {result.lacking.map((lacking) => (
                <li key={lacking.variable}>
                  {lackingText(lacking)}{' '}
                  <span className="text-muted">
                    {lacking.hasDefault
                      ? 'They get the default.'
                      : 'Their emails are held until you add a default.'}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {!result.problem && result.findings.length > 0 && <Findings findings={result.findings} />}
        </>
      )}
    </section>
  )
}
