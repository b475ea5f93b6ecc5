import { paths } from '~/paths'
import { PageHeader } from '../page-header'
import { Tabs } from '../tabs'

/** The head of every settings screen. */
export const SettingsHead = () => (
  <>
    <PageHeader title="Settings" subtitle="Defaults for all contacts, and your time zone." />
    <Tabs
      label="Settings"
      tabs={[
        { to: paths.settings(), label: 'Contacts' },
        { to: paths.doNotContact(), label: 'Do not contact' },
      ]}
    />
  </>
)
