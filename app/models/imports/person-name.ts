/** Names of people: forms of address, and the split of a whole name. Browser-safe. */
import { toPlainKey } from '~/models/shared/plain-key'

const HONORIFICS = new Set(
  `mr mrs ms miss mx dr prof professor sir madam lady lord rev hon herr hr frau fr fraulein dipling diplkfm drmed drphil
   m mme mlle monsieur madame mademoiselle me pr sr sra srta senor senora senorita don dona sig sigra signor signora signorina dott dottssa
   dottore dottoressa ing avv arch dra eng`.split(/\s+/),
)

/** Whether a text is only a form of address: "Dr.", "Prof. Dr.", "Frau". */
export const isHonorific = (text: string): boolean => {
  const words = text.trim().slice(0, 60).split(/\s+/)
  return words.every((word) => HONORIFICS.has(toPlainKey(word)))
}
/** Of these, what is also a name, and counts before one only with a dot: "Don Johnson". */
const ALSO_NAMES = new Set(['don', 'hon', 'ing', 'fr'])
/** After "Dr.": "Nat" without a dot is a name. */
const FACULTY = /^(med|dent|vet|phil|jur|rer|nat|pol|oec|habil|ing|h\.?c)\.$/i
const SUFFIX = /^(jr|sr|ii|iii|iv|phd|md|mba|msc|bsc|cpa|esq|dds|llm|cfa|pmp)$/

/** Family names that tell the order where a name is written in Latin letters. */
const FAMILY_NAMES = new Set(
  `nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly dinh truong trinh dao doan mai lam luong
   wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he gao lin luo zheng liang xie song tang xu deng han feng cao peng
   zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren shen yao lau chan wong leung cheung lam ng chow kwok
   kim lee park choi jung jeong kang cho yoon yun jang lim han oh seo shin kwon hwang ahn song ryu hong jeon
   sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki yamaguchi matsumoto inoue kimura hayashi
   shimizu yamazaki mori abe ikeda hashimoto ishikawa maeda fujita ogawa goto okada hasegawa murakami kondo ishii saito sakamoto endo aoki
   fujii nishimura fukuda ota miura fujiwara okamoto matsuda nakajima nakagawa harada ono tamura takeuchi kaneko wada nakayama ishida`.split(
    /\s+/,
  ),
)
const FAMILY_FIRST_COUNTRY =
  /^(vn|vnm|vietnam|cn|chn|china|prchina|peoplesrepublicofchina|tw|twn|taiwan|hk|hkg|hongkong|mo|macau|macao|kr|kor|korea|southkorea|republicofkorea|korearepublicof|jp|jpn|japan|中国|台湾|台灣|香港|日本|대한민국|한국)$/
const VIETNAM = /^(vn|vnm|vietnam)$/
const VIETNAMESE = /[ơưƠƯ\u1EA0-\u1EF9]/
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+$/u
const HANGUL = /^\p{Script=Hangul}+$/u
const HAN = /^\p{Script=Han}+$/u
const CHINESE_COUNTRY =
  /^(cn|chn|china|prchina|tw|twn|taiwan|hk|hkg|hongkong|mo|macau|macao|sg|singapore|中国|台湾|台灣|香港)$/
const DOUBLE_FAMILY =
  /^(欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|东方|東方|皇甫|尉迟|公孙|慕容|令狐|宇文|夏侯|남궁|황보|제갈|선우|독고|사공|서문)/

/** The first and the last name in a whole name. */
export interface SplitName {
  firstName: string
  lastName: string
}

/**
 * Splits a whole name: "Maria Garcia", "Garcia, Maria". The family name stands first in Vietnamese and East Asian names, where the script,
 * the country or a known family name tells the language. @returns null if it cannot be told
 */
export function splitName(name: string, country: string | null): SplitName | null {
  if (name.length > 200 || /[@\d/()&]/.test(name)) return null
  const commas = name.split(/[,，]/).map((part) => part.trim())
  if (commas.length > 2) return null
  if (commas.length === 2) {
    const [last = '', rest = ''] = commas
    if (SUFFIX.test(toPlainKey(rest))) return splitName(last, country)
    const firstName = withoutAddress(rest).join(' ')
    return last && firstName ? { firstName, lastName: last } : null
  }
  const words = withoutAddress(name)
  const land = toPlainKey(country ?? '')
  if (words.length === 1) return splitUnspaced(words[0]!, land)
  if (words.length === 0) return null
  if (!isFamilyFirst(words, land)) return westernOrder(words)
  // Vietnamese are called by their last name; elsewhere all that follows the family name is the given one.
  return isVietnamese(words, land)
    ? { firstName: words.at(-1)!, lastName: words.slice(0, -1).join(' ') }
    : { firstName: words.slice(1).join(' '), lastName: words[0]! }
}

/** The words of a name without forms of address before it and without degrees after it. */
function withoutAddress(name: string): string[] {
  const words = name.split(/[\s\u3000・]+/).filter(Boolean)
  const isBefore = (word: string, index: number) =>
    (isHonorific(word) && (word.endsWith('.') || !ALSO_NAMES.has(toPlainKey(word)))) ||
    (index > 0 && FACULTY.test(word))
  for (let index = 0; words.length > 1 && isBefore(words[0]!, index); index++) words.shift()
  while (words.length > 2 && SUFFIX.test(toPlainKey(words.at(-1)!))) words.pop()
  return words
}

/** The first word is the given name; initials in the middle belong to neither. */
function westernOrder(words: string[]): SplitName {
  const rest = words.slice(1)
  const family = rest.filter((word, index) => index === rest.length - 1 || !/^\p{L}\.?$/u.test(word))
  return { firstName: words[0]!, lastName: family.join(' ') }
}

const isVietnamese = (words: string[], land: string) => VIETNAMESE.test(words.join(' ')) || VIETNAM.test(land)

function isFamilyFirst(words: string[], land: string): boolean {
  if (words.every((word) => EAST_ASIAN.test(word))) return true
  const hasAccents = VIETNAMESE.test(words.join(' '))
  if (!hasAccents && !FAMILY_FIRST_COUNTRY.test(land)) return false
  const [first, last] = [words[0]!, words.at(-1)!].map((word) =>
    FAMILY_NAMES.has(toPlainKey(word).replaceAll('đ', 'd')),
  )
  if (first === last) return hasAccents || first === true
  return first === true
}

/** Chinese and Korean names are written without a space. */
function splitUnspaced(word: string, land: string): SplitName | null {
  const isKnown = HANGUL.test(word) || (HAN.test(word) && CHINESE_COUNTRY.test(land))
  const letters = [...word]
  if (!isKnown || letters.length < 2 || letters.length > 4) return null
  const length = letters.length > 2 && DOUBLE_FAMILY.test(word) ? 2 : 1
  return { firstName: letters.slice(length).join(''), lastName: letters.slice(0, length).join('') }
}
