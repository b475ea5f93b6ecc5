/** A text generator that speaks OpenAI's chat protocol, as most engines do. */

export interface AiConfig {
  /** The base URL set by the operator, e.g. `https://api.openai.com/v1`; `/chat/completions` is appended. */
  baseUrl: string
  /** Empty if the engine needs none. */
  apiKey?: string
  model: string
  /** Milliseconds for one attempt. */
  timeoutMs?: number
  /** Milliseconds for all attempts together; default 90 s. */
  totalMs?: number
}

export interface AiRequest {
  system: string
  user: string
  maxTokens: number
  /** How much the text may vary; default 0.7. */
  temperature?: number
}

/** Why there is no text. `detail` is for the user, with the service's own message if there was one. */
export interface AiFailure {
  ok: false
  why: 'auth' | 'not_found' | 'quota' | 'refused' | 'cut' | 'empty' | 'timeout' | 'aborted' | 'unreachable'
  detail: string
  /** Seconds after which a retry makes sense. */
  retryAfter?: number
}

export type AiResult = { ok: true; text: string } | AiFailure

export interface AiProvider {
  /** Generates one text for one prompt. Never throws for failures of the service or the connection. */
  generate(request: AiRequest, signal: AbortSignal): Promise<AiResult>
}
