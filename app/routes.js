/**
 * The route table: every address of the product and the file that answers it, by area.
 * Dialogs are child routes of the screen that they lie over; `/api` routes stand alone.
 * @param {import('@remix-run/dev').DefineRoutesFunction} defineRoutes
 */
export const routes = (defineRoutes) =>
  defineRoutes((route) => {
    route('healthz', 'routes/public/healthz.ts')
    route('readyz', 'routes/public/readyz.ts')
    route('metrics', 'routes/public/metrics.ts')
    route('u/:token', 'routes/public/unsubscribe.tsx')
    route('personas/import-template.csv', 'routes/personas/import-template.ts')
    route('personas/:id/import/:jobId/rejected.csv', 'routes/personas/import-rejects.ts')
    route('contacts/:id/export.json', 'routes/contacts/export.ts')
    route('campaign-builder/email-sending/exports/:jobId/emails.csv', 'routes/log/export-file.ts')
    route('sequences/:id/report.csv', 'routes/sequences/report-csv.ts')
    route('search/results', 'routes/search/results.ts')
    route('support-chat', 'routes/public/support-chat.ts')
    route('inbox/:id/propose', 'routes/inbox/propose.ts')
    route('preferences', 'routes/preferences.ts')
    route('first-steps', 'routes/first-steps.ts')
    route('contacts/:id/holds/:reason', 'routes/contacts/hold.ts')
    route('jobs/:jobId/stop', 'routes/stop-job.ts')
    route('sample-data', 'routes/sample-data.ts')

    route('inbox/saved-replies/:replyId', 'routes/inbox/saved-reply.ts')
    route('inbox/unread', 'routes/inbox/unread.ts')
    route('inbox/change', 'routes/inbox/change-all.ts')
    route('inbox/:id/change', 'routes/inbox/change.ts')
    route('inbox/:id/draft', 'routes/inbox/draft.ts')
    route('inbox/:id/files', 'routes/inbox/files.ts')
    route('inbox/:id/files/:fileId', 'routes/inbox/own-file.ts')
    route('inbox/:id/messages/:messageId/files/:part', 'routes/inbox/received-file.ts')
    route('inbox/:id/messages/:messageId/html', 'routes/inbox/message-html.ts')
    route('inbox/:id/messages/:messageId', 'routes/inbox/message.ts')
    route('inbox/:id/related/:relatedId', 'routes/inbox/related.ts')
    route('inbox/:id/sends/:sendId', 'routes/inbox/waiting-answer.ts')
    route('inbox/:id/add-contact', 'routes/inbox/add-contact.ts')

    route('sandbox', 'routes/sandbox/home.tsx')
    route('sandbox/messages', 'routes/sandbox/messages.ts')
    route('sandbox/messages/:id/:act', 'routes/sandbox/act.ts')
    route('sandbox/clock', 'routes/sandbox/clock.ts')
    route('sandbox/faults', 'routes/sandbox/faults.ts')
    route('sandbox/*', 'routes/sandbox/unknown.ts')

    route('api/auth/me', 'routes/api/auth/me.ts')
    route('api/me', 'routes/api/auth/caller.ts')
    route('api/auth/login', 'routes/api/auth/login.ts')
    route('api/auth/register', 'routes/api/auth/register.ts')
    route('api/auth/logout', 'routes/api/auth/logout.ts')
    route('api/auth/forgot-password', 'routes/api/auth/forgot-password.ts')
    route('api/auth/reset-password', 'routes/api/auth/reset-password.ts')
    route('api/auth/google', 'routes/api/auth/google.ts')
    route('api/auth/google/callback', 'routes/api/auth/google.callback.ts')
    route('api/auth/change-password', 'routes/api/auth/change-password.ts')
    route('api/notifications', 'routes/api/notifications/index.ts')
    route('api/notifications/count', 'routes/api/notifications/count.ts')
    route('api/notifications/read', 'routes/api/notifications/read.ts')
    route('api/notifications/:id', 'routes/api/notifications/$id.ts')
    route('api/notifications/:id/read', 'routes/api/notifications/$id.read.ts')
    route('api/sequences', 'routes/api/sequences/index.ts')
    route('api/sequences/:id', 'routes/api/sequences/$id.ts')
    route('api/sequences/:id/clone', 'routes/api/sequences/$id.clone.ts')
    route('api/sequences/:id/activate', 'routes/api/sequences/$id.activate.ts')
    route('api/sequences/:id/pause', 'routes/api/sequences/$id.pause.ts')
    route('api/sequences/:id/launch', 'routes/api/sequences/$id.launch.ts')
    route('api/sequences/:id/analytics', 'routes/api/sequences/$id.analytics.ts')
    route('api/sequences/:id/analytics/daily', 'routes/api/sequences/$id.analytics.daily.ts')
    route('api/sequences/:id/versions', 'routes/api/sequences/$id.versions.ts')
    route('api/sequences/:id/forecast', 'routes/api/sequences/$id.forecast.ts')
    route('api/sequences/:id/contacts', 'routes/api/sequences/$id.contacts.ts')
    route('api/sequences/:id/contacts/:contactId', 'routes/api/sequences/$id.contacts.$contactId.ts')
    route('api/sequences/:id/contacts/resume', 'routes/api/sequences/$id.contacts.resume.ts')
    route('api/sequences/:id/email-lists', 'routes/api/sequences/$id.email-lists.ts')
    route('api/sequences/:id/email-lists/:personaId', 'routes/api/sequences/$id.email-lists.$personaId.ts')
    route('api/sequences/:id/add-email-list', 'routes/api/sequences/$id.add-email-list.ts')
    route('api/sequences/:id/steps', 'routes/api/sequences/$id.steps.ts')
    route('api/steps/:id', 'routes/api/sequences/steps.$id.ts')
    route('api/templates', 'routes/api/templates/index.ts')
    route('api/templates/preview', 'routes/api/templates/preview.ts')
    route('api/templates/ai-generate', 'routes/api/templates/ai-generate.ts')
    route('api/templates/:id', 'routes/api/templates/$id.ts')
    route('api/templates/:id/send-test', 'routes/api/templates/$id.send-test.ts')
    route('api/senders', 'routes/api/mailboxes/senders.ts')
    route('api/queue/status', 'routes/api/log/queue.status.ts')
    route('api/personas', 'routes/api/personas/index.ts')
    route('api/personas/:id', 'routes/api/personas/$id.ts')
    route('api/personas/:id/contacts', 'routes/api/personas/$id.contacts.ts')
    route('api/personas/:id/contacts/:contactId', 'routes/api/personas/$id.contacts.$contactId.ts')
    route('api/personas/:id/sequences', 'routes/api/personas/$id.sequences.ts')
    route('api/personas/:id/search-apollo', 'routes/api/personas/$id.search-apollo.ts')
    route('api/personas/:id/move-contacts', 'routes/api/personas/$id.move-contacts.ts')
    route('api/contacts', 'routes/api/contacts/index.ts')
    route('api/contacts/import', 'routes/api/contacts/import.ts')
    route('api/contacts/bulk', 'routes/api/contacts/bulk.ts')
    route('api/contacts/upsert', 'routes/api/contacts/upsert.ts')
    route('api/contacts/:id', 'routes/api/contacts/$id.ts')
    route('api/contacts/:id/holds', 'routes/api/contacts/$id.holds.ts')
    route('api/contacts/:id/holds/:reason', 'routes/api/contacts/$id.holds.$reason.ts')
    route('api/contact-fields', 'routes/api/contact-fields/index.ts')
    route('api/contact-fields/:id', 'routes/api/contact-fields/$id.ts')
    route('api/contact-views', 'routes/api/contact-views/index.ts')
    route('api/contact-views/:id', 'routes/api/contact-views/$id.ts')
    route('api/do-not-contact', 'routes/api/do-not-contact/index.ts')
    route('api/do-not-contact/:id', 'routes/api/do-not-contact/$id.ts')
    route('exports/:jobId', 'routes/contacts/exported-file.ts')
    route('api/jobs/:jobId', 'routes/api/jobs/jobs.$jobId.ts')
    route('api/apollo/search', 'routes/api/leads/search.ts')
    route('api/apollo/leads-search', 'routes/api/leads/leads-search.ts')
    route('api/apollo/reveal-email', 'routes/api/leads/reveal-email.ts')
    route('api/apollo/add-to-persona', 'routes/api/leads/add-to-persona.ts')
    route('api/apollo/add-all-to-persona', 'routes/api/leads/add-all-to-persona.ts')
    route('api/integrations/apollo', 'routes/api/settings/apollo.ts')
    route('api/integrations/apollo/toggle', 'routes/api/settings/apollo.toggle.ts')
    route('api/integrations/google', 'routes/api/settings/google.ts')
    route('api/keys', 'routes/api/settings/keys.ts')
    route('api/keys/:id', 'routes/api/settings/keys.$id.ts')
    route('api/webhooks', 'routes/api/webhooks/index.ts')
    route('api/webhooks/:id', 'routes/api/webhooks/$id.ts')
    route('api/webhooks/:id/test', 'routes/api/webhooks/$id.try.ts')
    route('api/webhooks/:id/deliveries', 'routes/api/webhooks/$id.deliveries.ts')
    route(
      'api/webhooks/:id/deliveries/:deliveryId/resend',
      'routes/api/webhooks/$id.deliveries.$deliveryId.resend.ts',
    )
    route('api/mail-accounts', 'routes/api/mailboxes/mail-accounts.ts')
    route('api/mail-accounts/:id', 'routes/api/mailboxes/mail-accounts.$id.ts')
    route('api/gmail/accounts', 'routes/api/mailboxes/gmail.accounts.ts')
    route('api/gmail/accounts/:id', 'routes/api/mailboxes/gmail.accounts.$id.ts')
    route(
      'api/gmail/accounts/:id/refresh-aliases',
      'routes/api/mailboxes/gmail.accounts.$id.refresh-aliases.ts',
    )
    route('api/gmail/quota', 'routes/api/mailboxes/gmail.quota.ts')
    route('api/gmail/connect', 'routes/api/mailboxes/gmail.connect.ts')
    route('api/gmail/set-default', 'routes/api/mailboxes/gmail.set-default.ts')
    route('api/gmail/callback', 'routes/api/mailboxes/gmail.callback.ts')
    route('api/conversations', 'routes/api/conversations/index.ts')
    route('api/conversations/bulk', 'routes/api/conversations/bulk.ts')
    route('api/conversations/:id', 'routes/api/conversations/$id.ts')
    route('api/conversations/:id/draft', 'routes/api/conversations/$id.draft.ts')
    route('api/conversations/:id/reply', 'routes/api/conversations/$id.reply.ts')
    route(
      'api/conversations/:id/messages/:messageId/kind',
      'routes/api/conversations/$id.messages.$messageId.kind.ts',
    )
    route(
      'api/conversations/:id/messages/:messageId/opt-out',
      'routes/api/conversations/$id.messages.$messageId.opt-out.ts',
    )
    route('api/conversations/:id/related/:relatedId', 'routes/api/conversations/$id.related.$relatedId.ts')
    route(
      'api/conversations/:id/related/:relatedId/attach',
      'routes/api/conversations/$id.related.$relatedId.attach.ts',
    )
    route('api/labels', 'routes/api/conversations/labels.ts')
    route('api/saved-replies', 'routes/api/conversations/saved-replies.ts')
    route('api/email-sends', 'routes/api/log/index.ts')
    route('api/email-sends/export', 'routes/api/log/export.ts')
    route('api/email-sends/uncertain', 'routes/api/log/uncertain.ts')
    route('api/email-sends/:id', 'routes/api/log/$id.ts')
    route('api/email-sends/:id/resend', 'routes/api/log/$id.resend.ts')
    route('api/email-sends/:id/count-as-sent', 'routes/api/log/$id.count-as-sent.ts')
    route('api/settings/contacts', 'routes/api/settings/contacts.ts')
    route('api/workflows', 'routes/api/workflows/index.ts')
    route('api/workflows/:id', 'routes/api/workflows/$id.ts')
    route('api/workflows/:id/estimate', 'routes/api/workflows/$id.estimate.ts')
    route('api/workflows/:id/steps', 'routes/api/workflows/$id.steps.ts')
    route('api/workflows/:id/steps/:stepId', 'routes/api/workflows/$id.steps.$stepId.ts')
    route('mcp', 'routes/api/mcp.ts')
    route('api/openapi.json', 'routes/api/openapi.ts')
    route('api/docs', 'routes/api-docs/layout.tsx', () => {
      route('', 'routes/api-docs/home.tsx', { index: true })
      route('errors', 'routes/api-docs/errors.tsx')
      route('guides/:guide', 'routes/api-docs/guide.tsx')
      route(':area', 'routes/api-docs/area.tsx')
    })
    route('api/*', 'routes/api/unknown.ts')

    route('login', 'routes/auth/login.tsx', () => {
      route('forgot-password', 'routes/auth/forgot-password.tsx')
    })
    route('login/resume', 'routes/auth/resume.tsx')
    route('signup', 'routes/auth/signup.tsx')
    route('reset-password', 'routes/auth/reset-password.tsx')
    route('confirm-address', 'routes/auth/confirm-address.tsx')
    route('confirm-address/again', 'routes/auth/confirm-again.ts')
    route('logout', 'routes/auth/logout.ts')
    route('templates/check', 'routes/templates/check.ts')
    route('templates/contacts', 'routes/templates/contacts.ts')
    route('templates/rewrite', 'routes/templates/rewrite.ts')
    route('templates', 'routes/templates/missing.ts', { id: 'routes/templates/missing' })
    route('templates/preview', 'routes/templates/missing.ts', { id: 'routes/templates/missing-preview' })
    route('connection/gmail/connect', 'routes/mailboxes/connect.ts')
    route('integrations/gsuite/connect', 'routes/settings/workspace-connect.ts')

    route('', 'routes/layout.tsx', { id: 'routes/layout' }, () => {
      route('', 'routes/home.tsx', { index: true })

      route('inbox', 'routes/inbox/inbox.tsx', () => {
        route('new', 'routes/inbox/new.tsx')
        route(':id', 'routes/inbox/conversation.tsx', () => {
          route('contacts/:contactId/edit', 'routes/contacts/edit.tsx', { id: 'routes/inbox/contact-edit' })
          route('add-to-sequence', 'routes/contacts/sequence-add.tsx', { id: 'routes/inbox/sequence-add' })
          route('add-to-list', 'routes/inbox/list-add.tsx')
          route('do-not-contact', 'routes/inbox/do-not-contact.tsx')
          route('note', 'routes/inbox/note.tsx')
        })
      })
      route('sequences', 'routes/sequences/list.tsx', () => {
        route('new', 'routes/sequences/new.tsx')
        route(':id/delete', 'routes/sequences/delete.tsx')
      })
      route('sequences/:id', 'routes/sequences/detail.tsx', () => {
        route('steps/new', 'routes/sequences/steps/new.tsx', () => {
          route('template', 'routes/sequences/steps/template.tsx', {
            id: 'routes/sequences/steps/new-template',
          })
          route('email', 'routes/sequences/steps/email.tsx', { id: 'routes/sequences/steps/new-email' })
          route('list', 'routes/sequences/steps/list.tsx', { id: 'routes/sequences/steps/new-list' })
        })
        route('steps/:stepId/edit', 'routes/sequences/steps/edit.tsx', () => {
          route('template', 'routes/sequences/steps/template.tsx', {
            id: 'routes/sequences/steps/edit-template',
          })
          route('email', 'routes/sequences/steps/email.tsx', { id: 'routes/sequences/steps/edit-email' })
          route('list', 'routes/sequences/steps/list.tsx', { id: 'routes/sequences/steps/edit-list' })
        })
        route('steps/:stepId/delete', 'routes/sequences/steps/delete.tsx')
        route('checks', 'routes/sequences/checks.tsx')
        route('steps/order', 'routes/sequences/steps/order.tsx')
        route('lists/:personaId/remove', 'routes/sequences/list-remove.tsx')
        route('lists/add', 'routes/sequences/list-add.tsx', () => {
          route('list', 'routes/sequences/steps/list.tsx', { id: 'routes/sequences/list-add-list' })
        })
      })
      route('sequences/:id/people', 'routes/sequences/people.tsx')
      route('sequences/:id/people/:enrollmentId', 'routes/sequences/person.tsx')
      route('sequences/:id/settings', 'routes/sequences/settings.tsx')
      route('sequences/:id/forecast', 'routes/sequences/forecast.tsx')
      route('sequences/:id/versions', 'routes/sequences/versions.tsx', () => {
        route(':version/restore', 'routes/sequences/version-restore.tsx')
        route(':version/move', 'routes/sequences/version-move.tsx')
      })
      route('sequences/:id/report', 'routes/sequences/report.tsx')
      route('sequences/:id/email-draft', 'routes/sequences/email-draft.ts')
      route('sequences/:id/status', 'routes/sequences/status.ts')
      route('sequences/:id/launch', 'routes/sequences/launch.ts')
      route('sequences/:id/clone', 'routes/sequences/clone.ts')
      route('sequences/:id/steps/:stepId/move', 'routes/sequences/steps/move.ts')
      route('sequences/:id/steps/:stepId/variants', 'routes/sequences/steps/variants.ts')

      route('personas', 'routes/personas/list.tsx', () => {
        route('new', 'routes/personas/new.tsx')
        route(':id/delete', 'routes/personas/delete.tsx')
        route(':id/sequences/add', 'routes/personas/sequence-add.tsx')
      })
      route('personas/:id', 'routes/personas/detail.tsx', () => {
        route('edit', 'routes/personas/edit.tsx')
        route('contacts/new', 'routes/personas/contact-new.tsx')
        route('contacts/add', 'routes/personas/contacts-add.tsx')
        route('contacts/move', 'routes/personas/contacts-move.tsx')
        route('contacts/:contactId/edit', 'routes/contacts/edit.tsx', { id: 'routes/personas/contact-edit' })
        route('contacts/:contactId/delete', 'routes/contacts/delete.tsx', {
          id: 'routes/personas/contact-delete',
        })
        route('import', 'routes/personas/import.tsx')
        route('import/columns/:fileId', 'routes/personas/import-columns.tsx')
        route('import/:jobId', 'routes/personas/import-progress.tsx')
      })
      route('personas/:id/imports', 'routes/personas/imports.tsx', () => {
        route(':batchId/undo', 'routes/personas/import-undo.tsx')
      })

      route('account/password', 'routes/auth/change-password.tsx')
      route('notifications', 'routes/notifications.tsx')
      route('search', 'routes/search/search.tsx')
      route('connection/gmail', 'routes/mailboxes/gmail.tsx', () => {
        route('smtp/new', 'routes/mailboxes/smtp-new.tsx')
        route(':id/edit', 'routes/mailboxes/edit.tsx')
        route(':id/health', 'routes/mailboxes/health.tsx')
        route(':id/disconnect', 'routes/mailboxes/disconnect.tsx')
      })
      route('campaign-builder/email-sending', 'routes/log/email-sending.tsx', () => {
        route('export', 'routes/log/export.ts')
        route('exports/:jobId', 'routes/log/export-progress.tsx')
        route('templates', 'routes/log/templates-tab.tsx', () => {
          route('new', 'routes/templates/new.tsx')
          route(':id/delete', 'routes/templates/delete.tsx')
        })
      })
      route('campaign-builder/email-sending/emails/:id', 'routes/log/email.tsx')
      route('campaign-builder/email-sending/uncertain', 'routes/log/uncertain.tsx')
      route('templates/:id/preview', 'routes/templates/preview.tsx', () => {
        route('edit', 'routes/templates/edit.tsx')
        route('send-test', 'routes/templates/send-test.tsx')
      })
      route('settings', 'routes/settings/settings.tsx')
      route('settings/fields', 'routes/settings/fields/list.tsx', () => {
        route('new', 'routes/settings/fields/new.tsx')
        route(':id/edit', 'routes/settings/fields/edit.tsx')
        route(':id/delete', 'routes/settings/fields/delete.tsx')
      })
      route('settings/do-not-contact', 'routes/settings/do-not-contact.tsx', () => {
        route(':id/remove', 'routes/settings/stop-remove.tsx')
      })

      route('settings/api-keys', 'routes/settings/api-keys.tsx', () => {
        route('new', 'routes/settings/api-key-new.tsx')
        route(':id/revoke', 'routes/settings/api-key-revoke.tsx')
      })

      route('settings/webhooks', 'routes/settings/webhooks/list.tsx', () => {
        route('new', 'routes/settings/webhooks/new.tsx')
      })
      route('settings/webhooks/:id', 'routes/settings/webhooks/detail.tsx', () => {
        route('edit', 'routes/settings/webhooks/edit.tsx')
        route('rotate', 'routes/settings/webhooks/rotate.tsx')
        route('delete', 'routes/settings/webhooks/delete.tsx')
        route('deliveries/:deliveryId', 'routes/settings/webhooks/delivery.tsx')
      })

      route('settings/inbox', 'routes/settings/inbox.tsx', () => {
        route('labels/new', 'routes/settings/label-new.tsx')
        route('labels/remove', 'routes/settings/label-remove.tsx')
        route('replies/new', 'routes/settings/saved-reply-new.tsx')
        route('replies/:id/edit', 'routes/settings/saved-reply-edit.tsx')
        route('replies/:id/delete', 'routes/settings/saved-reply-delete.tsx')
      })

      route('contacts', 'routes/contacts/list.tsx', () => {
        route('add-to-sequence', 'routes/contacts/sequence-add.tsx')
        route('edit/:id', 'routes/contacts/edit.tsx', { id: 'routes/contacts/edit-listed' })
        route('delete/:id', 'routes/contacts/delete.tsx', { id: 'routes/contacts/delete-listed' })
      })
      route('contacts/:id', 'routes/contacts/detail.tsx', () => {
        route('edit', 'routes/contacts/edit.tsx')
        route('delete', 'routes/contacts/delete.tsx')
        route('lift/:stop', 'routes/contacts/lift.tsx')
        route('notes/new', 'routes/contacts/note-new.tsx')
        route('notes/:noteId/delete', 'routes/contacts/note-delete.tsx')
        route('erase', 'routes/contacts/erase.tsx')
      })
      route('contacts-hub/leads-finder', 'routes/leads/finder.tsx', () => {
        route('add', 'routes/leads/add.tsx', () => {
          route('list', 'routes/leads/add-list.tsx')
        })
        route('imports/:jobId', 'routes/leads/import-progress.tsx')
      })
      route('integrations', 'routes/settings/integrations.tsx', () => {
        route('apollo', 'routes/settings/lead-key.tsx')
      })
      route('integrations/gsuite', 'routes/settings/workspace.tsx', () => {
        route('disconnect', 'routes/settings/workspace-disconnect.tsx')
      })
      route('workflows', 'routes/workflows/list.tsx', () => {
        route(':id/activate', 'routes/workflows/activate.tsx')
        route(':id/delete', 'routes/workflows/delete.tsx')
      })
      route('workflows/create', 'routes/workflows/create.tsx', () => {
        route('list', 'routes/workflows/list-new.tsx', { id: 'routes/workflows/create-list' })
      })
      route('workflows/:id', 'routes/workflows/edit.tsx', () => {
        route('list', 'routes/workflows/list-new.tsx', { id: 'routes/workflows/edit-list' })
      })
      route('workflows/:id/status', 'routes/workflows/status.ts')
      route('campaigns', 'routes/campaigns/list.tsx')

      route('*', 'routes/not-found.tsx')
    })
  })
