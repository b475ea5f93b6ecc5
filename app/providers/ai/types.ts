/** A text generator behind the protocol that OpenAI began and most engines speak. */

export interface AiConfig {
  /** The path that the operator gave, e.g. `https://api.openai.com/v1`; `/chat/completions` is added. */
  baseUrl: string
  /** Empty where the engine wants none. */
  apiKey?: string
  model: string
  /** Milliseconds for one try. */
  timeoutMs?: number
  /** Milliseconds for all tries together; default 90 s. */
  totalMs?: number
}

export interface AiRequest {
  system: string
  user: string
  maxTokens: number
}

/** Why there is no text; `detail` is for the user, in the service's words where it had any. */
export interface AiFailure {
  ok: false
  why: 'auth' | 'not_found' | 'quota' | 'refused' | 'cut' | 'empty' | 'timeout' | 'aborted' | 'unreachable'
  detail: string
  /** Seconds after which another try makes sense. */
  retryAfter?: number
}

export type AiResult = { ok: true; text: string } | AiFailure

export interface AiProvider {
  /** One question, one text. Never throws for what the service or the line does. */
  generate(request: AiRequest, signal: AbortSignal): Promise<AiResult>
}
