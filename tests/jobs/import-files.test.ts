import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { beforeEach, describe, expect, test } from 'vitest'
import { suppressions } from '#drizzle/schema'
import { importNotes, importSummary } from '~/components/imports/words'
import type { ReadRow } from '~/models/imports/row.server'
import { storeStops } from '~/models/imports/run.server'
import { cancelJob } from '~/models/jobs/job.server'
import { iconvName } from '~/models/shared/csv/csv.server'
import { CSV_ENCODINGS, type CsvEncoding } from '~/models/shared/csv/encoding'
import { prepareImports } from '../support/import-runs'
import { caseCount } from '../support/sizes'

const imports = prepareImports()
const run = imports.run.bind(imports)
const rejectsOf = imports.rejectsOf.bind(imports)

const fixture = (name: string) => readFile(new URL(`../support/files/${name}`, import.meta.url))

describe('small files that other tools export', () => {
  test.each(['hubspot.csv', 'mailchimp.csv'])(
    '%s: who opted out there is imported as unsubscribed',
    async (name) => {
      const { people, progress } = await run(await fixture(name))
      expect(people).toMatchObject([{ first_name: 'Ann', last_name: 'Lee', unsubscribed: true }])
      expect(importSummary(progress)).toBe('Successfully imported 1 contacts, 1 had opted out')
    },
  )

  test('linkedin.csv: the header is below the notes', async () => {
    const { people, progress } = await run(await fixture('linkedin.csv'))
    expect(people).toMatchObject([{ email: 'li@a.example', title: 'CTO', organization_name: 'Acme' }])
    expect(progress).toMatchObject({ current: 2, added: 1, failed: 1 })
  })

  test('sep_line.csv: Excel’s line names the delimiter', async () => {
    const { people } = await run(await fixture('sep_line.csv'))
    expect(people).toMatchObject([{ email: 'sep@a.example', first_name: 'Ann', custom: {} }])
  })

  test('mailto.csv: addresses are cleaned, and of several the first is taken', async () => {
    const { people, progress, view } = await run(await fixture('mailto.csv'))
    expect(people.map(({ email }) => email)).toEqual([
      'al@a.example',
      'br@a.example',
      'm1@a.example',
      'm3@a.example',
      'm5@a.example',
      'mt@a.example',
      "o'neil@a.example",
      'quoted@a.example',
      'trail@a.example',
    ])
    expect(importNotes(progress)).toEqual(['3 rows had several addresses: the first was taken.'])
    // A dot before the @ may be a typing error for anything.
    expect((await rejectsOf(view)).toString()).toContain('8,Invalid email address,dot.@a.example,D')
  })

  test('cp1251.csv: Cyrillic is Cyrillic, and the encoding can be chosen', async () => {
    const file = await fixture('cp1251.csv')
    expect((await run(file)).people).toMatchObject([{ first_name: 'Иван' }])
    await imports.database.sql`delete from contacts where user_id = ${imports.userId}`
    expect((await run(file, { reading: { encoding: 'windows-1252' } })).people).toMatchObject([
      { first_name: 'Èâàí' },
    ])
  })

  test('outlook.csv: "Title" is the form of address', async () => {
    const { people } = await run(await fixture('outlook.csv'))
    expect(people).toMatchObject([{ title: 'CTO', custom: { form_of_address: 'Dr.', middle_name: 'M' } }])
  })

  test('nulldash.csv and htmlent.csv: placeholders are empty, entities decoded', async () => {
    const { people } = await run(await fixture('nulldash.csv'))
    expect(people).toHaveLength(4)
    for (const person of people)
      expect(person).toMatchObject({ first_name: null, organization_name: null, name: person.email })
    await imports.database.sql`delete from contacts where user_id = ${imports.userId}`
    expect((await run(await fixture('htmlent.csv'))).people).toMatchObject([
      { first_name: 'Renée', organization_name: 'AT&T' },
    ])
  })

  test('unclosed_quote.csv: the row is named, the others are imported', async () => {
    const { people, view, progress } = await run(await fixture('unclosed_quote.csv'))
    expect(people).toMatchObject([{ first_name: 'Bob' }, { first_name: 'Carl' }])
    expect(progress).toMatchObject({ current: 3, added: 2, failed: 1 })
    expect((await rejectsOf(view)).toString()).toContain(
      '2,A quotation mark in this row is never closed,uq1@a.example',
    )
  })

  test('duplicate_second_row_better.csv: a later row fills the first', async () => {
    const { people, progress } = await run(await fixture('duplicate_second_row_better.csv'))
    expect(people).toMatchObject([{ email: 'dupf@exp.example', first_name: 'Fiona', name: 'Fiona' }])
    expect(progress).toMatchObject({ added: 1, skipped: 1 })
  })

  test('empty_lines.csv: two contacts, nothing failed', async () => {
    const { people, progress } = await run(await fixture('empty_lines.csv'))
    expect(people).toHaveLength(2)
    expect(progress).toMatchObject({ added: 2, failed: 0, empty: 1 })
  })

  test('rejects_fixed_reimport.csv: our own file imports without its own columns', async () => {
    const { people } = await run(await fixture('rejects_fixed_reimport.csv'))
    expect(people).toMatchObject([
      { email: 'zoe@exp.example', first_name: 'Zoë', custom: { phone: '+49 30 1' } },
    ])
  })
})

