import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { Markdown } from '~/components/api-docs/markdown'
import { RouteError } from '~/components/page/error-screen'
import { titleOf } from '~/components/page/meta'
import { notFound } from '~/errors'
import { GUIDES, readGuide } from '~/http/api/docs/guides.server'
import { openPage } from '~/http/page.server'
import { paths } from '~/paths'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleOf(`${data?.title ?? 'Guide'}, API reference`)

export const loader = openPage(async ({ app, params }) => {
  const guide = GUIDES.find(({ name }) => name === params.guide) ?? notFound('This page does not exist')
  return { title: guide.title, text: readGuide(guide.name, app.env.appUrl) }
})

/** A guide of docs/guides. */
export default function Guide() {
  return <Markdown text={useLoaderData<typeof loader>().text} />
}

export const ErrorBoundary = () => (
  <RouteError back={{ to: paths.apiDocs(), label: 'Back to the API reference' }} />
)
