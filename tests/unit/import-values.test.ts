import { describe, expect, test } from 'vitest'
import { readAddress } from '~/models/imports/address'
import { COLUMN_NAMES, type ColumnChoice, guessColumns, mapColumns } from '~/models/imports/columns'
import { splitName } from '~/models/imports/person-name'
import { readRow } from '~/models/imports/row.server'
import {
  isProposedStop,
  readStopValue,
  stopColumnOf,
  WHOLE_VALUE_STATUS,
} from '~/models/imports/stop-columns'
import { STOP_WORDS } from '~/models/imports/stop-words'
import { findFormat } from '~/models/shared/csv/format'
import { rowsOf } from '~/models/shared/csv/rows'
import { findTimezone } from '~/models/shared/timezone-names.server'

test.each([
  ['MAILTO:ann@a.example', 'ann@a.example'],
  ['mailto:ann@a.example?subject=Hi', 'ann@a.example'],
  ['Email: ann@a.example', 'ann@a.example'],
  ['"Lee, Ann" <ann@a.example>', 'ann@a.example'],
  ["'Ann Lee' <mailto:ann@a.example>", 'ann@a.example'],
  ['Ann Lee (ann@a.example)', 'ann@a.example'],
  ['[ann@a.example]', 'ann@a.example'],
  ['“ann@a.example”', 'ann@a.example'],
  ['ann@a.example,', 'ann@a.example'],
  ['ann@a.example...', 'ann@a.example'],
  ["'ann@a.example", 'ann@a.example'],
  ['\u200Bann@a.example\uFEFF', 'ann@a.example'],
  ['ａｎｎ＠ａ．ｅｘａｍｐｌｅ', 'ann@a.example'],
  ["o'neil+x@a.example", "o'neil+x@a.example"],
  ['ann@a.example ann@a.example', 'ann@a.example'],
  ['ann@a.example (Ann Lee)', 'ann@a.example'],
  ['ann@a.example - work', 'ann@a.example'],
  ['ann/r&d@a.example', 'ann/r&d@a.example'],
])('reads the address in %s', (cell, email) => {
  expect(readAddress(cell)).toEqual({ email, others: [] })
})

test.each([
  'ann@a.example;bo@a.example',
  'ann@a.example, bo@a.example',
  'ann@a.example / bo@a.example',
  'ann@a.example | bo@a.example',
  'ann@a.example bo@a.example',
  'ann@a.example\nbo@a.example',
  'ann@a.example & bo@a.example',
  'ann@a.example&bo@a.example',
  'ann@a.example + bo@a.example',
  'ann@a.example+ bo@a.example',
  'ann@a.example/bo@a.example',
  'ann@a.example und bo@a.example',
  'Ann <ann@a.example>, Bo <bo@a.example>',
  '"Lee, Ann" <ann@a.example>; bo@a.example',
  'mailto:ann@a.example; mailto:bo@a.example',
])('takes the first of several addresses: %s', (cell) => {
  expect(readAddress(cell)).toEqual({ email: 'ann@a.example', others: ['bo@a.example'] })
})

/** Reads one row with these fields. */
function row(fields: Record<string, string>) {
  const header = ['Email', ...Object.keys(fields)]
  const read = readRow(mapColumns(header, guessColumns(header)), ['ann@a.example', ...Object.values(fields)])
  if (typeof read === 'string' || 'reason' in read) throw new Error(JSON.stringify(read))
  return read
}

test.each(
  `N/A|n/a|NULL|null|-|–|#N/A|undefined|not set|(not set)|None|?|nicht gesetzt|k. A.|unbekannt|(leer)|non défini|non renseigné|Inconnu|no definido|sin datos|(vacío)|non definito|n.d.|não definido|Desconhecido|<null>|#REF!|NaN|#N/D|#WERT!|#BEZUG!|#VALEUR!|#NOM?|k.A|N.C.|----|–––––|${'-'.repeat(40)}`.split(
    '|',
  ),
)('%s is no value', (text) => {
  expect(row({ 'First Name': text, Company: ` ${text} `, Plan: text })).toMatchObject({
    firstName: null,
    organizationName: null,
    custom: {},
  })
})