/** Header, one row of a person who must not be emailed, and one of a person who may be; and the flag that is set. */
const EXPORTS: [string, string, string, 'unsubscribed' | 'suppressed' | 'hard_bounced'][] = [
  ['Email;Has Opted Out Of Email', 'STOP;1', 'OK;0', 'unsubscribed'],
  ['Email;Email Opt Out', 'STOP;true', 'OK;false', 'unsubscribed'],
  ['Email;Opted out of email: Marketing Information', 'STOP;Yes', 'OK;', 'unsubscribed'],
  ['Email;Global unsubscribe', 'STOP;2026-01-02', 'OK;', 'unsubscribed'],
  ['Email;Hard bounce reason', 'STOP;UNKNOWN_USER', 'OK;', 'hard_bounced'],
  ['Email Address;MEMBER_RATING;CLEAN_TIME', 'STOP;2;2026-02-01 10:00', 'OK;2;', 'hard_bounced'],
  ['email;firstName;status', 'STOP;Ann;emailsUnsubscribed', 'OK;Bo;emailsSent', 'unsubscribed'],
  ['Email;Lead Status', 'STOP;Unsubscribed', 'OK;Contacted', 'unsubscribed'],
  ['email;Lead Status', 'STOP;Bounced', 'OK;Completed', 'hard_bounced'],
  ['email;is_unsubscribed;category', 'STOP;true;', 'OK;false;Interested', 'unsubscribed'],
  ['email;category', 'STOP;Do Not Contact', 'OK;Meeting Booked', 'suppressed'],
  ['Email;Stage', 'STOP;Do Not Contact', 'OK;Cold', 'suppressed'],
  ['EMAIL;EMAIL_BLACKLISTED;SMS_BLACKLISTED', 'STOP;Yes;No', 'OK;No;Yes', 'suppressed'],
  ['Email;Blocklisted', 'STOP;x', 'OK;', 'suppressed'],
  [
    'Person - Name;Person - Email - Work;Person - Organization;Person - Marketing status',
    'Ann;STOP;Acme;Unsubscribed',
    'Bo;OK;Acme;No consent',
    'unsubscribed',
  ],
  ['Email;Email Marketing Consent', 'STOP;UNSUBSCRIBED', 'OK;NEVER_SUBSCRIBED', 'unsubscribed'],
  ['Email;Email Suppressions', 'STOP;HARD_BOUNCE', 'OK;[]', 'hard_bounced'],
  ['Email;Accepts Marketing', 'STOP;no', 'OK;yes', 'unsubscribed'],
  ['Email;Subscribed', 'STOP;false', 'OK;true', 'unsubscribed'],
  ['Email;Spam complaint', 'STOP;1', 'OK;0', 'suppressed'],
  ['Email;Opted out of email: Membership', 'STOP;Yes', 'OK;No', 'unsubscribed'],
  ['Email;Consent', 'STOP;Not given', 'OK;given', 'unsubscribed'],
  ['Email;Einwilligung', 'STOP;abgelehnt', 'OK;ja', 'unsubscribed'],
  ['Email;Email subscription', 'STOP;No', 'OK;Yes', 'unsubscribed'],
  ['Email;Opted Out', 'STOP;*', 'OK;', 'unsubscribed'],
  ['email;state', 'STOP;emailsUnsubscribed', 'OK;emailsSent', 'unsubscribed'],
  ['Email;Tags', 'STOP;"Dentist, Unsubscribed"', 'OK;Unsubscribed webinar', 'unsubscribed'],
  ['Email;Lead Status', 'STOP;Bounced', 'OK;Demo of the week', 'hard_bounced'],
  ['Email;Do Not Contact', 'STOP;TRUE', 'OK;FALSE', 'suppressed'],
  ['E-Mail;Abgemeldet', 'STOP;ja', 'OK;nein', 'unsubscribed'],
  ['E-Mail;Status', 'STOP;abgemeldet', 'OK;aktiv', 'unsubscribed'],
  ['Adresse e-mail;Désabonné', 'STOP;oui', 'OK;non', 'unsubscribed'],
  ['Courriel;Statut', 'STOP;désabonné', 'OK;abonné', 'unsubscribed'],
  ['Correo electrónico;Dado de baja', 'STOP;sí', 'OK;no', 'unsubscribed'],
  ['Correo;Estado', 'STOP;Rebotado', 'OK;Activo', 'hard_bounced'],
  ['Email;Disiscritto', 'STOP;sì', 'OK;no', 'unsubscribed'],
  ['E-mail;Descadastrado', 'STOP;sim', 'OK;não', 'unsubscribed'],
  ['E-mail;Não contatar', 'STOP;sim', 'OK;não', 'suppressed'],
]

