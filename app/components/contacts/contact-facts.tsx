import type { Fact } from '~/models/contacts/facts'

/** The details of a contact. */
export const ContactFacts = ({ facts }: { facts: Fact[] }) => (
  <dl className="grid gap-x-6 gap-y-2.5 text-sm @md:grid-cols-2">
    {facts.map(({ label, value, href }) => (
      <div key={label} className="min-w-0">
        <dt className="text-xs break-words text-muted">{label}</dt>
        <dd className="break-words">
          {href ? (
            <a
              href={href}
              target="_blank"
              rel="noreferrer noopener"
              className="break-all text-accent-ink underline"
            >
              {value}
            </a>
          ) : (
            value
          )}
        </dd>
      </div>
    ))}
  </dl>
)
