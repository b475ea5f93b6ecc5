import { Form } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { Button, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Copy, Eye, FileText, Pencil, Plus, Trash2 } from '~/components/ui/icons'
import { CardGrid } from '~/components/ui/list/columns'
import { KeysetPager } from '~/components/ui/list/pagination'
import { useHydrated } from '~/components/ui/use-hydrated'
import { paths } from '~/paths'

export interface TemplateGridProps {
  rows: { id: string; name: string; subject: string; excerpt: string; hasText: boolean; created: string }[]
  /** The cursor of the older templates. */
  next: string | null
  paged: boolean
}

/** The URL of the Templates tab: a hash with scripts, a page of its own without. */
export const useTemplatesHref = () => (useHydrated() ? paths.templates() : paths.templateList())

/** The badge that shows which parts a template has. */
export const TemplateBadge = ({ hasText }: { hasText: boolean }) => (
  <Badge tone={hasText ? 'success' : 'neutral'}>{hasText ? 'HTML + Text' : 'HTML only'}</Badge>
)

/** The Templates tab: cards, and the link to create one. */
export function TemplateGrid({ rows, next, paged }: TemplateGridProps) {
  const create = (
    <LinkButton
      to={paths.newTemplate()}
      preventScrollReset
      variant="primary"
      icon={<Plus aria-hidden="true" />}
    >
      Create Template
    </LinkButton>
  )
  if (rows.length === 0 && !paged) {
    return (
      <EmptyState
        icon={<FileText />}
        title="No templates yet"
        text="A template is the subject and body of an email. Write one, then choose it in the steps of a sequence, which fills in each contact's name and company."
        action={create}
      />
    )
  }
  return (
    <>
      <div className="mb-4 flex justify-end">{create}</div>
      <CardGrid>
        {rows.map((template) => (
          <li key={template.id} className="min-w-0">
            <TemplateCard {...template} />
          </li>
        ))}
      </CardGrid>
      <div className="mt-4">
        <KeysetPager
          label="Pages of templates"
          labels={{ newer: 'Newest', older: 'Older' }}
          newer={paged ? paths.templateList() : null}
          older={next ? `${paths.templateList()}?templates=${encodeURIComponent(next)}` : null}
        />
      </div>
    </>
  )
}

function TemplateCard({ id, name, subject, excerpt, hasText, created }: TemplateGridProps['rows'][number]) {
  return (
    <Card
      className="flex h-full flex-col [&>footer]:mt-auto"
      title={name}
      footer={
        <>
          <span className="min-w-20 flex-1 text-xs text-muted">Created {created}</span>
          <div className="ml-auto flex items-center gap-1">
            <LinkButton
              to={paths.templatePreview(id)}
              size="sm"
              icon={<Eye aria-hidden="true" />}
              aria-label={`Preview ${name}`}
            >
              Preview
            </LinkButton>
            <LinkButton
              to={paths.editTemplate(id)}
              size="sm"
              square
              variant="ghost"
              aria-label={`Edit ${name}`}
              title="Edit"
              icon={<Pencil aria-hidden="true" />}
            />
            <Form method="post" action={paths.copyTemplate(id)}>
              <Button
                size="sm"
                square
                variant="ghost"
                aria-label={`Duplicate ${name}`}
                title="Duplicate"
                icon={<Copy aria-hidden="true" />}
              />
            </Form>
            <LinkButton
              to={paths.deleteTemplate(id)}
              preventScrollReset
              size="sm"
              square
              variant="ghost"
              aria-label={`Delete ${name}`}
              title="Delete"
              icon={<Trash2 aria-hidden="true" />}
            />
          </div>
        </>
      }
    >
      <p className="text-sm font-medium break-words">{subject}</p>
      <p className="mt-1 mb-3 text-sm break-words text-muted">{excerpt || 'No text'}</p>
      <TemplateBadge hasText={hasText} />
    </Card>
  )
}
