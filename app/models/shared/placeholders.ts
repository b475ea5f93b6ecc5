/** Signs that stand for nothing, and dashes. */
const DASHES = /^[-–—]+$/
const SIGNS = new Set(String.raw`. .. ... … ? ?? ??? / \ _ *`.split(' '))
/**
 * What programs write where they have no value, and people type there, in English, German, French, Spanish, Italian and Portuguese.
 */
const WORDS = new Set(
  String.raw`
  \n | n/a | n.a. | n.a | n\a | n / a | #n/a | #n/a! | #na | #null! | #ref! | #value! | #name? | #div/0! | #num!
  #error! | #n/d | #wert! | #bezug! | #valeur! | #nom? | #valor! | #valore! | #rif! | #ref
  null | nil | none | nan | undefined | not set | notset | unset | no value | not available | not applicable
  not specified | not provided | not given | not defined | unknown | unspecified | no data | not known | n/d | n.d.
  s/d | n/k | n.c. | k. a. | k.a. | k.a | k/a | keine angabe | keine angaben | nicht gesetzt | nicht angegeben
  nicht verfügbar
  nicht definiert | nicht bekannt | nicht vorhanden | unbekannt | ohne angabe | o. a. | undefiniert | n. v. | n.v.
  kein wert | non renseigné | non renseignée | non défini | non définie | non disponible | non spécifié | non spécifiée
  non précisé | indéfini | inconnu | inconnue | aucun | aucune | néant | sans objet | pas de valeur | nul | no definido
  no disponible | no especificado | no establecido | no aplica | sin definir | sin datos | sin especificar | sin valor
  indefinido | desconocido | desconocida | ninguno | ninguna | nulo | no asignado | non definito | non impostato
  non specificato | non applicabile | non indicato | nessuno | nessuna | nessun valore | sconosciuto | sconosciuta
  indefinito | nullo | non noto | não definido | não disponível | não informado | não especificado | não aplicável
  nao definido | nao informado | nao disponivel | nao aplicavel | sem dados | sem valor | desconhecido | desconhecida
  nenhum | nenhuma | tbd | tba | n/v | #n/v | #nv | #null
`
    .trim()
    .split('\n')
    .flatMap((line) => line.trim().split(' | ')),
)
/** Words that mean nothing only within brackets: "Leer" is also a town. */
const IN_BRACKETS = new Set('blank empty leer vide vacío vacio vuoto vazio missing na nd'.split(' '))
const LONGEST = 24

/** Whether a text says that there is no value. A blank one does. */
export function isPlaceholder(text: string): boolean {
  const word = text
    .trim()
    .slice(0, LONGEST + 1)
    .toLowerCase()
    .replace(/\s+/g, ' ')
  if (DASHES.test(text.trim())) return true
  if (word.length > LONGEST) return false
  if (word === '' || SIGNS.has(word) || WORDS.has(word)) return true
  const inner = /^[([<{](.*)[)\]>}]$/.exec(word)?.[1]?.trim()
  return inner !== undefined && (WORDS.has(inner) || IN_BRACKETS.has(inner))
}