describe('opt-outs of other programs', () => {
  test('come along as stops, and stop no one else', async () => {
    for (const [index, [header, stop, ok, flag]] of EXPORTS.entries()) {
      const at = (row: string, who: string) => row.replaceAll(who, `${who.toLowerCase()}${index}@opt.example`)
      const { people, progress } = await run(`${header}\n${at(stop, 'STOP')}\n${at(ok, 'OK')}\n`)
      const flags = (who: string) => {
        const person = people.find(({ email }) => email === `${who}${index}@opt.example`)
        return ['unsubscribed', 'suppressed', 'hard_bounced'].filter((name) => person?.[name] === true)
      }
      expect([header, flags('stop'), flags('ok')]).toEqual([header, [flag], []])
      expect([header, progress.stopped]).toEqual([header, 1])
    }
  })

  test('count though the words appear only beyond the first rows, or the column is kept as a variable', async () => {
    const rows = Array.from(
      { length: 80 },
      (_, i) => `p${i}@late.example,${i === 70 ? 'Unsubscribed' : 'Contacted'}`,
    )
    const file = `Email,Lead Status\n${rows.join('\n')}\n`
    const { people, progress } = await run(file, { choices: ['email', 'variable'] })
    expect(people.filter(({ unsubscribed }) => unsubscribed)).toMatchObject([
      { email: 'p70@late.example', custom: { lead_status: 'Unsubscribed' } },
    ])
    expect(progress.stopped).toBe(1)
  })

  test('that are not understood stop, and the summary says so; a skipped column stops no one', async () => {
    const file = 'Email,Unsubscribed\na@vague.example,perhaps\nb@vague.example,no\n'
    const { people, progress } = await run(file)
    expect(people.map(({ unsubscribed }) => unsubscribed)).toEqual([true, false])
    expect(importNotes(progress)).toEqual([
      '1 row had a value in a Stopped column that is not understood: it counts as stopped.',
    ])
    const other = await run(file.replaceAll('vague', 'skipped'), { choices: ['email', 'skip'] })
    expect(other.people.filter(({ unsubscribed }) => unsubscribed)).toHaveLength(1)
  })

  test('stop an existing contact, also in a rejected row, and outlive a deleted contact', async () => {
    await imports.database.sql`
      insert into contacts (user_id, email, name) values (${imports.userId}, 'old@keep.example', 'Old'), (${imports.userId}, 'long@keep.example', 'Long')`
    const { people, progress } = await run(
      `Email,First Name,Unsubscribed\nOLD@keep.example,,yes\nlong@keep.example,${'x'.repeat(300)},yes\nnew@keep.example,,yes\n`,
    )
    expect(people.map(({ unsubscribed }) => unsubscribed)).toEqual([true, true, true])
    expect(progress).toMatchObject({ added: 1, skipped: 1, failed: 1, stopped: 3 })
    await imports.database.sql`delete from contacts where user_id = ${imports.userId}`
    expect((await run('Email,Unsubscribed\nnew@keep.example,no\n')).people).toMatchObject([
      { unsubscribed: true },
    ])
  })

  test.each([
    ['with an unclosed quote', 'Email,Name,Opted Out\na@lost.example,"Ann,yes\n'],
    ['with a control character elsewhere', 'Email,Name,Opted Out\na@lost.example,A\u0007,yes\n'],
    ['with too many cells', 'Email,Opted Out\na@lost.example,yes,more\n'],
    ['whose first address is invalid', 'Email,Opted Out\nno@no; A@lost.example,yes\n'],
    ['of a later address of the cell', 'Email,Opted Out\nb@lost.example; A@lost.example,yes\n'],
  ])('of a row %s are kept', async (_, file) => {
    await run(file)
    await run('Email\na@lost.example\n')
    const [kept] = await imports.database.sql`
      select unsubscribed from contacts where user_id = ${imports.userId} and email = 'a@lost.example'`
    expect(kept).toEqual({ unsubscribed: true })
  })

  test('are no longer stored once the user has stopped the import', async () => {
    const jobId = await imports.start('Email\na@x.example\n')
    await cancelJob(imports.app.db, imports.userId, jobId)
    const row: ReadRow = { reason: 'x', email: 'a@x.example', stops: ['unsubscribed'] }
    const batch = { jobId, rows: [{ row }], stopsRead: 1 }
    await expect(
      storeStops(imports.app.db, imports.userId, batch, new Date(), imports.app.secrets),
    ).rejects.toThrow('was stopped')
    expect(await imports.app.db.$count(suppressions, eq(suppressions.userId, imports.userId))).toBe(0)
  })

  test('are not enrolled, and end the enrollments of contacts that exist', async () => {
    const [sequence] = await imports.database.sql`
      insert into sequences (user_id, name, timezone, status) values (${imports.userId}, 'S', 'UTC', 'running') returning id`
    await imports.database
      .sql`insert into sequence_personas (sequence_id, persona_id) values (${sequence!.id}, ${imports.personaId})`
    await run('Email\nbusy@run.example\n')
    await run('Email,Opted Out\nbusy@run.example,yes\nout@run.example,yes\nin@run.example,\n')
    const rows = await imports.database.sql`
      select c.email, s.status, s.end_reason from sequence_contacts s join contacts c on c.id = s.contact_id
      where s.sequence_id = ${sequence!.id} order by 1`
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { email: 'busy@run.example', status: 'stopped', end_reason: 'unsubscribed' },
      { email: 'in@run.example', status: 'active', end_reason: null },
    ])
  })

  test('of a later row of the same address count before anything is enrolled', async () => {
    const filler = Array.from({ length: 1500 }, (_, i) => `f${i}@fill.example,`)
    const file = ['Email,Opted Out', 'twice@fill.example,', ...filler, 'TWICE@fill.example,yes'].join('\n')
    const jobId = await imports.start(file)
    const signal = AbortSignal.abort()
    // Aborted after the stops, before the first row is imported.
    await imports.work(jobId, signal)
    const [known] = await imports.database
      .sql`select count(*)::int as n from suppressions where user_id = ${imports.userId}`
    expect(known).toEqual({ n: 1 })
    await imports.work(jobId)
    const [twice] = await imports.database.sql`
      select unsubscribed from contacts where user_id = ${imports.userId} and email = 'twice@fill.example'`
    expect(twice).toEqual({ unsubscribed: true })
  })
})

