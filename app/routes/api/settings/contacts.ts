import { api, operation } from '~/http/api.server'
import { ContactSettings } from '~/models/accounts/contact-settings'
import { getContactSettings, saveContactSettings } from '~/models/accounts/contact-settings.server'
import { ContactSettingsResponse } from '~/models/api/contacts'

const route = api({
  GET: operation({
    summary: 'Contact filtering settings',
    response: ContactSettingsResponse,
    run: ({ db, userId }) => getContactSettings(db, userId),
  }),
  PUT: operation({
    summary: 'Saves the contact filtering settings',
    response: ContactSettingsResponse,
    body: ContactSettings,
    current: ({ db, userId }) => getContactSettings(db, userId),
    // A higher limit releases emails that wait for it.
    sends: 'always',
    run: ({ db, userId, body }) => saveContactSettings(db, userId, body),
  }),
})

export const loader = route.loader
export const action = route.action
