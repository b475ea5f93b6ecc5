/** The maximum number of values in one JSON text. One call can enroll 50,000 contacts. */
const MAX_VALUES = 60_000
const MAX_DEPTH = 100

/** The JSON text exceeds a limit. The message is safe to show. */
export class JsonTooLarge extends Error {}

/**
 * Parses JSON of at most 60,000 values and 100 levels. Both are counted before parsing, because a million brackets would block
 * the event loop for too long.
 * @throws JsonTooLarge above these limits; SyntaxError for malformed JSON
 */
export function parseBoundedJson(text: string): unknown {
  let values = 1
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (quoted) {
      if (character === '\\') at += 1
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === ',') values += 1
    else if (character === '[' || character === '{') {
      values += 1
      depth += 1
    } else if (character === ']' || character === '}') depth -= 1
    if (depth > MAX_DEPTH) throw new JsonTooLarge('The body is nested too deeply')
    if (values > MAX_VALUES) throw new JsonTooLarge('The body has too many values')
  }
  return JSON.parse(text)
}
