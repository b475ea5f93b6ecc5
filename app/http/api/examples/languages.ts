import { curlExample } from './curl'
import { pythonExample } from './python'
import type { ExampleRequest } from './request'
import { typescriptExample } from './typescript'

/** The languages of the examples. `lang` is the name that tools know (`x-codeSamples`). */
export const LANGUAGES = [
  { name: 'curl', label: 'curl', lang: 'Shell', write: curlExample },
  { name: 'typescript', label: 'TypeScript', lang: 'TypeScript', write: typescriptExample },
  { name: 'python', label: 'Python', lang: 'Python', write: pythonExample },
] as const satisfies { name: string; label: string; lang: string; write(request: ExampleRequest): string }[]
