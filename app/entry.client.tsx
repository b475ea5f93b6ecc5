import { RemixBrowser } from '@remix-run/react'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { repeatAfterLogin } from './components/page/log-in-again'

/**
 * Remix's first render waits for the page's data, and React 18 abandons hydration ("Root did not complete") if one of these events
 * forces a render meanwhile. Until then only the browser handles them: links, forms and fields work as without scripts.
 */
const EVENTS =
  'mousedown mouseup touchcancel touchend touchstart auxclick dblclick pointercancel pointerdown pointerup dragend dragstart drop compositionend compositionstart keydown keypress keyup input textInput copy cut paste click change contextmenu reset submit'.split(
    ' ',
  )

const holdBack = (event: Event) => event.stopImmediatePropagation()
for (const name of EVENTS) window.addEventListener(name, holdBack, true)

function AfterHydration({ children }: { children: ReactNode }) {
  useEffect(() => {
    for (const name of EVENTS) window.removeEventListener(name, holdBack, true)
    // For programs that drive the page: from here on its scripts respond.
    document.documentElement.dataset.scripts = 'on'
  }, [])
  return children
}

repeatAfterLogin()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <AfterHydration>
        <RemixBrowser />
      </AfterHydration>
    </StrictMode>,
  )
})
