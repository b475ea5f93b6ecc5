import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { planMigration } from '../../drizzle/migration-plan'

test.each([
  ['create table "tags" ("id" uuid)', 'blocks nothing'],
  [
    'create table "tags" ("id" uuid);--> statement-breakpoint\ncreate index "i" on "tags" using btree ("id")',
    'blocks nothing',
  ],
  [
    'CREATE UNIQUE INDEX "i" ON "contacts" USING btree ("id")',
    'blocks writes to contacts while an index is built',
  ],
  ['alter table "contacts" add column "note" text', 'needs contacts alone for a moment'],
  [
    'alter table "contacts" alter column "note" set not null',
    'blocks reads and writes of contacts while its rows are read',
  ],
  [
    'alter table "contacts" add constraint "c" check (a > 0)',
    'blocks writes to contacts while its rows are checked',
  ],
  ['alter table "contacts" add constraint "c" check (a > 0) not valid', 'needs contacts alone for a moment'],
  ['alter table "contacts" validate constraint "c"', 'blocks nothing'],
  [
    'create trigger t after insert on contacts for each row execute function f()',
    'needs contacts alone for a moment',
  ],
  ["-- Why.\nupdate contacts set note = ''", 'unknown: update contacts set …'],
  [
    'alter table "a" add column "b" int;--> statement-breakpoint\nalter table "a" add column "c" int',
    'needs a alone for a moment',
  ],
])('%s: %s', (text, blocks) => {
  expect(planMigration('name', text)).toEqual({ name: 'name', blocks })
})

test('what it calls unknown among our migrations changes rows', () => {
  const folder = 'drizzle/migrations'
  const unknown = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => planMigration(file, readFileSync(`${folder}/${file}`, 'utf8')).blocks.split('; '))
    .filter((blocks) => blocks.startsWith('unknown'))
  expect(unknown.filter((text) => !/^unknown: (update|insert|delete|with|select|do) /.test(text))).toEqual([])
})
