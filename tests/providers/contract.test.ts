import { describeMailProvider } from './support/contract'
import { startGoogle } from './support/google'
import { startMailServers } from './support/mail-servers'
import { startMicrosoft } from './support/microsoft'

describeMailProvider('gmail', async () => {
  const google = await startGoogle()
  return {
    open: async (email) => (await google.openMailbox(email)).provider,
    people: google.people,
    mailProgram: google.mailProgram,
    store: google.store,
    archive: async (email, raw) =>
      google.store.keep(email, Buffer.from(raw), 'IMPORTANT', await google.clock.now(), false),
    advance: (ms) => google.clock.advance(ms),
    fault: (kind, times = 1) => google.faults.add({ service: 'gmail', kind, times }),
    canFindSent: true,
    hasThreads: true,
    close: google.close,
  }
})

describeMailProvider('microsoft', async () => {
  const microsoft = await startMicrosoft()
  return {
    open: async (email) => (await microsoft.openMailbox(email)).provider,
    people: microsoft.people,
    mailProgram: microsoft.mailProgram,
    store: microsoft.store,
    archive: async (email, raw) =>
      microsoft.store.keep(email, Buffer.from(raw), 'ARCHIVE', await microsoft.clock.now(), false),
    advance: (ms) => microsoft.clock.advance(ms),
    fault: (kind, times = 1) => microsoft.faults.add({ service: 'microsoft', kind, times }),
    canFindSent: true,
    // Unrelated messages may share a conversation.
    hasThreads: false,
    close: microsoft.close,
  }
})

describeMailProvider('smtp and imap', async () => {
  const servers = await startMailServers()
  return {
    open: async (email) => servers.openMailbox(email),
    people: servers.people,
    mailProgram: servers.mailProgram,
    store: servers.store,
    archive: async (email, raw) =>
      servers.store.keep(email, Buffer.from(raw), 'ARCHIVE', await servers.clock.now(), false),
    advance: (ms) => servers.clock.advance(ms),
    copied: servers.copied,
    fault: (kind, times = 1) => servers.faults.add({ service: 'smtp', kind, times }),
    // A copy is stored after the server accepts a message: an unknown one has none.
    canFindSent: false,
    hasThreads: false,
    // The others cut the line, or fall silent, after the end of the message.
    duringHandOver: { http500: 'retry' },
    close: servers.close,
  }
})
