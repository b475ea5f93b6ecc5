/** The first keyboard stop: skips the navigation. */
export const SkipLink = () => (
  <a
    href="#main"
    className="sr-only focus:not-sr-only focus:fixed! focus:top-2 focus:left-2 focus:z-70 focus:rounded-md focus:bg-raised focus:px-3! focus:py-2! focus:text-sm focus:font-medium focus:shadow-pop"
  >
    Skip to content
  </a>
)
