import { sanitizeEmailHtml } from '../mail-html.server'
import { checkEmail } from '../preflight.server'
import { previewTemplate } from './preview.server'
import { showLive } from './show-live.server'

/** What takes long for a long email, and needs nothing but its texts. */
export const WORK = { clean: sanitizeEmailHtml, preview: previewTemplate, check: checkEmail, live: showLive }
