import clsx from 'clsx'

const TONES: Record<string, string> = {
  GET: 'text-info-ink',
  POST: 'text-success-ink',
  PUT: 'text-warning-ink',
  PATCH: 'text-warning-ink',
  DELETE: 'text-danger-ink',
}

/** The method of a call in its color. */
export const Method = ({ method, short }: { method: string; short?: boolean }) => (
  <span className={clsx('shrink-0 font-mono text-2xs font-semibold', TONES[method], short && 'w-11')}>
    {short && method === 'DELETE' ? 'DEL' : method}
  </span>
)
