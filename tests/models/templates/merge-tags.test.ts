import { expect, test } from 'vitest'
import { findMergeTags } from '~/models/templates/merge-tags'

test.each([
  ['Hi [First Name],', '[First Name]'],
  ['Hi [ Vorname ],', '[ Vorname ]'],
  ['I saw [your company] in the news', '[your company]'],
  ['[Company] GmbH, Main Street 1', '[Company]'],
  ['Hi {first_name},', '{first_name}'],
  ['Hi {!Contact.FirstName},', '{!Contact.FirstName}'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the tag of another program
  ['Hi ${name},', '{name}'],
  ['Hi <<First_Name>>,', '<<First_Name>>'],
  ['Hi ##name##,', '##name##'],
  ['Hi %FNAME%,', '%FNAME%'],
  ['Hi %First Name%, 20% off', '%First Name%'],
  ['Only %ADDRESS1% left', '%ADDRESS1%'],
  ['https://x.example/?e=%EMAIL%&n=1', '%EMAIL%'],
  ['Hi %%FIRST NAME%%,', '%%FIRST NAME%%'],
  ['Hi *|FNAME|*,', '*|FNAME|*'],
  ['Hi {{firstName}},', '{{firstName}}'],
])('%s has a merge tag', (text, tag) => {
  expect(findMergeTags(text)).toEqual([tag])
})

test.each([
  'LinkedIn 12% email 4%',
  'LinkedIn 12%\nemail 4%',
  '% email 4%',
  'Change in %email 4%',
  '50%off%',
  'Save 12%email 4%phone',
  'From 5% to 8% name 9%',
  'Between 20%% of leads and 30%% email',
  '50%%off%%',
  'See https://x.example/?q=%E9mail%20list and https://x.example/?q=%C1ity%A9',
  '## Company ##\n### Product ###',
  'Choisissez << Pays >> dans la liste',
  '“[The product] saved us a day”, and [the company] grew',
  'Write to [email protected]',
  '[Website] [LinkedIn] [Date] [1] [Monday] [sic]',
  '[Company](https://x.example)',
  'The set {x} of { a, b }',
  '5 * 3 | 2 * 1',
])('%s has none', (text) => {
  expect(findMergeTags(text)).toEqual([])
})
