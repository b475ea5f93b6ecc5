import { useLocation, useSearchParams } from '@remix-run/react'

const DEFAULT = 'curl'

/** The language of all examples, kept in the URL, so that it works without scripts and survives navigation. */
export function useLanguage() {
  const language = useSearchParams()[0].get('lang') ?? DEFAULT
  const { pathname } = useLocation()
  return {
    language,
    /** An address of the reference, or a place on this page, with a language: the current one unless another is given. */
    withLanguage(to: string, other = language): string {
      const [path = '', hash] = to.split('#')
      const query = other === DEFAULT ? '' : `?lang=${encodeURIComponent(other)}`
      return `${path || pathname}${query}${hash ? `#${hash}` : ''}`
    },
  }
}
