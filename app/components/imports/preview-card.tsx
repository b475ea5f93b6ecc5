import type { ImportPreview } from '~/models/imports/preview.server'
import { previewParts } from './words'

/** What an import would do with the rows of its file. */
export function PreviewCard({ preview }: { preview: { found: ImportPreview } | { problem: string } }) {
  if ('problem' in preview)
    return (
      <p role="alert" className="text-sm font-medium text-danger-ink">
        {preview.problem}
      </p>
    )
  const { rows, isWhole, examples } = preview.found
  return (
    <section
      aria-label="What the import will do"
      className="space-y-2 rounded-md border border-line bg-sunken p-3"
    >
      <h3 className="text-sm font-medium">
        {isWhole
          ? `What the import will do with ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`
          : `What the import will do with the first ${rows.toLocaleString('en-US')} rows`}
      </h3>
      <ul className="space-y-0.5 text-sm">
        {previewParts(preview.found).map(({ count, text }) => (
          <li key={text} className="flex gap-2">
            <span className="w-16 shrink-0 text-right tabular-nums">{count.toLocaleString('en-US')}</span>
            <span className="text-muted">{text}</span>
          </li>
        ))}
      </ul>
      {examples.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer font-medium">
            {examples.length === preview.found.refused
              ? 'Rows that will be rejected'
              : `The first ${examples.length} rows that will be rejected`}
          </summary>
          <ul className="mt-1 space-y-0.5 [overflow-wrap:anywhere]">
            {examples.map(({ line, reason, text }) => (
              <li key={line}>
                {`Line ${line}: ${reason}`} <span className="text-muted">{text}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
