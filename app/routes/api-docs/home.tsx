import { Link, useLoaderData } from '@remix-run/react'
import { useLanguage } from '~/components/api-docs/language'
import { Markdown, Sentence } from '~/components/api-docs/markdown'
import { PageHeader } from '~/components/ui/page-header'
import { readGuide } from '~/http/api/docs/guides.server'
import { contentsOf } from '~/http/api/docs/view'
import { describeApi } from '~/http/api/openapi.server'
import { openPage } from '~/http/page.server'
import { paths } from '~/paths'

export const loader = openPage(async ({ app, args }) => ({
  text: readGuide('introduction', app.env.appUrl),
  areas: contentsOf(describeApi(app, await args.context.routes())).map(({ calls, ...area }) => ({
    ...area,
    count: calls.length,
  })),
}))

/** What a developer reads first, and the areas of the reference. */
export default function Introduction() {
  const { text, areas } = useLoaderData<typeof loader>()
  const { withLanguage } = useLanguage()
  return (
    <>
      <PageHeader title="API reference" subtitle="Connect a CRM, a spreadsheet or your own program." />
      <Markdown text={text} />
      <h2 className="mt-9 mb-3 text-lg font-semibold tracking-[-0.01em]">Calls</h2>
      <ul className="grid max-w-5xl gap-3 sm:grid-cols-2">
        {areas.map(({ name, title, text: about, count }) => (
          <li key={name} className="rounded-lg border border-line bg-surface p-4 shadow-card">
            <p className="flex items-baseline justify-between gap-2">
              <Link
                to={withLanguage(paths.apiDocs(name))}
                className="font-semibold text-accent-ink hover:underline"
              >
                {title}
              </Link>
              <span className="text-xs text-muted">{count} calls</span>
            </p>
            <p className="mt-1 text-sm text-muted">
              <Sentence text={about} />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
