import { useLoaderData } from '@remix-run/react'
import { Sentence } from '~/components/api-docs/markdown'
import { titled } from '~/components/page/meta'
import { Badge } from '~/components/ui/badge'
import { PageHeader } from '~/components/ui/page-header'
import { ERROR_TEXTS } from '~/http/api/reference/errors'
import { openPage } from '~/http/page.server'

export const meta = titled('Errors, API reference')

export const loader = openPage(async () =>
  Object.entries(ERROR_TEXTS).map(([code, text]) => ({ code, ...text })),
)

/** Every error code with its cause and remedy. The answer to a refused request links to its place here. */
export default function Errors() {
  return (
    <>
      <PageHeader
        title="Errors"
        subtitle="Every error has a message for people, and one of these codes for programs."
      />
      <div className="max-w-3xl">
        {useLoaderData<typeof loader>().map(({ code, status, cause, remedy }) => (
          <section
            key={code}
            id={code}
            aria-labelledby={`${code}-title`}
            className="-mx-3 scroll-mt-16 rounded-lg border-t border-line px-3 py-5 target:bg-accent-soft"
          >
            <h2 id={`${code}-title`} className="flex flex-wrap items-center gap-2">
              <code className="font-mono text-sm font-semibold break-all">{code}</code>
              <Badge>{status}</Badge>
            </h2>
            <p className="mt-2 leading-6">
              <Sentence text={cause} />
            </p>
            <p className="mt-1 leading-6">
              <span className="font-medium">What to do:</span> <Sentence text={remedy} />
            </p>
          </section>
        ))}
      </div>
    </>
  )
}
