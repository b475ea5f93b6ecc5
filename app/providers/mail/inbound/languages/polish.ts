import type { Words } from './words'

export const POLISH: Words & Record<string, string> = {
  edges: 'i dziękuję ale lub oraz bo pozdrawiam więc',
  fillers: 'bardzo uprzejmie też również natychmiast niezwłocznie już państwa państwo',

  me: 'mnie/nas/mi/nam | mój/mojego/mojej/moje/nasz/naszego/naszej/nasze/ten/tego/moich/naszych (adres/adresu) (email/emailowy/emailowego/mailowy/mailowego/mail/maila/adres/adresu/dane/danych/kontakt/kontaktu/firmę/firmy/nazwisko/osobowe/osobowych/osobowych)',
  emails:
    'email/emaili/emaile/emailem/maili/maile/mail/mailem/wiadomość/wiadomości/ofert/oferty/newsletter/newslettera/korespondencji/korespondencję/reklam/reklamy/kontaktu/kontakt/spam/spamu/informacji/propozycji/treści/kontaktowania/korespondowania/mejli/mejle',
  list: 'listy/list/lista/bazy/baz/bazie/baza/newslettera/systemu/rejestru/subskrypcji/mailingu/wysyłki',
  from: 'z/ze (waszej/państwa/tej/swojej/twojej/wszystkich/waszych/swoich) (mailingowej) LIST',
  take: 'usuń/usunąć/usuńcie/usunięcie/usuwanie/wypisz/wypisać/wypiszcie/wypisanie/wykreśl/wykreślić/wykreślcie/wykreślenie/skreślić/skreślcie/usunięty/usunięci/wykasować/skasować/wyrejestrować',
  write:
    'pisać/pisz/piszcie/wysyłać/wysyłaj/wysyłajcie/wysyłania/przysyłać/przysyłajcie/kontaktować/kontaktowania/przesyłać/przesyłania/nadsyłać/nękać/kontaktujcie/przesyłanie/wysyłanie/kierować/kierowania/nadsyłania/wysyłali/pisali/przesyłali/kontaktowali/wysyłki/wysyłkę/kontaktu/korespondencji/niepisanie/niekontaktowanie/nieprzysyłanie/niewysyłanie',
  more: 'więcej/dalszych/dalszej/dalszego/kolejnych/takich/tych/żadnych/podobnych/waszych/przyszłości/dalsze/niechcianych',

  not: 'nie/nigdy/bez',
  reported:
    'kliknij/klikając/kliknąć | jeśli/jeżeli nie chcesz/chcą/życzysz (sobie) otrzymywać/dostawać | powiedział/mówi/odpowiadają/klienci/użytkownicy/ktoś/dlaczego/jak/kiedy',
  except:
    'przed/do-poniedziałku/poniedziałku/<day>/weekend/podczas/jutro/dziś/dzwonić/zadzwonić/telefonicznie/oprócz/chyba',
  remove:
    '(o) TAKE ME … FROM | TAKE ME FROM | ME … TAKE FROM | TAKE ME . | o TAKE ME | TAKE FROM | (zostać) TAKE FROM | (o) usunięcie (wszystkich) (moich/naszych) danych/dane | cofam/wycofuję/cofamy zgodę | (sprzeciw) wobec/przeciwko/na … przetwarzania/przetwarzaniu | rezygnuję/rezygnujemy (z) otrzymywania/subskrypcji/newslettera',
  noMore: `
    nie będziecie/będą/będzie (MORE) (do) (ME) (MORE) WRITE
    nie chcę/chcemy/życzę-sobie/życzymy-sobie/chciałbym/chciałabym/chcielibyśmy/zamierzamy/wyrażam-zgody-na/wyrażamy-zgody-na/jestem-zainteresowany/jesteśmy-zainteresowani (już) otrzymywać/dostawać/otrzymywaniem/otrzymywania/dostawania/dalszą/być/kontaktu/MORE od/MORE/EMAILS … 
    wolałbym/wolelibyśmy/wolałabym/woleliśmy/wolimy/prosiłbym/prosimy/proszę/prosiłabym … nie (już) WRITE/otrzymywać/dostawać/być (do) (ME) (MORE) (EMAILS) | wdzięczny/wdzięczna/wdzięczni … nie WRITE
    nie otrzymywać/dostawać (już) (od) (MORE) (EMAILS) | nie WRITE (do) (ME) (MORE) (EMAILS) więcej/już/ponownie | nie kontaktować/kontaktujcie (się) więcej/już | więcej/już (się) z-nami/ze-mną nie kontaktować/WRITE | (o) zaprzestanie/zaniechanie/wstrzymanie/niewysyłanie/nieprzysyłanie/niekontaktowanie/niepisanie/nieprzesyłanie … EMAILS/WRITE/się/MORE
    przestać/przestańcie/przestań/zaprzestać/zaprzestańcie/zaniechać/powstrzymać/wstrzymać (się) (od/do/nam/mi) … WRITE/EMAILS | powstrzymanie się od … | MORE EMAILS nie/dziękuję | żadnych (MORE) EMAILS`,
  perhaps:
    'nie trzeba/ma-potrzeby/ma-sensu przypominać/ponawiać/pisać | nie ponawiać/przypominać | rodo | jest/jako spam | . to spam | niechcian*/niezamówion* | jak (się) wypisać/zrezygnować . | skąd mają/macie … adres/dane/maila | w spokoju | nie WRITE (do) (ME) . | wypisać się',

  away: `
    jestem/będę/przebywam/jesteśmy/będziemy/jest/będzie (_) (_) nieobecn*/biurem/urlopie/zwolnieniu/niedostępn*/delegacji/wyjeździe/urlopie/podróży/nieczynne/zamknięte/chory/chora/szkoleniu/feriach | poza biurem | (na) urlopie do/od/wypoczynkowym/macierzyńskim | nie ma-mnie/będzie-mnie/będę/jestem (_) w-biurze/w-pracy/dostępn*/przy/obecn* | wracam/wrócę/wracamy/będę-z-powrotem/powrót/ponownie-w-biurze (do) biura/pracy (_) <day>
    biuro/firma/sklep (_) będzie/jest (_) nieczynn*/zamknięt* | urlop wypoczynkowy/macierzyński/zdrowotny | (do) <day> (_) (_) nieobecn*/urlopie`,
  covered:
    'piln*/nagłych/awari*/czekać/natychmiastow*/niecierpiąc* … … … … kontakt*/pisać/dzwonić/napisać/zadzwonić/zwracać/<address> | kontakt*/pisać/dzwonić/zadzwonić/zwracać/napisać … … … … <address>/pilnych | w-czasie/podczas/w-trakcie/pod mojej/naszej/tym/moją nieobecności/czasie/urlopu/nieobecność | w tym czasie | w międzyczasie | zastępuje/zastępuje-mnie/zastąpi/pomoże/pomogą/udzieli | (EMAILS) … nie będą/będzie/są (_) czytane/przekazywane/odczytywane/przekierowywane | ograniczony/utrudniony/brak dostęp*/dostępu',
  later:
    'odpowiem/odpiszę/odpowiemy/odczytam/zapoznam … … powrocie/powrotu | po moim/swoim powrocie | odpowiedź … opóźni*/później/dłużej',
  left: 'nie pracuję/pracuje/jestem-już/jest-już (już) (_) w/tu/dla/pracownikiem | (już) nie pracuję/pracuje | odszedłem/odeszłam/odszedł/odeszła (_) (z/na) firmy/emeryturę | zakończyłem/zakończyłam/zakończył/zakończyła (_) pracę/współpracę | skrzynka/adres/konto/skrzynki (_) została/został/nie/jest (_) zamknięt*/nieaktywn*/używan*/odczytywan*/zlikwidowan*/aktywn*',
  received:
    'otrzymaliśmy/otrzymałem/otrzymałam/zarejestrowaliśmy/przyjęliśmy/zarejestrowano/przyjęto (_) (_) EMAILS/zgłoszenie/zapytanie/prośbę/sprawę | zgłoszenie/zapytanie/EMAILS/sprawa (_) (_) zostało/została/otrzymaliśmy (_) zarejestrowan*/przyjęt*/otrzyman*/utworzon* | potwierdzamy/potwierdzam (otrzymanie)',
  promise:
    'odpowiemy/skontaktujemy/odpowie/skontaktuje/odpowiedź/odpowiedzi/odezwiemy/odpowiem … … … … najszybciej/ciągu/godzin/dni/<day>/możliwie/wkrótce/roboczych/niezwłocznie | (jak) najszybciej | (w) ciągu (_) <day> | godziny (pracy)',
  ticket:
    'numer/nr/zgłoszenie/sprawa zgłoszenia/sprawy/to … <day> | prosimy/proszę (o) zachowanie/podanie/podawanie … numeru/tematu/temacie | (w) temacie | (pod/o) numerem/numerze',
  challenge:
    'potwierdź/potwierdzić/potwierdzenie/kliknąć/kliknij/udowodnij … … … … człowiek*/osob*/robot*/link/nadawc* | filtr/filtra/spam/spamem/antyspam* … … … wiadomość/kolejce/czeka/używam/zatrzyman* | wiadomość/mail (_) czeka/oczekuje/zatrzyman*/kwarantann*',
  automatic: 'wiadomość/odpowiedź/mail/email/wygenerowana/powiadomienie (_) (_) automatyczn*/automatycznie',
  courtesy:
    'dziękuję/dziękujemy (za) … EMAILS/kontakt/zrozumienie/cierpliwość/zgłoszenie/zainteresowanie/zapytanie/wiadomość/maila | dziękuję . | z poważaniem | pozdrawiam* | miłego/wesołych/udanych dnia/świąt/wakacji/weekendu | przepraszam* | nie odpowiadać/odpowiadaj/odpowiadajcie (na) tę/te/ten/tego',
  personal:
    'zainteresowan*/interesuj*/interesując*/ofertą/ofertę/cena/ceny/cennik/umow*/budżet*/spotkani*/demo/zamówi*/kupić/kupi*/próbk*/faktur*/jutro/dziś/dzisiaj/tak/chcemy/ile/kiedy-możemy/dlaczego/czy-mogą/czy-może/proszę-przysłać/proszę-o-telefon/proszę-zadzwonić/porozmawiać/rozmawiać/jednak/podoba/przyszłym-tygodniu/maju',
}
