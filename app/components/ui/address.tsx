import { createElement } from 'react'
import { shownAddress } from '~/models/shared/addresses/email-domain'

/** An email address as people write it, in a narrow place: it breaks after its @ and its dots, and elsewhere only if that is not enough. */
export function Address({ children }: { children: string | null }) {
  const [first, ...others] = shownAddress(children ?? '').split(/(?<=[@.])/)
  const breaking = others.map((part) => [createElement('wbr', { key: 'break' }), part])
  return createElement('span', { className: '[overflow-wrap:anywhere]' }, first, ...breaking)
}
