import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { Call } from '~/components/api-docs/call'
import { Sentence } from '~/components/api-docs/markdown'
import { RouteError } from '~/components/page/error-screen'
import { titleOf } from '~/components/page/meta'
import { PageHeader } from '~/components/ui/page-header'
import { notFound } from '~/errors'
import { areaOf } from '~/http/api/docs/view'
import { describeApi } from '~/http/api/openapi.server'
import { openPage } from '~/http/page.server'
import { paths } from '~/paths'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleOf(`${data?.title ?? 'Calls'}, API reference`)

export const loader = openPage(
  async ({ app, args, params }) =>
    areaOf(describeApi(app, await args.context.routes()), params.area!) ??
    notFound('This page does not exist'),
)

/** The calls of an area. */
export default function Area() {
  const { title, text, calls } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={title} />
      <p className="mb-8 max-w-3xl leading-6">
        <Sentence text={text} />
      </p>
      {calls.map((call) => (
        <Call key={call.id} call={call} />
      ))}
    </>
  )
}

export const ErrorBoundary = () => (
  <RouteError back={{ to: paths.apiDocs(), label: 'Back to the API reference' }} />
)
