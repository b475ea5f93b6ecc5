// The thread of a program that runs from its sources: in development and in tests. A build has it as build/sheet-thread.js.
import { register } from 'tsx/esm/api'

register()
const { default: work } = await import('./sheet-thread.server.ts')
export default work