describe('existing contacts', () => {
  const FILE = 'Email,First Name,City,Plan\nann@old.example,Anna,Bonn,Pro\nnew@old.example,Neo,,\n'
  const OLD = { first_name: 'Ann', city: null, unsubscribed: true }
  beforeEach(async () => {
    await imports.database.sql`
      insert into contacts (user_id, email, name, first_name, unsubscribed, custom)
      values (${imports.userId}, 'ann@old.example', 'Ann', 'Ann', true, '{"plan":"Basic"}')`
  })

  test.each([
    ['skip', OLD, { plan: 'Basic' }, { added: 1, updated: 0, skipped: 1 }],
    ['fill', { ...OLD, city: 'Bonn' }, { plan: 'Basic' }, { added: 1, updated: 1, skipped: 0 }],
    [
      'overwrite',
      { ...OLD, first_name: 'Anna', name: 'Anna', city: 'Bonn' },
      { plan: 'Pro' },
      { added: 1, updated: 1, skipped: 0 },
    ],
  ] as const)('%s changes what it says, and no stop', async (existing, fields, custom, counts) => {
    const { people, progress } = await run(FILE, { existing })
    expect(people[0]).toMatchObject({ ...fields, custom })
    expect(progress).toMatchObject(counts)
    // What is the same already is skipped.
    expect((await run(FILE, { existing })).progress).toMatchObject({ added: 0, updated: 0, skipped: 2 })
    const [list] = await imports.database
      .sql`select contact_count from personas where id = ${imports.personaId}`
    expect(list).toEqual({ contact_count: 2 })
  })
})

