import { ChevronRight } from '~/components/ui/icons'
import { WrittenText } from '../written-text'

/** Whether the answer quotes the last message, which is folded. */
export function QuoteField({ quote, onChange }: QuoteFieldProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-xs has-[details[open]]:basis-full">
      <input type="hidden" name="quotable" value="on" />
      <label className="flex min-h-6 items-center gap-1.5 font-medium text-muted">
        <input
          type="checkbox"
          name="quote"
          defaultChecked={quote.chosen}
          onChange={onChange}
          className="size-4 shrink-0 accent-accent"
        />
        Quote the last message
      </label>
      <details className="group/quote min-w-0 open:basis-full">
        <summary className="flex min-h-6 items-center gap-1 rounded-md text-muted hover:text-ink">
          <ChevronRight
            className="size-3.5 shrink-0 transition-transform group-open/quote:rotate-90"
            aria-hidden="true"
          />
          Show the quote
        </summary>
        <div className="mt-1 border-l-2 border-line-strong pl-3 text-muted">
          <p className="mb-1 break-words">{quote.intro}</p>
          <WrittenText text={quote.text} />
        </div>
      </details>
    </div>
  )
}

interface QuoteFieldProps {
  quote: { intro: string; text: string; chosen: boolean }
  onChange(): void
}
