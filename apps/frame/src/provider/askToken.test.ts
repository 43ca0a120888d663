import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { readToken } from './readToken.ts'

const { signal } = new AbortController()

/** A contract that calls itself that. */
const ask = (symbol: string) =>
  readToken(
    async (_method, [call]) =>
      (call as { readonly data: string }).data === '0x95d89b41'
        ? encodeAbiParameters([{ type: 'string' }], [symbol])
        : `0x${'6'.padStart(64, '0')}`,
    '0x0000000000000000000000000000000000bad000',
    signal,
  )

test.each(['USDC', '1INCH', '3Crv', '0x', '0xBTC', '2KEY', 'USDC.e', '$DOGE', 'BTC2x-FLI', 'stETH 2'])(
  'accepts %j as a symbol',
  async symbol => {
    expect((await ask(symbol)).symbol).toBe(symbol)
  },
)

test.each([
  '000 USDC',
  '000USDC',
  '00 USDC',
  '0 USDC',
  ',000 USDC',
  '.000 USDC',
  '’000 USDC',
  '.5 USDC',
  '$100 USDC',
  '5',
  '42',
  '7,5',
  '1\u20e3 USDC',
  '\u0660\u0660\u0660 USDC',
  '\uff10\uff10\uff10USDC',
  '\u{1d7d8}\u{1d7d8}\u{1d7d8} USDC',
  '\u200b000 USDC',
  ' 000 USDC',
])('refuses %j, which would read as part of the amount before it (T67)', async symbol => {
  expect(await ask(symbol)).toEqual({ decimals: 6, isCollection: false })
})