describe('values', () => {
  test('whole names are split in the order of their language', async () => {
    const { people } = await run(
      [
        'Email,Name,Country',
        'a@name.example,Maria Garcia,',
        'b@name.example,"Garcia, Maria",',
        'c@name.example,Dr. Ludwig van Beethoven,Germany',
        'd@name.example,Nguyễn Văn An,',
        'e@name.example,山田 太郎,',
        'f@name.example,王伟,China',
        'g@name.example,김민준,',
        'h@name.example,Zhang Wei,China',
        'i@name.example,John M. Smith Jr.,',
        'j@name.example,Cher,',
      ].join('\n'),
    )
    expect(people.map(({ first_name, last_name }) => [first_name, last_name])).toEqual([
      ['Maria', 'Garcia'],
      ['Maria', 'Garcia'],
      ['Ludwig', 'van Beethoven'],
      ['An', 'Nguyễn Văn'],
      ['太郎', '山田'],
      ['伟', '王'],
      ['민준', '김'],
      ['Wei', 'Zhang'],
      ['John', 'Smith'],
      [null, null],
    ])
    expect(people[1]).toMatchObject({ name: 'Maria Garcia' })
  })

  test('time zones are understood by their usual names; an unknown one is left out with a note', async () => {
    const zones = [
      ['america/chicago', 'America/Chicago'],
      ['EST', 'America/New_York'],
      ['GMT+1', 'Etc/GMT-1'],
      ['UTC-05:00', 'Etc/GMT+5'],
      ['Pacific Time (US & Canada)', 'America/Los_Angeles'],
      ['(GMT-08:00) Pacific Time (US & Canada)', 'America/Los_Angeles'],
      ['W. Europe Standard Time', 'Europe/Berlin'],
      ['(UTC+01:00) Amsterdam, Berlin, Bern', 'Europe/Amsterdam'],
      ['us_slash_eastern', 'America/New_York'],
      ['Berlin', 'Europe/Berlin'],
      ['+05:30', 'Asia/Kolkata'],
      ['Mars/Phobos', null],
    ]
    const { people, progress } = await run(
      `Email,Time Zone\n${zones.map(([zone], i) => `z${String(i).padStart(2, '0')}@zone.example,"${zone}"`).join('\n')}`,
    )
    expect(people.map(({ timezone }) => timezone)).toEqual(zones.map(([, zone]) => zone))
    expect(importNotes(progress)).toEqual(['1 row had an unknown time zone: it was left out.'])
  })

  test('domains with other letters are stored as A-labels', async () => {
    const { people } = await run('Email\ninfo@müller.example\n"Юрий <yuri@пример.example>"\n')
    expect(people.map(({ email }) => email)).toEqual([
      'info@xn--mller-kva.example',
      'yuri@xn--e1afmkfd.example',
    ])
  })
})

