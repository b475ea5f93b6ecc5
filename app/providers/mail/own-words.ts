import { introductionAt, othersMessageAt } from './quotes'

const MAX_LINES = 2_000
const SIGNATURE = /^--\s?$/
const QUOTED = /^\s{0,3}[>|»]/

/** A text without what it quotes and without its signature (RFC 3676, 4.3): what the writer wrote just now. */
export function ownWords(text: string): string {
  return readOwnWords(text).own
}

/**
 * Own words, and whether anything is quoted. After an introduction with marked lines the writer goes on between
 * and below them; without marks all that follows is the other's.
 */
export function readOwnWords(text: string): { own: string; quotes: boolean } {
  const lines = text.replace(/\r\n?/g, '\n').split('\n', MAX_LINES)
  const bare = lines.map((line) => line.trim())
  const own: string[] = []
  let quotes = false
  let signed = false
  for (let index = 0; index < lines.length; index += 1) {
    if (QUOTED.test(lines[index]!)) {
      quotes = true
      continue
    }
    if (othersMessageAt(bare, index)) return { own: tidy(own), quotes: true }
    const introduced = introductionAt(bare, index)
    if (introduced > 0) {
      quotes = true
      index += introduced - 1
      const next = bare.slice(index + 1, index + 4).find((line) => line !== '')
      if (!next || !QUOTED.test(next)) break
    } else {
      signed ||= SIGNATURE.test(lines[index]!)
      if (!signed) own.push(lines[index]!)
    }
  }
  return { own: tidy(own), quotes }
}

const tidy = (lines: string[]): string =>
  lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const PLEASE = '(?:(?:please|kindly|just|and|hi|hello|no thanks|thanks) )*'
/** A line that asks for no more mail and says nothing else. */
const REQUEST = new RegExp(
  `^${PLEASE}(?:${[
    'unsubscribe (?:me|us)(?: from (?:your|this|the|all) (?:mailing )?(?:lists?|e ?mails?|mailings?))?',
    'unsubscribe from (?:your|this|the|all) (?:mailing )?(?:lists?|e ?mails?|mailings?)',
    '(?:remove|delete|take) (?:me|us|my (?:e ?mail )?address|my e ?mail|my name)(?: off| out)?(?: (?:from|of) )?(?:your|this|the|all)? ?(?:mailing |e ?mail )?(?:lists?|database|mailings?)?',
    'take (?:me|us) off(?: (?:of )?(?:your|this|the) (?:mailing )?list)?',
    'opt (?:me )?out',
    'no (?:more|further) (?:e ?)?mails?',
    '(?:stop|do not|don t|never) (?:e ?mail(?:ing)?|mail(?:ing)?|contact(?:ing)?|writ(?:e|ing)(?: to)?|send(?:ing)?)(?: (?:me|us))?(?: (?:again|any ?more|(?:these |any more |more |such )?(?:e ?mails?|messages)))?',
    '(?:bitte )?(?:nehmen|streichen|entfernen|löschen|tragen) sie mich (?:bitte )?(?:aus|von) (?:ihre[mr]|de[mr]|diese[mr]) (?:\\p{L}{0,10}verteiler|\\p{L}{0,8}liste)(?: aus)?',
    '(?:bitte )?keine (?:weiteren )?(?:e ?mails?|nachrichten|werbung)(?: mehr)?(?: senden| schicken)?',
    '(?:merci de )?(?:me )?(?:désinscrire|désabonner|désinscrivez moi|désabonnez moi)',
    '(?:merci de |veuillez )?(?:me )?(?:retirer|supprimer|enlever|retirez moi) de (?:votre|la|cette) liste',
    '(?:por favor )?(?:denme|dame|darme|deme|quiero darme|darse) de baja',
    '(?:por favor )?no me (?:escriban|escriba|envíen|envíe) más(?: correos)?',
    '(?:per favore )?(?:cancellatemi|cancellami|rimuovetemi|rimuovimi|disiscrivimi|disiscrivetemi)(?: dalla (?:vostra |tua )?(?:mailing )?list\\p{L}?)?',
    '(?:por favor )?(?:remova m?e?|me remova|remover|descadastrar|me descadastre|cancelar inscrição)(?: (?:da|de) (?:sua |sua )?lista)?',
    '(?:graag )?(?:afmelden|uitschrijven|schrijf mij uit)',
    '(?:proszę )?(?:wypisz(?:cie)? mnie|o wypisanie(?: mnie)? z listy|o usunięcie z listy)',
    '(?:пожалуйста )?(?:отпишите меня|отписаться|удалите меня из (?:вашей )?(?:рассылки|базы))',
  ].join('|')})(?: (?:please|now|thanks|thank you|bitte|danke|merci|gracias|grazie|obrigado|immediately))*$`,
  'iu',
)
/** A word is a request near the top; further down it may be the button of a footer that nothing marks. */
const WORD =
  /^(please )?(stop|unsubscribe|remove|opt ?out|abmelden|abbestellen|austragen|désabonner|désinscrire|désinscription|desinscribir|baja|darse de baja|cancellami|descadastrar|afmelden|uitschrijven|wypisz|отписаться|стоп)( please| now| thanks| thank you| bitte)?$/iu
const NEAR_TOP = 3
const MAX_REQUEST = 120

/** Whether own words ask to stop: by a whole line, so that "stop by on Monday" does not. */
export function asksToStop(words: string): boolean {
  const lines = words
    .split('\n', 60)
    .filter((line) => line.length <= MAX_REQUEST)
    .map((line) =>
      line
        .replace(/[^\p{L}\p{N} ]+/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
  return lines.some((line, index) => REQUEST.test(line) || (index < NEAR_TOP && WORD.test(line)))
}
