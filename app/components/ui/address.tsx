import { createElement } from 'react'

/** An email address where there is little room: it breaks behind its @ and its dots, and elsewhere only if that does not do. */
export function Address({ children }: { children: string | null }) {
  const [first, ...others] = (children ?? '').split(/(?<=[@.])/)
  const breaking = others.map((part) => [createElement('wbr', { key: 'break' }), part])
  return createElement('span', { className: '[overflow-wrap:anywhere]' }, first, ...breaking)
}
