import { Form } from '@remix-run/react'
import { Button } from '~/components/ui/button'
import { Play } from '~/components/ui/icons'
import { paths } from '~/paths'
import type { BulkActsProps } from './bulk-acts'

/** Resumes all contacts that the user has paused, on every page of the list: removing an email list can pause thousands. */
export const ResumeAll = ({ sequenceId, listQuery }: BulkActsProps) => (
  <Form method="post" action={paths.sequencePeople(sequenceId)} preventScrollReset className="mb-3">
    <input type="hidden" name="act" value="resume" />
    <input type="hidden" name="all" value="paused" />
    <input type="hidden" name="listQuery" value={listQuery} />
    <Button size="sm" icon={<Play aria-hidden="true" />}>
      Resume all paused
    </Button>
  </Form>
)