/** Names in encodings that are not Unicode. */
const ENCODED: [string, string[]][] = [
  ['windows-1250', ['Łukasz', 'Żółty', 'Jiří', 'Dvořák']],
  ['windows-1251', ['Ольга', 'Смирнова']],
  ['windows-1252', ['José', 'Müller', 'François']],
  ['windows-1253', ['Γιώργος', 'Παπαδόπουλος']],
  ['windows-1254', ['Gökhan', 'Yıldız', 'Çağlar']],
  ['windows-1255', ['שרה', 'כהן']],
  ['windows-1256', ['فاطمة', 'محمد']],
  ['windows-1257', ['Jānis', 'Bērziņš', 'Žygimantas']],
  ['shift_jis', ['山田太郎', 'さくら']],
  ['gbk', ['李娜', '王伟']],
  ['euc-kr', ['김민준', '이서연']],
  ['koi8-r', ['Иван', 'Петров']],
  ['macintosh', ['José', 'Jürgen']],
  ['utf-16le', ['Zoë', 'Ольга']],
]
test.each(ENCODED)('reads %s, and estimates the rows by it', async (encoding, names) => {
  const text = `Email;First Name\r\n${names.map((name, i) => `p${i}@enc.example;${name}\r\n`).join('')}`
  const bytes = Buffer.concat([
    encoding === 'utf-16le' ? Buffer.from([0xff, 0xfe]) : Buffer.alloc(0),
    iconv.encode(text, encoding),
  ])
  const stored = await imports.upload(bytes)
  expect(stored.rows).toBe(names.length)
  const { people } = await run(bytes)
  expect(people.map(({ first_name }) => first_name)).toEqual(names)
})

test('rejected rows come in the delimiter and the encoding of the file, and import again when corrected', async () => {
  const file = iconv.encode(
    'Email;Имя;Phone\r\nзря;Ольга;+49 30\r\nok@again.example;Иван;1\r\n',
    'windows-1251',
  )
  const { view } = await run(file)
  const rejects = await rejectsOf(view)
  const text = iconv.decode(rejects, 'windows-1251')
  expect(text).toBe("Row;Reason;Email;Имя;Phone\r\n2;The email address has no @;зря;Ольга;'+49 30\r\n")
  const { people } = await run(iconv.encode(text.replace('зря', 'olga@again.example'), 'windows-1251'))
  expect(people[1]).toMatchObject({ email: 'olga@again.example', custom: { phone: '+49 30' } })
})

test('the header may stand far below, and a line that the file does not have is refused', async () => {
  const file = `${'a note\n'.repeat(24)}Email,Kind\na@far.example,Ann\n`
  const { people } = await run(file, { reading: { headerLine: 25 } })
  expect(people).toMatchObject([{ email: 'a@far.example', custom: { kind: 'Ann' } }])
  const { view } = await run(file, { reading: { headerLine: 90 } })
  expect(view.error).toMatch('Line 90 cannot be the header')
})

test('keeps a rejected row whole, in each encoding', async () => {
  for (const encoding of Object.keys(CSV_ENCODINGS) as CsvEncoding[]) {
    const file = iconv.encode(`Email,Note\nnobody,${'x'.repeat(2000)}\n`, iconvName(encoding))
    const { view } = await run(file, { reading: { encoding } })
    expect([encoding, view.error ?? '']).toEqual([encoding, ''])
    expect(iconv.decode(await rejectsOf(view), iconvName(encoding))).toContain(
      `nobody,${'x'.repeat(2000)}\r\n`,
    )
  }
})

test('keeps 10,000 rejected rows of an import, and counts all', async () => {
  const { view, progress } = await run(`Email\n${'nobody\n'.repeat(10_020)}`)
  expect(progress.failed).toBe(10_020)
  const [kept] = await imports.database
    .sql`select count(*)::int as n from import_rejects where batch_id = ${view.batchId}`
  expect(kept).toEqual({ n: 10_000 })
})

test('rows = imported + updated + skipped + failed + empty, for any bytes', async () => {
  const base = Buffer.from(
    'sep=;\r\nEmail;First Name;Unsubscribed\r\na@b.example;"Ann";\r\n;;\r\na@b.example;Bo;yes\r\n"c@b.example;x\r\n',
  )
  const edits = fc.array(
    fc.tuple(fc.nat(base.length - 1), fc.constantFrom(0, 10, 13, 34, 44, 59, 9, 124, 0x80, 0xe4, 0xff)),
    {
      maxLength: 8,
    },
  )
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((tail) => Buffer.concat([Buffer.from('Email,Name\n'), tail])),
    edits.map((list) => {
      const copy = Buffer.from(base)
      for (const [at, value] of list) copy[at] = value
      return copy
    }),
  )
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom('skip', 'fill', 'overwrite'), async (file, existing) => {
      const { view } = await run(file, { existing: existing as 'skip' })
      // `run` compares the counts. A defect would say so; a refusal names its reason.
      expect(view.error).not.toBe('An error occurred during import')
    }),
    { numRuns: caseCount(60), seed: 20_261_126 },
  )
})
