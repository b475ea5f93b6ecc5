import { type FindPhrase, finderOf } from '~/providers/mail/words/phrases'
import { CHINESE } from './languages/chinese'
import { CZECH } from './languages/czech'
import { DANISH } from './languages/danish'
import { DUTCH } from './languages/dutch'
import { ENGLISH } from './languages/english'
import { FRENCH } from './languages/french'
import { GERMAN } from './languages/german'
import { ITALIAN } from './languages/italian'
import { JAPANESE } from './languages/japanese'
import { KOREAN } from './languages/korean'
import { NORWEGIAN } from './languages/norwegian'
import { POLISH } from './languages/polish'
import { PORTUGUESE } from './languages/portuguese'
import { SPANISH } from './languages/spanish'
import { SWEDISH } from './languages/swedish'
import { TURKISH } from './languages/turkish'
import { VIETNAMESE } from './languages/vietnamese'
import type { Words } from './languages/words'

type PhraseLists = Words & Record<string, string>
const LANGUAGES: PhraseLists[] = [
  ...[ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH],
  ...[SWEDISH, DANISH, NORWEGIAN, POLISH, CZECH, TURKISH],
  ...[JAPANESE, KOREAN, CHINESE, VIETNAMESE],
]

/** Every language: nobody says in which one a message is written. */
export const READERS: FindPhrase[] = LANGUAGES.map(finderOf)
