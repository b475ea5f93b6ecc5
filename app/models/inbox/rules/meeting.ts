import { phrases } from './phrase'

const ENGLISH = [
  '(?:i|we) (?:have |ve )?(?:just |already )?(?:booked|scheduled) (?:a |the |our |some )?(?:short |quick |first )?(?:meeting|call|demo|slot|time|appointment|chat)',
  '(?:i|we) (?:have |ve )?(?:just )?(?:booked|picked|reserved|grabbed) (?:a |the )?(?:slot|time slot|time)',
  '(?:i|we) (?:have |ve )?(?:just )?accepted (?:your|the) (?:invite|invitation|calendar invite|calendar invitation|meeting)',
  '(?:i|we) (?:have |ve )?(?:just )?sent (?:you |over )?(?:a|an|the) (?:calendar )?(?:invite|invitation|meeting request)',
  '(?:i|we) (?:hereby )?confirm (?:the|our) (?:meeting|call|appointment|demo)',
  '(?:meeting|call|demo|appointment) (?:is |has been )?(?:booked|confirmed|scheduled)',
]
const GERMAN = [
  '(?:ich|wir) (?:habe|haben) (?:soeben |gerade |eben |bereits )?(?:mir |uns )?(?:einen|den|ein|das) (?:termin|gesprach|slot|demo|zeitfenster) (?:gebucht|eingetragen|vereinbart|reserviert)',
  '(?:termin|gesprach) (?:ist |wurde )?(?:gebucht|bestatigt|eingetragen)',
  '(?:ich|wir) bestatigen? (?:hiermit |gerne )?(?:den|unseren|das) (?:termin|gesprach)',
  '(?:termineinladung|einladung|kalendereinladung) (?:ist |habe ich |wurde )?(?:angenommen|verschickt|bestatigt)',
]
const FRENCH = [
  '(?:j ai|nous avons) (?:bien )?(?:reserve|pris|planifie) (?:un|le) (?:rendez vous|rdv|creneau|appel|rendez vous telephonique)',
  '(?:je|nous) (?:vous )?confirm(?:e|ons) (?:le|notre) (?:rendez vous|rdv|appel)',
  '(?:j ai|nous avons) accepte (?:votre|l) invitation',
]
const SPANISH = [
  '(?:he|hemos|acabo de|ya he) (?:reservado|agendado|reservar|agendar) (?:una|la|un) (?:reunion|llamada|cita|hueco|demo)',
  '(?:confirmo|confirmamos) (?:la|nuestra) (?:reunion|llamada|cita)',
  '(?:he|hemos) aceptado (?:su|tu|la) invitacion',
]
const ITALIAN = [
  '(?:ho|abbiamo) (?:appena )?(?:prenotato|fissato) (?:un|una|l|la|il) (?:appuntamento|call|chiamata|incontro|riunione|slot)',
  '(?:confermo|confermiamo) (?:l|il nostro|la nostra|la|il) (?:appuntamento|call|incontro|riunione|chiamata)',
  '(?:ho|abbiamo) accettato (?:il suo|il vostro|l) invito',
]
const PORTUGUESE = [
  '(?:acabei de |ja )?(?:marquei|agendei|marcamos|agendamos|marcar|agendar) (?:a|uma|o|um) (?:reuniao|chamada|ligacao|horario|conversa|call)(?: (?:para|na|no))',
  '(?:confirmo|confirmamos) (?:a|a nossa|o) (?:reuniao|chamada|encontro)',
  '(?:aceitei|aceitamos) o (?:seu |vosso )?convite',
]
const DUTCH = [
  '(?:ik heb|we hebben|wij hebben) (?:zojuist |net |alvast )?(?:een|de) (?:afspraak|call|gesprek|meeting|tijdslot) (?:ingepland|gepland|geboekt|gemaakt)',
  '(?:ik bevestig|we bevestigen|bij deze bevestig ik) (?:de|onze|graag de) (?:afspraak|meeting)',
  '(?:ik heb|we hebben) (?:de|uw|je) uitnodiging geaccepteerd',
]
const POLISH = [
  '(?:zarezerwowalem|zarezerwowalam|umowilem|umowilam|zarezerwowalismy) (?:sie na )?(?:spotkanie|termin|rozmowe)',
  '(?:potwierdzam|potwierdzamy) (?:spotkanie|termin spotkania|nasze spotkanie|rozmowe)',
  '(?:zaakceptowalem|zaakceptowalam|przyjalem|przyjelam) zaproszenie',
]

/** A meeting has been fixed: booked, accepted or confirmed. */
export const MEETING_BOOKED = phrases(
  ...ENGLISH,
  ...GERMAN,
  ...FRENCH,
  ...SPANISH,
  ...ITALIAN,
  ...PORTUGUESE,
  ...DUTCH,
  ...POLISH,
)
