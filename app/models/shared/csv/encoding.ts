/** The encodings of CSV files. Browser-safe. */

/** By the name of the Encoding Standard, which TextDecoder takes; with the label in the interface. */
export const CSV_ENCODINGS = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western European (Windows-1252)',
  macintosh: 'Western European (Mac Roman)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'koi8-u': 'Cyrillic (KOI8-U)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  shift_jis: 'Japanese (Shift-JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Simplified Chinese (GBK, GB 18030)',
  big5: 'Traditional Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
} as const
export type CsvEncoding = keyof typeof CSV_ENCODINGS
export const isCsvEncoding = (text: unknown): text is CsvEncoding =>
  typeof text === 'string' && Object.hasOwn(CSV_ENCODINGS, text)

/** What jschardet calls the encodings that it is asked about. The order decides between equal candidates. */
const DETECTED: Record<string, CsvEncoding> = {
  'windows-1252': 'windows-1252',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  cp1258: 'windows-1258',
  'iso-8859-2': 'iso-8859-2',
  cp932: 'shift_jis',
  gb18030: 'gb18030',
  cp949: 'euc-kr',
  big5: 'big5',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  'euc-jp': 'euc-jp',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
}
const ASKED = Object.keys(DETECTED).map(
  (name) =>
    ({ macroman: 'mac-roman', maccyrillic: 'mac-cyrillic', big5: 'big5hkscs', cp1258: 'windows-1258' })[
      name
    ] ?? name,
)

const HEAD = 4096
/** Bytes of words that are kept for the detection. */
const WORDS = 64 * 1024
const LONGEST_WORD = 2000

/** What the detection needs of a file: its beginning, and its words with bytes beyond ASCII. */
export interface EncodingSample {
  take: (part: Uint8Array) => void
  /** The encoding by its marks; null if only its words can tell. */
  certain: () => CsvEncoding | null
  words: () => Uint8Array
}

/** Collects the sample of a file that arrives in parts, so that also what stands at its end counts. */
export function createSample(): EncodingSample {
  const head: number[] = []
  const words: number[] = []
  let word: number[] = []
  let isForeign = false
  const flush = () => {
    if (isForeign && word.length <= LONGEST_WORD) {
      for (const byte of word) words.push(byte)
      words.push(0x20)
    }
    word = []
    isForeign = false
  }
  return {
    take(part) {
      for (let i = 0; i < part.length && head.length < HEAD; i++) head.push(part[i]!)
      for (let i = 0; i < part.length && words.length < WORDS; i++) {
        const byte = part[i]!
        // No byte of a character of several bytes is below 0x30, in any of the encodings.
        if (byte < 0x30 || (byte > 0x39 && byte < 0x40)) {
          if (word.length > 0) flush()
        } else {
          if (byte > 0x7f) isForeign = true
          if (word.length <= LONGEST_WORD) word.push(byte)
        }
      }
    },
    certain: () => certainEncoding(head),
    words() {
      flush()
      return Uint8Array.from(words)
    },
  }
}

/** UTF by its byte order mark, else UTF-16 by the zero bytes of its ASCII characters. */
function certainEncoding(head: number[]): CsvEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  const zeros = [0, 0]
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i % 2]!++
  const half = head.length / 2
  if (zeros[1]! > half * 0.3 && zeros[0]! < half * 0.1) return 'utf-16le'
  if (zeros[0]! > half * 0.3 && zeros[1]! < half * 0.1) return 'utf-16be'
  return null
}

/**
 * Detects the encoding of a file: by its marks, else UTF-8 if its words are valid (but for a few), else the most likely other one. The
 * detector gets only the words beyond ASCII, because addresses and English headers would outvote a few names.
 */
export async function detectEncoding(sample: EncodingSample): Promise<CsvEncoding> {
  const certain = sample.certain()
  if (certain) return certain
  const words = sample.words()
  if (words.length === 0 || isMostlyUtf8(words)) return 'utf-8'
  // A megabyte: loaded only for a file that needs it.
  const { detectAll } = await import('jschardet')
  let best: { encoding: CsvEncoding; score: number } = { encoding: 'windows-1252', score: 0 }
  for (const { encoding: name, confidence } of detectAll(words, {
    detectEncodings: ASKED,
    minimumThreshold: 0,
  })) {
    const encoding = DETECTED[name?.toLowerCase() ?? '']
    if (!encoding) continue
    const text = new TextDecoder(encoding).decode(words)
    const usual = encoding !== 'windows-1252' ? 1 : isWestern(text) ? 3 : ICELANDIC.test(text) ? 0.4 : 1
    const score = confidence * plausibility(text) * (PRIORS[encoding] ?? 1) * usual
    if (score > best.score) best = { encoding, score }
  }
  return best.encoding
}

/** Only letters of the large western languages: their words also read as Baltic or Central European ones. */
const WESTERN = /^[\p{ASCII}ÄÖÜäöüßÀÂÇÉÈÊËÎÏÔÙÛàâçéèêëîïôùûœÁÍÓÚÑáíóúñìòÃÕãõÅåÆæØø’‘“”–—…·«»°®™€]*$/u

/** Hungarian and Czech letters read as õ and as ø, but Portuguese has õ only before e, and Danish has no ø beside í, á, ú or ý. */
const isWestern = (text: string) =>
  WESTERN.test(text) && !/[õÕ](?![eE])/.test(text) && !(/[øØ]/.test(text) && /[íáúý]/.test(text))

/** Letters that only Icelandic has: in their places Turkish and Baltic encodings have frequent ones. */
const ICELANDIC = /[ÞþÐð]/

/** Spreadsheets write these rarely. */
const PRIORS: Partial<Record<CsvEncoding, number>> = {
  'windows-1252': 1.3,
  macintosh: 0.7,
  'x-mac-cyrillic': 0.7,
  'iso-8859-2': 0.8,
  'euc-jp': 0.3,
}

function isMostlyUtf8(words: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(words)
  const wrong = text.split('\uFFFD').length - 1
  let foreign = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) foreign++
  return wrong === 0 || wrong * 10 <= foreign - wrong
}

/**
 * How far a text can be one of a person's language, from 0 to 1: a word that mixes Latin with Cyrillic, holds a sign among its letters, or
 * has a capital after a small letter is a sign of the wrong encoding.
 */
function plausibility(text: string): number {
  if (/[\uFFFD\u0080-\u009F]/.test(text)) return 0.01
  const words = text.split(/\s+/).filter(Boolean)
  const odd = words.filter((word) => MIXED.test(word) || SIGN.test(word) || CAPITAL.test(word)).length
  return (1 - odd / Math.max(1, words.length)) ** 2 + 0.001
}
const OTHER = '[\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Hebrew}\\p{Script=Arabic}]'
const MIXED = new RegExp(`\\p{Script=Latin}${OTHER}|${OTHER}\\p{Script=Latin}`, 'u')
/** A sign beyond ASCII beside a letter; dashes, apostrophes, dots and trade marks are usual. */
const SIGN = /(?:(?![\u2010-\u2019\u201C-\u201E\u2026\u00B7\u00A0\u00AE\u2122])[^\p{L}\p{M}\p{N}\p{ASCII}])/u
const CAPITAL = /\p{Ll}(?![A-Z])\p{Lu}|(?=\P{ASCII})\p{Ll}\p{Lu}{2}/u
