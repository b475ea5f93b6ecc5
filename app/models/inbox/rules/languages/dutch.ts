import type { Language } from '../language'

export const DUTCH: Language & Record<string, string> = {
  edges: 'en bedankt dank nee ja sorry hallo want omdat',
  fillers: 'zeker zeer erg wel heel veel helaas echt absoluut graag gerust even',
  if: 'als/indien/mocht/mochten/of',
  not: 'niet/geen/nooit/niets/nee',
  reported: 'niet dat | betekent niet | ik zei niet',
  but: 'maar/helaas/echter/hoewel !bedankt/dank/succes/veel-succes',
  request: '. kunt/kan/kun/kunnen/zou',

  am: 'ik-ben/we-zijn/wij-zijn/ben-ik/zijn-wij/zijn-we | . ben/zijn',
  have: 'ik-heb/we-hebben/wij-hebben/heb-ik/hebben-wij/hebben-we | . heb/hebben',
  info: '(wat) meer informatie/info/details',
  near: 'SOON | maandag/dinsdag/woensdag/donderdag/vrijdag/morgen',
  interested: `
    AM geïnteresseerd ./in/om | HAVE interesse/belangstelling ./in/hierin
    ik/wij/we wil/willen/zou/zouden/hoor/horen/ontvang/ontvangen meer informatie/weten/horen/over
    ik/wij/we wil/willen/zou/zouden/ontvang/ontvangen een demo/afspraak/gesprek/offerte | stuur/stuurt-u/mail mij/me/ons INFO
    klinkt interessant/goed (,) (en) stuur/laten-we/ik-wil/wanneer/we-willen | NEAR … schikt/past/komt (_) mij/ons/goed-uit`,
  asks: 'kunt/kan/kun/zou u/je/jullie (mij/me/ons) INFO | kunnen/zullen/zouden we (een) afspraak/gesprek/call/belafspraak',
  booked: `
    HAVE (zojuist/net/alvast) een/de afspraak/call/gesprek/meeting/tijdslot ingepland/gepland/geboekt/gemaakt
    ik-bevestig/we-bevestigen/bevestig-ik de/onze afspraak/meeting | HAVE de/uw/je uitnodiging geaccepteerd`,

  offer: 'aan/in/hierin/hieraan/hiervoor/daaraan/daarin . | in/aan/voor uw/jullie/je/dit/deze/dat',
  refused: `
    HAVE (hier/daar/hiervoor/bij-ons) geen interesse/behoefte/belangstelling ./OFFER | . geen interesse/behoefte ./OFFER
    AM (hier) niet (hierin) geïnteresseerd ./OFFER | . niet geïnteresseerd .`,
  alone: '. nee (,) bedankt/dank-u/dank-je .',

  now: 'op-dit-moment/op-het-moment/momenteel/voorlopig/dit-jaar/dit-kwartaal',
  return: 'contact-op/mail/bel/kom/probeer/benader/schrijf/meld',
  again: 'opnieuw/weer/nogmaals/nog-eens',
  later: `
    niet/geen … … NOW | NOW (hebben/heb/zijn/ben/is) (we/wij/ik/dit/er) (hier/daar/bij-ons) niet/geen
    nu niet | niet nu | niet het/een (juiste/goed/goede) moment | RETURN … … later/FAR | FAR … AGAIN | AGAIN … TIME
    misschien/wellicht/eventueel … later/FAR`,

  responsible:
    'gaat hierover/daarover/hier-over | is (hiervoor/daarvoor) de-juiste-persoon/de-juiste-contactpersoon/verantwoordelijk',
  wrong: `
    AM (hiervoor/daarvoor/hier) niet de juiste/goede persoon/contactpersoon
    AM (hiervoor/daarvoor/hier) niet (hiervoor/daarvoor) verantwoordelijk/degene-die
    verkeerde persoon | ik ga hier niet over | daar ga ik niet over
    ik-werk/hij-werkt/zij-werkt hier/daar niet meer/langer | ik-werk/hij-werkt/zij-werkt niet meer/langer hier/daar/bij/voor | collega (_) RESPONSIBLE | onze _ (_) RESPONSIBLE`,
  refers: 'contact-opnemen-met/contact-op-met/mail/stuur-een-mail-naar/schrijf-naar/benader/wenden-tot !SELF',
  self: 'mij/me/ons | mijn (andere) adres/mail/email',
  away: '*afwezig*/*vakantie* | niet op kantoor',

  months: 'januari februari maart april mei juni juli augustus september oktober november december',
  numbers: 'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
  ordinals: 'eerste tweede derde vierde',
  units: 'dag/dagen week/weken maand/maanden kwartaal jaar',
  in: 'over/binnen',
  parts: 'begin half/medio eind na in/tot/vanaf/rond/volgende',
  next: 'volgende-week volgende-maand volgend-kwartaal volgend-jaar/nieuwe-jaar',
  someDay: `
    over/binnen een-paar/enkele weken/maanden | in het voorjaar/najaar | na (de/het) vakantie/feestdagen/zomer/zomervakantie/kerst`,
}
