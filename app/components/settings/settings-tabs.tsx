import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { paths } from '~/paths'

/** The header of every settings screen. */
export const SettingsHead = () => (
  <>
    <PageHeader
      title="Settings"
      subtitle="Defaults for all contacts, your inbox, your time zone, and access for other programs."
    />
    <Tabs
      label="Settings"
      tabs={[
        { to: paths.settings(), label: 'Contacts' },
        { to: paths.fields(), label: 'Fields' },
        { to: paths.inboxSettings(), label: 'Inbox' },
        { to: paths.doNotContact(), label: 'Do not contact' },
        { to: paths.apiKeys(), label: 'API keys' },
        { to: paths.webhooks(), label: 'Webhooks' },
      ]}
    />
  </>
)
