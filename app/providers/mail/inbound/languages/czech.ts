import type { Words } from './words'

export const CZECH: Words & Record<string, string> = {
  edges: 'a děkuji děkujeme ale nebo protože s zdravím díky',
  fillers: 'prosím velmi také laskavě okamžitě ihned už již prosíme proto',

  me: 'mě/mne/nás/mi/nám | můj/naši/náš/mou/moji/moje/naše/tuto/mého/našeho/mých/našich/tento (emailovou/emailovy/emailovy/emailovou/osobní/kontaktní) adresu/adresa/adresy/email/mail/údaje/údajů/kontakt/jméno/firmu/kontakty/data/emailu',
  emails:
    'email/emaily/emailů/mail/maily/mailů/zprávy/zpráv/zprávu/nabídky/nabídek/newsletter/newslettery/reklamu/reklamy/sdělení/kontakt/spam/korespondenci/korespondence/obchodní/informace/oslovování/oslovení',
  list: 'seznamu/seznam/seznamů/databáze/databází/newsletteru/systému/evidence/mailingu/rozesílky/adresáře/listu',
  from: 'z/ze (vašeho/vaší/vašich/tohoto/této/všech/svého/své/svých/mailing) LIST',
  take: 'odstraňte/odstranit/odstranění/vyřaďte/vyřadit/vyřazení/vymažte/vymazat/vymazání/smažte/smazat/smazání/odhlaste/odhlásit/odhlášení/vyškrtněte/vyškrtnout/odebrat/odeberte/vyjměte/vyjmout/odebrání/vyřazen/vyřazeni',
  write:
    'kontaktujte/kontaktovat/kontaktování/pište/psát/posílejte/posílat/zasílejte/zasílat/zasílání/neposílejte/neposílat/nepište/nepsat/nekontaktujte/nekontaktovat/nezasílejte/nezasílat/obtěžovat/neobtěžujte/oslovovat/neoslovujte/oslovujte/nepsali/neposílali/nekontaktovali/nezasílali/neoslovovali/posílání',
  more: 'další/dalších/dále/více/žádné/žádná/žádných/takové/tyto/vaše/vašich/budoucí/podobné/znovu/nevyžádané',

  not: 'ne/nikdy/bez',
  reported:
    'klikněte/kliknutím | pokud (si) nepřejete/nechcete (již) dostávat/přijímat/odebírat | řekl/říkají/odpovídají/zákazníci/uživatelé/někdo/proč/jak/kdy',
  except: 'před/do-pondělí/pondělí/<day>/víkend/během/zítra/dnes/zavolejte/volejte/telefonicky/kromě',
  remove:
    '(o) TAKE ME … FROM | TAKE ME FROM | ME … TAKE FROM | (o) TAKE FROM | TAKE ME . | TAKE se FROM | (být) TAKE FROM | odhlaste mě/nás | odhlásit mě/nás | (o) vymazání/smazání/výmaz (všech) mých/našich/osobních údajů/dat/kontaktů | odvolávám/odvoláváme souhlas | námitku/námitka proti',
  noMore: `
    nepřeji/nepřejeme/nechci/nechceme/nechtěl/nechtěla/nepřál/nestojíme/nestojím (si/bych/bychom) … dostávat/být/od/EMAILS/MORE/kontaktován*/oslovován*/zasílat … | raději/radši/raději-bychom/rádi/ocenili/ocenil/ocenila/uvítali/uvítal/vděčn* … nedostávali/nedostával/nedostávala/WRITE/nebyli/nebyl
    nepište/nekontaktujte/neposílejte/nezasílejte/neoslovujte (nám/mi/nás/mě/již/už) (MORE) (EMAILS) | (abyste) … nepsali/neposílali/nekontaktovali/nezasílali/neoslovovali | (žádné) MORE EMAILS | (už/již) (mi/nám/nás/mě) (MORE) nepište/nekontaktujte/neposílejte/nezasílejte
    přestaňte/přestat/přestali/upusťte/upustit/zdržte/zdržet/ukončete/ukončit/zastavte (se/od/s/mi/nám/nás) … WRITE/EMAILS | (o) ukončení/zastavení … EMAILS/WRITE/zasílání | nebýt (MORE) kontaktován*/oslovován*`,
  perhaps:
    '(není) třeba/nutné připomínat/psát | gdpr | je/jako spam | nevyžádan* | jak (se) odhlásit/odhlásím . | kde jste získali/vzali … adresu/kontakt/email | (na/v) pokoji | nechte (mě/nás) | neurgujte | odhlásit | nepište .',

  away: 'jsem/budu/jsme/budeme/nacházím-se/je/bude (_) (_) nepřítom*/kancelář/dovolené/nemocen*/nemocn*/cestě/cestách/zavřeno/uzavřen*/mimo/rodičovské/mateřské/dovolenou/nedostupn*/zahraničí/volno | mimo kancelář | (na) dovolené | nejsem/nebudu/nejsme/nebudeme (_) v-kanceláři/k-zastižení/dostupn*/přítom*/v-práci | vrátím/vracím/budu-zpět/zpět (se) v-kanceláři/do-práce/do-kanceláře (_) <day> | zpět/opět (_) (od/dne) <day> | (mám) dovolenou',
  covered:
    'naléhav*/urgentní*/neodkladn*/spěchá/nutných/akutní*/počkat/hoří/nutné/pilné … … … … kontakt*/obraťte/volejte/pište/<address>/obracejte/zavolejte/spojte | kontakt*/obraťte/volejte/pište/obracejte/zavolejte … … … … <address>/naléhavých | v/během/po mé/době/dobu/naší nepřítomnosti/mé | mezitím | v této době | zastupuje/zastoupí/pomůže/pomohou | EMAILS/pošta … nejsou/není/nebudou/nebude (_) přeposílán*/přesměrován*/čten* | omezený/omezen*/žádný (přístup)',
  later:
    'odpovím/odpovíme/ozvu/přečtu/budu-reagovat … … návratu/návrat | po mém/svém návratu | jakmile/až (se) vrátím/budu | odpověď … zpozdit/zpožd*/později',
  left: '(již/už) nepracuji/nepracuje/nejsem-zaměstn* | nepracuji/nepracuje (_) (v/pro/u) | odešel/odešla/ukončil/ukončila (_) (_) z/do/pracovní/ze/spolupráci firmy/společnosti/důchodu/poměr | schránka/adresa/účet (_) byla/není/již/je (_) zrušen*/aktivní/používán*/uzavřen*/neaktivní/čten*',
  received:
    'přijali/obdrželi/zaevidovali/zaregistrovali/obdržel/obdržela (jsme/jsem) (_) EMAILS/požadavek/dotaz/zprávu/žádost/váš/vaši | EMAILS/požadavek/dotaz/zpráva/žádost (_) (byl/byla/jsme) (_) přijat*/přijal*/zaevid*/zaregistr*/obdržel*/vytvoř*/doruč* | potvrzujeme (přijetí)',
  promise:
    'odpovíme/ozveme/odpovědět/kontaktovat/odpověď/kontaktujeme/vyřídíme/ozvu/odpovím/ozve … … … … nejdříve/brzy/hodin/dnů/dní/pracovních/<day>/možné | co nejdříve | (do) <day> hodin/dnů/dní/pracovních | otevírací/provozní dob*',
  ticket:
    'číslo/č/ticket/požadavek požadavku/případu/je/tiketu … <day> | uvádějte/uveďte/zachovejte/ponechte … číslo/předmětu/předmět | (v) předmětu | pod číslem',
  challenge:
    'potvrďte/potvrdit/klikněte/kliknutím/ověřte … … … … člověk/osoba/robot/odkaz/odesílatel | filtr/spam/spamu/antispam* … … … zpráva/frontě/čeká/používám/zadržen* | zpráva/mail/email (_) čeká/zadržen*/karanténě',
  automatic:
    'zpráva/odpověď/email/automaticky/potvrzení (_) automatick*/vygenerovan*/generovan*/odeslan* | automatick* odpověď/zpráva/email/potvrzení',
  courtesy:
    'děkuji/děkujeme (za/vám) … EMAILS/zprávu/dotaz/pochopení/trpělivost/zájem/email/váš | děkuji . | s pozdravem | hezký/krásné/veselé/příjemné den/svátky/vánoce/léto | omlouvám* | zdravím | neodpovídejte (na) (tuto/tento/tento)',
  personal:
    'máme-zájem/mám-zájem/nemáme-zájem/zajímá/zajímav*/nabídku/cena/ceny/ceník/cenu/smlouv*/rozpočet/schůzk*/demo/objedn*/koupit/koupí*/vzor*/faktur*/zítra/dnes/ano/chceme/kolik/kdy-můžeme/proč/můžete-poslat/můžete/pošlete-mi/zavolejte-mi/probrat/líbí/příští-týden',
}
