import type { Language } from '../language'

export const POLISH: Language & Record<string, string> = {
  edges: 'i dziękuję dziękujemy proszę nie tak bo ponieważ',
  fillers: 'bardzo wstępnie niestety',
  if: 'jeśli/jeżeli/gdyby/gdybym/czy !mógłby/mogłaby/możesz/mogliby',
  not: 'nie/nigdy/żaden/żadna/żadnego/bez',
  reported: 'nie znaczy | nie to że | nie powiedziałem/powiedziałam',
  but: 'ale/jednak/niestety/chociaż !dziękuję/powodzenia',
  request: '. możesz/możemy/może/mógłby/mogłaby',

  am: 'jestem/jesteśmy/byłbym/byłabym/bylibyśmy',
  adj: 'zainteresowany/zainteresowana/zainteresowani',
  info: 'więcej/dalsze/dalszych/szczegółowe/szczegółowych/dodatkowe/dodatkowych informacji/informacje/szczegółów/szczegóły',
  interested: `
    AM (jak-najbardziej) ADJ ./tą/ofertą/państwa/współpracą/proszę
    brzmi ciekawie/interesująco/dobrze (,) (i) proszę/chętnie/porozmawiajmy/kiedy/umówmy
    chętnie/z-chęcią porozmawiam/porozmawiamy/dowiem-się-więcej/poznam/umówię-się/zobaczę
    proszę/poproszę o/przesłać/wysłać/o-przesłanie INFO
    chciałbym/chciałabym/chcielibyśmy dowiedzieć-się-więcej/uzyskać-więcej-informacji/poznać-szczegóły/otrzymać-ofertę
    chciałbym/chciałabym/chcielibyśmy umówić się/spotkanie/rozmowę
    poniedziałek/wtorek/środa/środę/czwartek/piątek/SOON … mi/nam pasuje/odpowiada`,
  asks: 'mógłby/mogłaby/możesz/może/mogliby … przesłać/wysłać (_) więcej informacji',
  booked: `
    zarezerwowałem/zarezerwowałam/umówiłem/umówiłam/zarezerwowaliśmy (się-na) spotkanie/termin/rozmowę
    potwierdzam/potwierdzamy (nasze/termin) spotkanie/spotkania/rozmowę | zaakceptowałem/zaakceptowałam/przyjąłem/przyjęłam zaproszenie`,

  refused: `
    nie AM (w-ogóle/tym/tym-tematem) ADJ ./pana/pani/państwa/tą/tym/waszą/taką/ofertą/propozycją/współpracą/usługą/produktem
    nie interesuje/interesują mnie/nas | mnie/nas to nie interesuje | brak zainteresowania
    nie potrzebuję/potrzebujemy tego/takiej-usługi/państwa-usług/waszych-usług/takich-usług`,
  alone: '. nie (,) dziękuję/dziękujemy .',

  now: 'obecnie/teraz/aktualnie/w-tej-chwili/na-razie/w-tym-momencie/w-tym-roku/w-tym-kwartale',
  return: `
    proszę o kontakt | proszę (się) odezwać/skontaktować/napisać/wrócić (się) | odezwij-się/napisz/wróćmy-do/wrócimy-do/porozmawiajmy`,
  later: `
    nie/brak … … NOW | . NOW nie . | NOW (,) brak/tego-nie | NOW (,) nie AM/mamy/potrzebujemy/planujemy/szukamy/jest-to
    nie (jest) (to) najlepszy/dobry/odpowiedni moment/czas | RETURN … … później/FAR | ponownie/jeszcze-raz/znowu … TIME
    może/ewentualnie/być-może … później/FAR`,

  responsible: 'zajmuje się tym | odpowiada za | jest właściwą/odpowiednią osobą',
  wrong: `
    nie jestem właściwą-osobą/odpowiednią-osobą/osobą-odpowiedzialną/osobą-decyzyjną/osobą-kontaktową | zła/niewłaściwa osoba
    nie zajmuję-się/odpowiadam-za tym/ten/te/tymi/tego-typu | odszedłem/odeszłam/odszedł/odeszła z firmy
    nie pracuję już tu/tutaj/tam/w/dla | już nie pracuję tu/tutaj/tam/w/dla | mój-kolega/moja-koleżanka/nasz/nasza (_) (_) RESPONSIBLE`,
  refers:
    'proszę o-kontakt-z/kontaktować-się-z/skontaktować-się-z/pisać-do/pisać-na/napisać-do/napisać-na !SELF',
  self: 'mnie/mną/nami',
  away: 'urlop* | poza biurem | nieobecn*',

  months: `
    styczeń/stycznia/styczniu luty/lutego/lutym marzec/marca/marcu kwiecień/kwietnia/kwietniu maj/maja/maju
    czerwiec/czerwca/czerwcu lipiec/lipca/lipcu sierpień/sierpnia/sierpniu wrzesień/września/wrześniu
    październik/października/październiku listopad/listopada/listopadzie grudzień/grudnia/grudniu`,
  numbers: 'jeden/jedną dwa/dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście',
  ordinals: 'pierwszym drugim trzecim czwartym',
  units: 'dzień/dni tydzień/tygodnie/tygodni miesiąc/miesiące/miesięcy kwartale rok/lata',
  in: 'za',
  parts: 'początku połowie koniec/końcu po w/we/od/do',
  next: `
    przyszłym-tygodniu/następnym-tygodniu przyszłym-miesiącu/następnym-miesiącu przyszłym-kwartale/następnym-kwartale
    przyszłym-roku/nowym-roku`,
  someDay:
    'za pół roku | za kilka tygodni/miesięcy | na wiosnę | wiosną/jesienią | po świętach/wakacjach/urlopie | po nowym roku',
}
