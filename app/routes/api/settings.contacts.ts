import { api, operation } from '~/http/api.server'
import { ContactSettingsAnswer } from '~/models/answers/contacts'
import { ContactSettings } from '~/models/contact-settings'
import { getContactSettings, saveContactSettings } from '~/models/contact-settings.server'

const route = api({
  GET: operation({
    summary: 'Contact filtering settings',
    answer: ContactSettingsAnswer,
    run: ({ db, userId }) => getContactSettings(db, userId),
  }),
  PUT: operation({
    summary: 'Saves the contact filtering settings',
    answer: ContactSettingsAnswer,
    body: ContactSettings,
    current: ({ db, userId }) => getContactSettings(db, userId),
    run: ({ db, userId, body }) => saveContactSettings(db, userId, body),
  }),
})

export const loader = route.loader
export const action = route.action