test.each(['Leer', 'Nan Goldin', 'Noneta', '-5', 'Null & Co', 'A-', 'NA', 'Vide Grenier'])(
  '%s is a value',
  (text) => {
    expect(row({ Company: text }).organizationName).toBe(text)
  },
)

test.each([
  ['Ren&eacute;e', 'Renée'],
  ['AT&amp;T', 'AT&T'],
  ['O&#39;Neil', "O'Neil"],
  ['M&#xFC;ller', 'Müller'],
  ['&quot;Acme&quot;', '"Acme"'],
  ['Acme&nbsp;Inc', 'Acme Inc'],
  ['Caf&eacute; &ndash; Bar', 'Café – Bar'],
  ['&Ouml;l AG', 'Öl AG'],
  ['A &lt; B', 'A < B'],
  ['AT&T', 'AT&T'],
  ['R&D; more', 'R&D; more'],
  ['&copy 2026', '&copy 2026'],
])('decodes entities: %s', (cell, text) => {
  expect(row({ Company: cell }).organizationName).toBe(text)
})

test('refuses control characters by the name of the column', () => {
  const header = ['Email', 'First Name', 'Plan']
  const read = (cells: string[]) => readRow(mapColumns(header, guessColumns(header)), cells)
  expect(read(['a@a.example', 'A\u0007nn', ''])).toMatchObject({
    reason: 'First Name: Must not contain control characters',
  })
  expect(read(['a@a.example', '', 'x\u001By'])).toMatchObject({
    reason: 'plan: Must not contain control characters',
  })
  expect(read(['a\u0000@a.example', '', ''])).toMatchObject({
    reason: 'Email: Must not contain control characters',
  })
})

test.each([
  ['Maria Garcia', null, 'Maria', 'Garcia'],
  ['Garcia, Maria', null, 'Maria', 'Garcia'],
  ['García López, María José', 'Spain', 'María José', 'García López'],
  ['Dr. med. Anna Schmidt', 'Germany', 'Anna', 'Schmidt'],
  ['Smith, Dr. John', null, 'John', 'Smith'],
  ['John Smith, PhD', null, 'John', 'Smith'],
  ['Vincent van Gogh', 'Netherlands', 'Vincent', 'van Gogh'],
  ['J. R. R. Tolkien', null, 'J.', 'Tolkien'],
  ['Trần Thị Bích Ngọc', null, 'Ngọc', 'Trần Thị Bích'],
  ['Nguyen Van An', 'Vietnam', 'An', 'Nguyen Van'],
  ['An Nguyễn', null, 'An', 'Nguyễn'],
  ['欧阳娜娜', 'China', '娜娜', '欧阳'],
  ['佐藤　花子', null, '花子', '佐藤'],
  ['이 서연', null, '서연', '이'],
  ['Kim Min-jun', 'South Korea', 'Min-jun', 'Kim'],
  ['Minjun Kim', 'South Korea', 'Minjun', 'Kim'],
  ['Taro Yamada', 'Japan', 'Taro', 'Yamada'],
  ['Lee Min Ho', 'Korea, Republic of', 'Min Ho', 'Lee'],
  ['Chan Tai Man', 'Hong Kong', 'Tai Man', 'Chan'],
  ['Don Johnson', null, 'Don', 'Johnson'],
  ['Hon. Ann Lee', null, 'Ann', 'Lee'],
])('splits %s', (name, country, firstName, lastName) => {
  expect(splitName(name, country)).toEqual({ firstName, lastName })
})

test.each([
  ['Cher', null],
  ['山田太郎', 'Japan'],
  ['王伟', null],
  ['Sales Team (EMEA)', null],
  ['a, b, c', null],
])('leaves %s whole', (name, country) => {
  expect(splitName(name, country)).toBeNull()
})

