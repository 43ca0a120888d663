import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

// The language of an engine is settled when it starts: a process of its own, in German.
test("without a locale everything is English, whatever the browser's language", () => {
  const script = `
    const { amountFormat } = await import('./amountFormat.ts')
    const { formatFiat } = await import('./formatFiat.ts')
    const { formatNftAmount, shortNftAmount } = await import('../nfts/formatNftAmount.ts')
    const { exactAmount } = await import('../send/exactAmount.ts')
    const { createFormats } = await import('../activity/createFormats.ts')
    const { readTypedAmount, writeTypedAmount } = await import('../../engine/nouns/amounts/readTypedAmount.ts')
    console.log(JSON.stringify({
      browser: (1.5).toLocaleString(),
      native: amountFormat()('1234.5'),
      fiat: formatFiat(1234.5, 'EUR'),
      nft: [formatNftAmount('12345'), shortNftAmount('1234567')],
      exact: exactAmount({ value: 12345n, decimals: 1 }),
      activity: createFormats().amount('1234.5'),
      written: writeTypedAmount('1.234'),
      read: ['1.234', '1,234', '1,5'].map(text => readTypedAmount(text)),
    }))`
  const told = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, LC_ALL: 'de_DE.UTF-8' },
    encoding: 'utf8',
  })
  expect(JSON.parse(told)).toEqual({
    browser: '1,5',
    native: '1,234.500',
    fiat: '€1,234.50',
    nft: ['12,345', '1.2M'],
    exact: '1,234.5',
    activity: '1,234.500',
    written: '1.234',
    // A written amount is read back; an ambiguous one is refused (T74).
    read: [{ at: 'number', decimal: '1.234' }, { at: 'ambiguous' }, { at: 'number', decimal: '1.5' }],
  })
})
