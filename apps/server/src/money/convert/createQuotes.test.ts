import { expect, it } from 'vitest'
import { createLog } from '../../core/log/createLog.ts'
import type { ConvertProvider, ConvertQuote } from './convertProvider.ts'
import { createQuotes } from './createQuotes.ts'
import { swapAsk } from './providers/swapAsk.fixture.ts'

it('waits no longer for prices than its patience, and says that the impact is not known', async () => {
  const ask = swapAsk({ gasPrice: 1n })
  const quote = {
    fromAmount: ask.amount,
    maximum: ask.amount,
    toAmount: 1_000n,
    minimum: 990n,
    spender: null,
    priceImpact: null,
    gas: null,
  } as unknown as ConvertQuote
  const provider = { id: 'one', contracts: () => [], quote: async () => quote } as unknown as ConvertProvider
  const askQuotes = createQuotes({
    context: { timeout: 5_000, clock: () => 0, log: createLog({ level: 'silent' }) },
    prices: () => new Promise(() => {}),
    gasPrices: () => new Promise(() => {}),
    patience: 5,
  })
  const { quotes } = await askQuotes(ask, [provider])
  expect(quotes).toEqual([{ provider: 'one', quote }])
})