test.each([
  ['PST', 'America/Los_Angeles'],
  ['Eastern Time', 'America/New_York'],
  ['Central Standard Time', 'America/Chicago'],
  ['Mountain Time (US & Canada)', 'America/Denver'],
  ['China Standard Time', 'Asia/Shanghai'],
  ['EUROPE/BERLIN', 'Europe/Berlin'],
  ['America/New York', 'America/New_York'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['asia/ho_chi_minh', 'Asia/Ho_Chi_Minh'],
  ['Saigon', 'Asia/Ho_Chi_Minh'],
  ['europe_slash_paris', 'Europe/Paris'],
  ['CET', 'Europe/Berlin'],
  ['UTC', 'UTC'],
  ['UTC+0', 'UTC'],
  ['GMT-03:30', 'America/St_Johns'],
  ['(UTC+09:00) Osaka, Sapporo, Tokyo', 'Asia/Tokyo'],
  ['Tokyo', 'Asia/Tokyo'],
  ['New Delhi', 'Asia/Kolkata'],
])('the time zone %s is understood', (text, zone) => {
  expect(findTimezone(text)).toBe(zone)
})

test.each(['IST', 'Mars/Phobos', 'GMT+25', 'Acme', 'GMT+1:17', '12', ''])(
  'the time zone %s is unknown',
  (text) => {
    expect(findTimezone(text)).toBeNull()
  },
)

const header = (text: string) => {
  const { delimiter, headerLine, header: shape } = findFormat(text, COLUMN_NAMES)
  const found = rowsOf(text, delimiter, shape).find(({ line }) => line === headerLine)
  return [headerLine, delimiter, found?.cells]
}
test('a column never has the name of a variable that every contact has', () => {
  expect(
    mapColumns(['Email', 'Industry', 'Unsubscribe URL'], ['email', 'variable', 'variable']),
  ).toMatchObject([{ field: 'email' }, { custom: 'industry_2' }, { custom: 'unsubscribe_url_2' }])
})

const TWO = ['Email', 'First Name']
test.each([
  ['Contacts 2026\n\nEmail,First Name\na@a.example,Ann\n', [3, ',', TWO]],
  ['Report;;\nCreated;2026-01-01;\nEmail;First Name\na@a.example;Ann\n', [3, ';', TWO]],
  ['"A note\nof two lines, see ""here"""\nEmail,First Name\na@a.example,Ann\n', [3, ',', TWO]],
  ['sep=|\nEmail|First Name\na@a.example|Ann\n', [2, '|', TWO]],
  ['"sep=;"\nEmail;First Name\n', [2, ';', TWO]],
  ['sep=\t\r\nEmail\tFirst Name\r\n', [2, '\t', TWO]],
  ['Email|First Name\na@a.example|Ann, Bo; Cy\n', [1, '|', TWO]],
  ['Email\tFirst Name\na@a.example\tAnn, Bo\n', [1, '\t', TWO]],
  ['Email;First Name\na@a.example;"Ann, Bo, Cy, Di"\n', [1, ';', TWO]],
  ['Email,First Name\na@a.example;b@a.example,Ann\n', [1, ',', TWO]],
  ['Name: Email list\nOwner: Ann\nE-Mail,Vorname\na@a.example,Ann\n', [3, ',', ['E-Mail', 'Vorname']]],
  ['Email\na@a.example\n', [1, ',', ['Email']]],
  ['Title of the export\nKontakt,Plan\na@a.example,Pro\n', [2, ',', ['Kontakt', 'Plan']]],
])('finds the header of %j', (text, expected) => {
  expect(header(text)).toEqual(expected)
})

test.each([
  [
    ['Title', 'Job Title'],
    ['Mr.', 'CEO'],
    ['variable', 'title'],
  ],
  [
    ['Title', 'Job Title'],
    ['', 'CEO'],
    ['variable', 'title'],
  ],
  [
    ['Title', 'Company'],
    ['Frau', 'Acme'],
    ['variable', 'organizationName'],
  ],
  [
    ['Title', 'Position'],
    ['Mme', 'PDG'],
    ['variable', 'title'],
  ],
  [
    ['Title', 'Company'],
    ['CEO', 'Acme'],
    ['title', 'organizationName'],
  ],
  [['Title'], ['Prof. Dr.'], ['variable']],
  [
    [
      'Person - Name',
      'Person - Email - Work',
      'Person - Email - Home',
      'Person - Organization',
      'Deal - Title',
    ],
    ['Ann', 'a@a.example', '', 'Acme', 'Big'],
    ['name', 'email', 'variable', 'organizationName', 'variable'],
  ],
  [['Contact Email'], [''], ['email']],
  [['Lead Email'], [''], ['email']],
  [['Email ID'], [''], ['email']],
  [['Title'], ['Sra.'], ['variable']],
  [
    ['Organization 1 - Name', 'Organization 1 - Title', 'Address 1 - City', 'Address 1 - Country'],
    ['Acme', 'CTO', 'Ulm', 'Germany'],
    ['organizationName', 'title', 'city', 'country'],
  ],
  [
    ['Mailing City', 'Mailing State/Province', 'Mailing Country', 'LinkedIn Contact Profile URL'],
    ['Austin', 'Texas', 'US', 'https://linkedin.com/in/ann'],
    ['city', 'state', 'country', 'linkedinUrl'],
  ],
  [
    ['Ort geschäftlich', 'Land/Region geschäftlich', 'Jobtitel', 'Professional Email'],
    ['Ulm', 'Deutschland', 'CTO', 'a@a.example'],
    ['city', 'country', 'title', 'email'],
  ],
  [
    ['Name', 'Vorname'],
    ['Maier', 'Eva'],
    ['lastName', 'firstName'],
  ],
  [
    ['Naam', 'Voornaam'],
    ['', ''],
    ['lastName', 'firstName'],
  ],
  [
    ['Name', 'Vorname'],
    ['Eva Maier', 'Eva'],
    ['name', 'firstName'],
  ],
  [
    ['Name', 'Vorname', 'Nachname'],
    ['', 'Eva', 'Maier'],
    ['name', 'firstName', 'lastName'],
  ],
] as [string[], string[], ColumnChoice[]][])('%j with %j', (names, values, choices) => {
  expect(guessColumns(names, [values])).toEqual(choices)
})

describe('columns of stops', () => {
  test.each(
    `Company Name|Email Sent|Notes|Description|Option|Relationship|Do Not Call|SMS Opt Out|Fax Opt Out|Bloque|Block|OPTIN_IP|Cleaned Company Name|Not blacklisted|Adopting AI|Adopt outsourcing|Member Rating|Lead Source|Rating|Salutation`.split(
      '|',
    ),
  )('%s says nothing about stops', (name) => {
    expect(stopColumnOf(name)).toBeNull()
  })

  test.each([
    'not unsubscribed',
    'Never bounced',
    'no bounce',
    'not blacklisted',
    'Not DNC',
    'never cleaned',
    'NOT_OPTED_OUT',
    'Subscribed',
    'in progress',
    'Meeting Request',
    'Approaching',
    'Unresponsive',
    'Changed Job',
    'Responded',
    'Closed - Converted',
    'Archived',
    'Hot lead',
    'Email opened',
    '',
    '[]',
    '0',
  ])('the status %j stops no one', (value) => {
    expect(readStopValue(stopColumnOf('Email Status')!, value)).toBeNull()
  })

  test.each([
    ['OPTIN_TIME', '2026-01-01 10:00'],
    ['Email Opt-In', 'yes'],
    ['Email Marketing Consent', 'never subscribed'],
    ['Subscribed', ''],
    ['Bounced', '0'],
    ['Unsubscribed at', 'never'],
    ['Opted Out', 'N'],
    ['Opted Out', '0000-00-00 00:00:00'],
    ['Unsubscribed at', '1970-01-01T00:00:00Z'],
    ['Unsubscribed at', '01/01/1970'],
    ['Bounced', '0001-01-01'],
    ['Bounced', 'Delivered'],
    ['Unsubscribed', 'Subscribed'],
    ['Do Not Contact', 'opted in'],
    ['Unsubscribe Link', 'https://a.example/u?x=1'],
    ['unsubscribe_url', 'https://a.example/u'],
    ['Bounce Rate', '1'],
    ['Consent', 'given'],
    ['Subscription', 'None'],
    ['Consent', '✓'],
    ['Consent date', 'none'],
    ['Do not allow Bulk Emails', 'Allow'],
    ['Allow Emails', 'Allow'],
    ['Werbung erlaubt', 'ja'],
    ['Email validity', 'valid'],
  ])('%s with %j stops no one', (name, value) => {
    expect(readStopValue(stopColumnOf(name)!, value)).toBeNull()
  })

  test.each([
    ['Opted out of email: Membership', 'Yes', 'unsubscribed'],
    ['Opted out of email: Partnership', 'true', 'unsubscribed'],
    ['Opted out of email: Corporate', '1', 'unsubscribed'],
    ['Opted out of email: Link', 'Yes', 'unsubscribed'],
    ['Subscribed', 'No (unsubscribed)', 'unsubscribed'],
    ['Consent', 'No - opted out', 'unsubscribed'],
    ['Unsubscribe reason', 'No spam please', 'unsubscribed'],
    ['Status', 'No longer subscribed', 'unsubscribed'],
    ['Email Status', 'Email invalid', 'hardBounce'],
    ['Email Status', 'Not valid', 'hardBounce'],
    ['Email Status', 'Undelivered', 'hardBounce'],
    ['Status', 'Not connected any more', 'unclear'],
    ['Do Not Contact', 'Active', 'doNotContact'],
    ['Email Opt Out', 'Confirmed', 'unsubscribed'],
    ['Email Opt Out', 'Enabled', 'unsubscribed'],
    ['Unsubscribed', 'Completed', 'unsubscribed'],
    ['Unsubscribed', 'no longer subscribed', 'unsubscribed'],
    ['Unsubscribed', 'Contacted', 'unclear'],
    ['Do not allow Bulk Emails', 'Do Not Allow', 'doNotContact'],
    ['Allow Emails', 'Do Not Allow', 'unsubscribed'],
    ['E-Mail erlaubt', 'Nein', 'unsubscribed'],
    ['Email validity', 'invalid', 'hardBounce'],
    ['Consent', 'Not given', 'unsubscribed'],
    ['Consent', 'None', 'unsubscribed'],
    ['Consent', 'No consent', 'unsubscribed'],
    ['Einwilligung', 'keine', 'unsubscribed'],
    ['Consent', 'Denied', 'unsubscribed'],
    ['Consent', 'Declined', 'unsubscribed'],
    ['Consent', 'Refused', 'unsubscribed'],
    ['Opt-In Status', 'Not opted in', 'unsubscribed'],
    ['Einwilligung', 'abgelehnt', 'unsubscribed'],
    ['Consent', 'Perhaps', 'unclear'],
    ['Email subscription', 'No', 'unsubscribed'],
    ['Email Marketing', 'No', 'unsubscribed'],
    ['Marketing emails', '0', 'unsubscribed'],
    ['Abonnement', 'Nein', 'unsubscribed'],
    ['Iscrizione', 'no', 'unsubscribed'],
    ['Subscriber', 'FALSE', 'unsubscribed'],
    ['DNC Status', 'Yes', 'doNotContact'],
    ['No Marketing', 'Yes', 'doNotContact'],
    ['Exclude from marketing', 'Yes', 'doNotContact'],
    ['Is DNC', '1', 'doNotContact'],
    ['Is Cleaned', 'true', 'hardBounce'],
    ['Spam', 'yes', 'complaint'],
    ['Not interested', 'x', 'doNotContact'],
    ['Opted Out', '*', 'unsubscribed'],
    ['Opted Out', '✓', 'unsubscribed'],
    ['Tags', 'Dentist; Unsubscribed', 'unsubscribed'],
    ['Lead Status', '-1', 'hardBounce'],
    ['status', '-2', 'unsubscribed'],
    ['status', '-4', 'unclear'],
    ['lt_interest_status', '-1', 'unclear'],
  ])('%s with %j is a stop', (name, value, kind) => {
    expect(readStopValue(stopColumnOf(name)!, value)).toBe(kind)
    expect(kind === 'unclear' || isProposedStop(name, [value])).toBe(true)
  })

  test.each([
    ['Tags', 'Unsubscribed webinar, Bounce house rental'],
    ['Category', 'Fire Suppression'],
    ['Segment', 'Dentist'],
    ['Lead Status', 'Adopting AI'],
  ])('%s with %j is a word of its own', (name, value) => {
    expect(readStopValue(stopColumnOf(name)!, value)).toBe('unclear')
    expect(isProposedStop(name, [value])).toBe(false)
  })

  const SAID: [string, string][] = [
    ...STOP_WORDS.flatMap(([kind, , alone]) => [...alone].map((word): [string, string] => [word, kind])),
    ...`don't email|do not send|no emails|never contact|Do Not Prospect|Don't Market|Do not disturb|Ne plus contacter|Werbesperre|Blacklisted|Kontaktsperre|Sperrvermerk|Robinsonliste|Niet mailen|
      Nicht kontaktieren|No contactar|Não contatar|Keine Werbung|DNC|bloquée|Suppressed|gesperrt`
      .split('|')
      .map((word): [string, string] => [word.trim(), 'doNotContact']),
    ...`Suscripción cancelada|Cancellato|Opted out|Opt-out|Unsubscribed|abgemeldet|désabonné|Désinscrit|Dado de baja|Disiscritto|Descadastrado|
      Uitgeschreven|Afgemeld|Afmeldt|Avmeldt|Avregistrerad|Wypisany`
      .split('|')
      .map((word): [string, string] => [word.trim(), 'unsubscribed']),
    ...'Bounced|Hard bounce|rebotado|Undeliverable|unzustellbar|Email invalid'
      .split('|')
      .map((word): [string, string] => [word, 'hardBounce']),
    ...'Complaint|Spam complaint|Reported spam|Marked as spam|Beschwerde'
      .split('|')
      .map((word): [string, string] => [word, 'complaint']),
  ]
  test.each(SAID)('%s is a stop as a name, as a value and as a tag', (word, kind) => {
    // Without its accent it is a block of houses.
    if (word !== 'bloque') expect(stopColumnOf(word)).toMatchObject({ polarity: 'stop', kind })
    expect(readStopValue(stopColumnOf('Lead Status')!, word)).toBe(kind)
    expect(readStopValue(WHOLE_VALUE_STATUS, word)).toBe(kind)
  })

  test.each([
    ['state', 'emailsUnsubscribed', 'stopped'],
    ['lastState', 'emailsBounced', 'stopped'],
    ['Email campaigns', 'Unsubscribed', 'stopped'],
    ['Result', 'Bounced', 'stopped'],
    ['Reply', 'Do not contact', 'stopped'],
    ['Consent', 'Perhaps', 'stopped'],
    ['Result', 'Unsubscribed webinar', 'variable'],
    ['Company', 'Bounced', 'organizationName'],
    ['Last Name', 'Bounce', 'lastName'],
    ['Last Name', 'Robinson', 'lastName'],
    ['Bounce Rate', '1', 'variable'],
    ['Category', 'Bounce house rental', 'variable'],
  ])('%s with %s is proposed as %s', (name, value, choice) => {
    expect(
      guessColumns(
        ['Email', name],
        [
          ['a@a.example', ''],
          ['b@a.example', value],
        ],
      )[1],
    ).toBe(choice)
  })

  test('values that are not understood stop by a guess only where the column tells of nothing else', () => {
    const rows = [['a@a.example', 'Unsubscribed', 'no']]
    const header = ['Email', 'Lead Status', 'Consent']
    const strict = (choices: ColumnChoice[], sample = rows) =>
      mapColumns(header, choices, sample).map((target) => 'isStrict' in target && target.isStrict)
    expect(strict(guessColumns(header, rows))).toEqual([false, false, true])
    // Chosen, though nothing in the file proposes it.
    expect(strict(['email', 'stopped', 'variable'], [])).toEqual([false, true, false])
  })
})
