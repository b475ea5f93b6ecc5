import type { AiProvider, AiRequest, AiResult } from '~/providers/ai/types'

/** A service with this response, which records its requests. */
export function fakeAi(result: AiResult) {
  const asked: AiRequest[] = []
  const ai: AiProvider = {
    async generate(one) {
      asked.push(one)
      return result
    },
  }
  return { asked, ai }
}
