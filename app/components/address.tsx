import { createElement } from 'react'

/** An email address where there is little room: it breaks behind its @ and its dots, and elsewhere only if that does not do. */
export function Address({ children }: { children: string | null }) {
  const parts = (children ?? '').split(/(?<=[@.])/)
  return createElement(
    'span',
    { className: '[overflow-wrap:anywhere]' },
    ...parts.flatMap((part, index) => (index > 0 ? [createElement('wbr'), part] : [part])),
  )
}
