import { describeMailProvider } from './support/contract'
import { startGoogle } from './support/google'

describeMailProvider('gmail', async () => {
  const google = await startGoogle()
  return {
    open: async (email) => (await google.openMailbox(email)).provider,
    people: google.people,
    fault: (kind, times = 1) => google.faults.add({ service: 'gmail', kind, times }),
    canFindSent: true,
    hasThreads: true,
    close: google.close,
  }
})
