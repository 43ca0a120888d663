import { expect, it } from 'vitest'
import { createChainBook } from '../chains/createChainBook.ts'
import { createTokenFacts } from '../chains/createTokenFacts.ts'
import { knownChains } from '../chains/knownChains.ts'
import { createHoldingsReader } from './createHoldingsReader.ts'

it.each(['eip155:324', 'eip155:42220'] as const)(
  '%s: a currency that is a contract as well counts once',
  async id => {
    const chain = knownChains.find(facts => facts.id === id) ?? expect.unreachable()
    const address = chain.nativeContract?.address ?? expect.unreachable()
    const { name, symbol, decimals } = chain.nativeCurrency
    const token = { address, name, symbol, decimals }
    // An operator's list has it too.
    const book = createChainBook({
      served: [id],
      settings: { described: [], tokens: new Map([[id, [token]]]) },
    })
    const proxy = {
      call: async (_chain: string, calls: readonly { readonly method: string }[]) =>
        calls.map(({ method }) => ({
          result: method === 'eth_getBalance' ? '0x7' : `0x${'7'.padStart(64, '0')}`,
        })),
    }
    const clock = () => 0
    const read = createHoldingsReader({
      proxy,
      book,
      tokenFacts: createTokenFacts({ proxy, book, spamTokens: new Set(), clock }),
      knownTokens: async () => [address],
      clock,
    })
    const held = await read(chain, '0x00000000000000000000000000000000000A11cE')
    expect(held.filter(holding => holding.symbol === symbol)).toMatchObject([
      { address: undefined, amount: 7n },
    ])
  },
)
