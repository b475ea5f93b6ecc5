import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Badge } from '~/components/ui/badge'
import { Disclosure } from '~/components/ui/disclosure'
import type { CallView } from '~/http/api/docs/view'
import { paths } from '~/paths'
import { Code, Samples } from './code'
import { FieldList } from './fields'
import { useLanguage } from './language'
import { Sentence } from './markdown'
import { Method } from './method'

/** One call: what it does at the left, how it is made at the right. */
export const Call = ({ call }: { call: CallView }) => (
  <section
    id={call.id}
    aria-labelledby={`${call.id}-title`}
    className="scroll-mt-16 border-t border-line py-8"
  >
    <div className="grid gap-x-10 gap-y-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]">
      <div className="min-w-0">
        <h2 id={`${call.id}-title`} className="text-lg font-semibold tracking-[-0.01em]">
          <Sentence text={call.summary} />
        </h2>
        <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
          <Method method={call.method} />
          <code className="min-w-0 font-mono text-xs break-all">{call.path}</code>
          <Badge>{call.access}</Badge>
        </p>
        {call.text && (
          <p className="mt-3 leading-6">
            <Sentence text={call.text} />
          </p>
        )}
        <Details call={call} />
      </div>
      <div className="min-w-0 space-y-4 xl:sticky xl:top-16 xl:self-start">
        <Samples id={call.id} samples={call.samples} />
        {call.response.example && (
          <Code
            head={`Response ${call.response.status}`}
            label={`Response of ${call.id}`}
            source={call.response.example}
          />
        )}
      </div>
    </div>
  </section>
)

const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="mt-5">
    <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>
    {children}
  </div>
)

const PLACES = { path: 'Path', query: 'Query', header: 'Headers' } as const

function Details({ call: { parameters, body, response, errors } }: { call: CallView }) {
  const { withLanguage } = useLanguage()
  return (
    <>
      {Object.entries(PLACES).map(([place, title]) => {
        const own = parameters.filter((parameter) => parameter.in === place)
        return (
          own.length > 0 && (
            <Part key={place} title={title}>
              <FieldList fields={own} />
            </Part>
          )
        )
      })}
      {body && (
        <Part title={`Body (${body.type})`}>
          <FieldList fields={body.fields} />
        </Part>
      )}
      <Part title={`Response ${response.status}`}>
        {response.fields.length > 0 ? (
          <Disclosure summary={response.type}>
            <FieldList fields={response.fields} />
          </Disclosure>
        ) : (
          <p className="text-sm text-muted">{response.type === 'Done' ? '{ "ok": true }' : response.type}</p>
        )}
      </Part>
      <Part title="Errors">
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
          {errors.map(({ status, code }) => (
            <li key={code}>
              <Link
                to={withLanguage(paths.apiError(code))}
                className="inline-flex min-h-6 items-center gap-1 text-muted hover:text-ink hover:underline"
              >
                <span className="tabular-nums">{status}</span> <code className="font-mono">{code}</code>
              </Link>
            </li>
          ))}
        </ul>
      </Part>
    </>
  )
}
