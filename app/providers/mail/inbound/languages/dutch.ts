import type { Words } from './words'

export const DUTCH: Words & Record<string, string> = {
  edges: 'en bedankt dank maar of want graag groeten',
  fillers: 'alstublieft aub alsjeblieft ook heel zeer gelieve per-direct direct vriendelijk dus daarom',

  me: 'mij/me/ons/mijzelf | mijn/ons/onze/dit/deze (email/mail) adres/emailadres/mailadres/gegevens/naam/contactgegevens/bedrijf/email/contact/persoonsgegevens',
  emails:
    'email/emails/mail/mails/bericht/berichten/mailing/mailings/nieuwsbrief/nieuwsbrieven/reclame/aanbiedingen/contact/spam/correspondentie/berichtgeving/acquisitie/benadering/mailtjes/mailtje/benaderd',
  list: '*lijst*/*bestand*/database/systeem/mailing/nieuwsbrief/administratie/crm/adressenbestand',
  from: 'uit/van (al) (uw/jullie/je/de/deze/alle) (email/mail) LIST',
  take: 'verwijder/verwijderen/verwijdert/verwijderd/haal/halen/haalt/gehaald/schrap/schrappen/geschrapt/schrijf/uitschrijven/uitgeschreven/meld/afmelden/afgemeld/wis/wissen/gewist/uit-te-schrijven/te-verwijderen/uit-schrijven/verwijdering/uitschrijving',
  write:
    'mailen/mailt/schrijven/contacteren/benaderen/benadert/sturen/stuur/toesturen/lastigvallen/lastig-te-vallen/zenden/versturen/toe-te-sturen/benaderd/gemaild/lastiggevallen/gecontacteerd/aangeschreven/op-te-nemen/opnemen/aanschrijven/bericht',
  more: 'geen/verdere/meer/zulke/deze/dit-soort/dergelijke/uw/jullie/ongevraagde/toekomstige/nog-meer/enkele/soortgelijke',

  not: 'niet/nooit/zonder',
  reported:
    'klik/klikken | als/indien/wanneer u/je geen/niet-meer/niet-langer … ontvangen/ontvangt | zei/zeggen/zegt/antwoorden/klanten/gebruikers/iemand/waarom/hoe/wanneer',
  except:
    'voor-maandag/tot/behalve/maandag/<day>/weekend/tijdens/morgen/vandaag/bel/bellen/telefonisch/tenzij',
  end: 'stop/stoppen/stopt/staken/staak/ophouden/op-te-houden',
  remove:
    'TAKE ME (te) (uit) … FROM | ME (te) TAKE FROM | ME FROM (te/willen/kunnen/willen-laten) TAKE | ME … FROM (te/willen/kunnen) TAKE | FROM (te/willen/kunnen) TAKE | ME (te/graag) TAKE . | TAKE ME (af/uit) . | TAKE (te) worden/zijn/worden-uit/uit FROM | verwijdering/wissen (van) (mijn/onze) gegevens/persoonsgegevens/adres/emailadres | bezwaar tegen … gebruik/verwerking | uitschrijving van/uit/voor | schrijf/meld mij/me/ons (_) uit/af | af-te-melden/afmelden (voor/van/bij) | trek/intrekken (_) toestemming',
  noMore: `
    stel/stellen (er) geen prijs op (MORE) (MORE) EMAILS | liever/graag geen (MORE) (MORE) EMAILS | geen (MORE) (MORE) EMAILS meer | geen MORE (MORE) EMAILS | geen EMAILS (meer) (te) ontvangen/wensen/willen
    niet meer/langer/nogmaals/opnieuw (door) (u/jullie) (te) WRITE | niet meer (door) (u/jullie) WRITE (te) worden | WRITE (mij/me/ons) niet meer | WRITE (mij/me/ons) geen (MORE) EMAILS (meer)
    END met (het) (ons/mij/me/te/versturen-van/het) (te) WRITE | END met (het) (uw/deze/jullie/die) EMAILS | (u) afziet/afzien/af-te-zien/onthouden (van) (MORE) (MORE) (EMAILS) | EMAILS (_) stop-te-zetten/stopzetten/staken/achterwege-laten`,
  perhaps:
    'niet (meer) (op) (te) volgen/opvolgen/herinneren/aandringen | geen reminder/reminders/herinnering/herinneringen | avg | is/als spam | ongevraagd* | (hoe) kan/meld (ik) (mij/me) afmelden/uitschrijven . | met rust | niet mailen/contacteren/benaderen . | afmelden | uitschrijven | waar heeft/hebben (u/jullie) (mijn/ons) adres/emailadres/gegevens',

  away: `
    werk/ben (_) parttime/part-time/deeltijd | ben/zijn/is/zal/was/blijft (_) (_) (_) afwezig/vakantie/verlof/zwangerschapsverlof/ziek/weg/gesloten/onbereikbaar/buitenland/reis/bouwvak/ouderschapsverlof/vrij/kantoor | niet (op/aan/in) kantoor/het-kantoor/mijn-werkplek/mijn-bureau/werk | niet aanwezig/bereikbaar/beschikbaar/werkzaam
    (op/met) (_) vakantie/verlof/zakenreis/zwangerschapsverlof | terug/weer op-kantoor/bereikbaar/aanwezig/aan-het-werk (_) (_) (<day>) | vanaf/op <day> (_) (_) (_) terug/weer/bereikbaar/aanwezig | buiten kantoor | ben (_) (_) tot (en-met) <day> | (ons/het) kantoor/bedrijf (_) is/gesloten`,
  covered: `
    dringend/dringende/spoed/spoedeisend/spoedeisende/urgent/urgente/haast/wachten/noodgeval/noodgevallen/brand … … … … contact/mailen/bellen/terecht/<address>/wenden/neem/schrijf | dringend/dringende/spoed/urgente … … … bel/bellen/mail _ | contact/mail/mailen/bel/bellen/wenden/terecht … … … … <address>/dringende/spoed
    tijdens/gedurende/in (mijn/onze/deze) afwezigheid/periode | in de tussentijd | ondertussen | vervangt/waarneemt/neemt-waar/waarnemen/vervanger/helpt/helpen (_) mij/u/je/verder/waar
    (EMAILS) … niet (_) gelezen/doorgestuurd/beantwoord/gemonitord | beperkt/beperkte/geen/nauwelijks/slecht (_) toegang/bereik/internet/bereikbaar | lees/bekijk/check … mail/niet/sporadisch/beperkt`,
  later:
    'beantwoord/reageer/lees/antwoord/behandel/reageren/beantwoorden … … … terugkomst/terug/terugkeer | na/bij (mijn) terugkomst/terugkeer/vakantie | zodra ik (weer) terug/op-kantoor/aanwezig (ben) | antwoord/reactie … langer/vertraging/later | daarna/nadien (_) beantwoord/gelezen/behandeld',
  left: 'werk/werkt/werkzaam (_) niet-meer/niet-langer (_) bij/voor/hier/werkzaam/in | niet (meer/langer) werkzaam/in-dienst/werken (bij/voor) | heb/heeft (_) (_) (_) bedrijf/organisatie/onderneming/dienst verlaten | uit dienst | (met) pensioen | postvak/mailbox/adres/emailadres/mailadres/account (_) (is/wordt) (_) niet-meer/gesloten/opgeheven/inactief/niet-langer/gedeactiveerd',
  received:
    'ontvangen/geregistreerd/aangemaakt/genoteerd/binnengekomen | bevestigen (wij/de) ontvangst | ontvangst (_) bericht/bevestig* | bericht/vraag/verzoek/aanvraag/mail (_) (_) is/goede-orde … ontvangen/geregistreerd/aangekomen',
  promise:
    'reageren/reactie/antwoorden/antwoord/beantwoorden/contact/behandelen/terugkoppeling/neemt/nemen … … … … mogelijk/binnen/uur/werkdagen/dagen/<day>/spoedig/snel/snelst | zo snel/spoedig mogelijk | binnen <day> | openingstijden',
  ticket:
    'nummer/referentie/ticket/zaak/*nummer (is/van) … <day> | vermeld/bewaar/houd/gebruik/behoud … nummer/referentie/onderwerp/*nummer | in-de/onderwerpregel/onderwerp | onder nummer/referentie/*nummer',
  challenge:
    'bevestig/bevestigt/bevestigen/klik/bewijs … … … … mens/persoon/robot/link/afzender/echt | filter/spamfilter/spam/ongewenste … … … bericht/mail/wachtrij/wacht/gebruik/tegengehouden | bericht/mail (_) wacht/vastgehouden/wachtrij/quarantaine | alle/toekomstige (uw/je) EMAILS … aankomen/afgeleverd/bezorgd',
  automatic:
    'automatisch/automatische/geautomatiseerd/geautomatiseerde (_) antwoord/bericht/mail/email/gegenereerd/verzonden/verstuurd/aangemaakt/ontvangstbevestiging',
  courtesy:
    'bedankt/dank/dankjewel (u/je) (wel) (voor) … EMAILS/vraag/interesse/begrip/geduld/aanvraag/vertrouwen/belangstelling/schrijven | bedankt . | dank (u/je) wel | (met) (vriendelijke) groet* | fijne/prettige/goede dag/vakantie/feestdagen/kerst/zomer/week | excuses (voor) | niet (te) antwoorden/reageren/beantwoorden (op) (dit/deze)',
  personal:
    'hebben-interesse/geen-interesse/wel-interesse/geïnteresseerd/interessant/offerte/prijs/prijzen/budget/contract/afspraak/demo/bestellen/bestelling/kopen/kosten/factuur/voorstel/toch/morgen/vandaag/ja/nee/hoeveel/waarom/wanneer/kunt-u-sturen/kunnen-we/stuur-mij/stuur-de/bel-me/mail-me/klinkt/bespreken/haast/kan-wel/volgende-week/wij-willen/vinden',
}
