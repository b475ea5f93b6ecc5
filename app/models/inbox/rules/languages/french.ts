import type { Language } from '../language'

export const FRENCH: Language & Record<string, string> = {
  edges: 'et merci non oui bonjour désolé désolée mais car',
  fillers: 'très vivement effectivement bien vraiment malheureusement',
  if: "si/s'il/s'ils/s'elle/s'elles/s'vous",
  not: 'pas/jamais/aucun/aucune/rien/ni/ne/n/non',
  reported: "ne veut pas dire | je n'ai pas dit | vous avez dit | ce n'est pas que",
  but: 'mais/cependant/malheureusement/toutefois/pourtant !merci/bonne',
  request: '. pouvez/pourriez/peux/pourrais/peut/pourrait',

  am: 'je-suis/nous-sommes/on-est | . suis/serais/serions',
  amnot: "je-ne-suis/je-suis/nous-ne-sommes/nous-sommes/on-n'est pas",
  info: "plus/davantage d'informations/d'information/d'infos/d'éléments",
  near: 'SOON | lundi/mardi/mercredi/jeudi/vendredi/demain',
  meeting: "(un/une/le/d'un/notre) rendez-vous/rdv/créneau/appel/démo/démonstration",
  interested: `
    AM (tout-à-fait) intéressé* ./par/pour | cela/ça/offre/proposition/solution/produit m'intéresse/nous-intéresse
    je/nous souhait*/voudr*/aimer* en savoir plus
    je/nous souhait*/voudr*/aimer* (avoir/recevoir/voir/fixer/convenir/prendre) INFO/MEETING
    envoyez-moi/envoyez-nous/m'envoyer/nous-envoyer/me-faire-parvenir/nous-faire-parvenir INFO
    envoyez-moi/envoyez-nous/m'envoyer/nous-envoyer votre/vos/une/un (_) documentation/brochure/tarif*/proposition/devis
    appelez-moi/rappelez-moi (la) cette-semaine/NEAR | NEAR … me-convient/nous-convient/me-va/nous-va/conviendrait`,
  asks: `
    pouvez/pourriez vous m'/nous/me envoyer/transmettre/faire-parvenir/donner INFO
    pouvons-nous/pourrions-nous/pourrait-on/pouvons-on convenir/fixer/organiser/planifier/prévoir MEETING`,
  booked: `
    j'ai/nous-avons (bien) réservé/pris/planifié MEETING | j'ai/nous-avons accepté votre/l' invitation
    je/nous (vous) confirme/confirmons MEETING`,

  refused: `
    AMNOT (du-tout) intéressé* ./du-tout/par-votre/par-vos/par-cette/par-ce/par-ces/par-cela/par-le/par-la | . pas intéressé* ./par
    cela/ça/offre/proposition/produit/service ne m'/nous/me intéresse/concerne pas
    n'ai/n'avons/n'a pas besoin de vos-services/votre-service/votre-offre/votre-produit/votre-solution/votre-aide/ce-service/ce-produit/cela/ça
    . pas besoin . | ne souhaite/souhaitons pas donner suite`,
  alone: '. non (,) merci (beaucoup) .',

  now: "pour-le-moment/pour-l'instant/actuellement/en-ce-moment/cette-année/ce-trimestre/à-ce-stade",
  again: `
    recontactez/recontacter/recontacte/revenez/revenir/reparlons/reparler/relancez/relancer/rappelez/rappeler/réécrivez
    contactez-moi/contactez-nous/écrivez-moi`,
  later: `
    pas/aucun/plus … … NOW/FAR | NOW (,) … … pas/aucun/plus (de/le) intéressé*/besoin/budget/temps/une-priorité/disponible*
    pas maintenant/le-moment/le-bon-moment/tout-de-suite/dans-l'immédiat
    AGAIN … … TIME/plus-tard | peut-être/éventuellement … FAR/plus-tard`,

  responsible:
    "(qui) s'en-occupe/s'occupe-de/est-responsable/est-en-charge/est-le-bon-interlocuteur/est-la-bonne-personne",
  wrong: `
    AMNOT la-bonne-personne/le-bon-interlocuteur/la-bonne-interlocutrice/le-bon-contact/concerné*-par
    AMNOT (la-personne) concernée/responsable/en-charge/à-contacter (de/par) ./ce/cette/ces/cela
    vous vous trompez de personne | trompé* de personne | . mauvaise personne . | ce n'est pas la bonne personne
    je/il/elle ne travaille/fais/fait plus ici/chez/pour/dans/partie-de
    j'ai/il-a/elle-a quitté l'entreprise/la-société/l'organisation | collègue (_) RESPONSIBLE | notre _ (_) RESPONSIBLE`,
  refers: `
    contactez/écrivez-à/adressez-vous-à/prenez-contact-avec/adresser-votre-demande-à/adresser-votre-message-à !SELF
    . contacter/écrire-à/vous-adresser-à !SELF | de/d'/à/pouvez/devriez contacter/écrire-à/vous-adresser-à !SELF`,
  self: 'moi/nous | mon adresse/email/mail',
  away: 'absent/absente/absents/absence | en congé/congés | hors du bureau',

  months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  numbers: 'un/une deux trois quatre cinq six sept huit neuf dix onze douze',
  ordinals: 'premier deuxième troisième quatrième',
  units: 'jour/jours semaine/semaines mois trimestre an/ans',
  in: "dans/d'ici",
  parts: "début mi fin après en/jusqu'en/à-partir-de/vers/d'ici/prochain",
  next: 'semaine-prochaine mois-prochain prochain-trimestre/trimestre-prochain an-prochain/année-prochaine/nouvelle-année',
  someDay: `
    dans/d'ici quelques semaines/mois | au printemps | en automne | à la rentrée
    après (les/la/l'/le) vacances/fêtes/été/rentrée/noël`,
}
