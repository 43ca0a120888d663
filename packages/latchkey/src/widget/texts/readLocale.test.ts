import { expect, test } from 'vitest'
import { readLocale } from './readLocale.ts'

const table: readonly (readonly [locale: string | undefined, lang: string, dir: string])[] = [
  [undefined, 'en', 'ltr'],
  ['de-AT', 'de-AT', 'ltr'],
  ['ar', 'ar', 'rtl'],
  ['he-IL', 'he-IL', 'rtl'],
  ['arn', 'arn', 'ltr'],
  ['', 'en', 'ltr'],
  ['<b>', 'en', 'ltr'],
]

test.each(table)('%s is read as %s, %s', (locale, lang, dir) => {
  expect(readLocale(locale)).toEqual({ lang, dir })
})
