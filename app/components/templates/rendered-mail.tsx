import { useState } from 'react'
import { buttonClass } from '~/components/ui/button'
import { Disclosure } from '~/components/ui/disclosure'
import { useHydrated } from '~/components/ui/use-hydrated'
import { MailFrame } from './mail-frame'

const VIEWS = { wide: 'Wide', narrow: 'Narrow', text: 'Plain Text' } as const
type View = keyof typeof VIEWS

/** An email as recipients see it: on a wide and a narrow screen, and as plain text. */
export function RenderedMail({ html, text, tall }: { html: string; text: string; tall?: boolean }) {
  const [view, setView] = useState<View>('wide')
  const hydrated = useHydrated()
  if (!hydrated) {
    return (
      <>
        <MailFrame html={html} title="HTML body" tall={tall} />
        <Disclosure summary="Plain Text">
          <PlainText text={text} />
        </Disclosure>
      </>
    )
  }
  return (
    <>
      <fieldset className="mb-2 flex gap-1">
        <legend className="sr-only">Show as</legend>
        {(Object.keys(VIEWS) as View[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === view}
            onClick={() => setView(name)}
            className={buttonClass({ variant: name === view ? 'secondary' : 'ghost', size: 'sm' })}
          >
            {VIEWS[name]}
          </button>
        ))}
      </fieldset>
      {view === 'text' ? (
        <PlainText text={text} />
      ) : (
        <div className={view === 'narrow' ? 'mx-auto max-w-[360px]' : undefined}>
          <MailFrame html={html} title="HTML body" tall={tall} />
        </div>
      )}
    </>
  )
}

const PlainText = ({ text }: { text: string }) => (
  <pre className="max-h-[32rem] overflow-y-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs break-words whitespace-pre-wrap">
    {text}
  </pre>
)
