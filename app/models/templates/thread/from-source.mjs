// The thread of a program that runs from its sources: in development and in tests. A build has it as build/mail-thread.js.
import { register } from 'tsx/esm/api'

register()
const { default: work } = await import('./mail-thread.server.ts')
export default work
