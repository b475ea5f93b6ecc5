import { notFound } from '~/errors'

/** The guides in the order of the contents: the file in docs/guides, and the title in the contents. */
export const GUIDES = [
  { name: 'crm-to-reply', title: 'From a CRM to a reply' },
  { name: 'n8n', title: 'Recipes for n8n' },
  { name: 'zapier', title: 'Recipes for Zapier' },
] as const

const texts = import.meta.glob<string>('/docs/guides/*.md', { query: '?raw', import: 'default', eager: true })

/** The address that the guides are written with. */
const PRINTED = 'https://coldframe.example.com'

/**
 * A guide as Markdown, with this installation's address.
 * @throws AppError NOT_FOUND
 */
export function readGuide(name: string, appUrl: string): string {
  const text = texts[`/docs/guides/${name}.md`] ?? notFound('This page does not exist')
  return text.replaceAll(PRINTED, appUrl.replace(/\/$/, ''))
}
