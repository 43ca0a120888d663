import type { Hono } from 'hono'
import { getAccountBalance } from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { viem } from '../../core/libraries/viem.ts'
import type { ChainFacts } from '../chains/chainFacts.ts'
import { orChainFault } from '../chains/chainUnreadable.ts'
import type { ChainBook } from '../chains/createChainBook.ts'
import { chainAddress } from '../namespaces/namespaces.ts'
import { currencyCost } from '../price/priceSource.ts'
import type { Balances } from './createBalances.ts'

/** What a forced reading costs beyond the request: it asks the chain's nodes. */
const forcedCost = 9

/** Balances of an account (SPEC §7), on the chains of which it is an address. */
export function mountBalance(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly book: ChainBook
    readonly balances: Balances
  },
): void {
  const { gate, book, balances } = deps
  // The wallet answers its own pages with it (EIP-7811).
  const options = { ...deps, rules: { isForWallet: true } }
  mountProjectRoute(app, getAccountBalance, options, async ({ params, query }, project, c) => {
    const { address } = params
    if (address.startsWith('0x') && !viem().isAddress(address)) {
      const reasons = [{ name: 'address', description: 'Expected an address whose checksum is right' }]
      throw new RouteFault('REQUEST_INVALID', { reasons })
    }
    const chains = (query.chainId === undefined ? book.served : [query.chainId])
      .map(chain => book.find(chain))
      .filter((chain): chain is ChainFacts => chain !== undefined && !chain.testnet)
      .filter(({ id }) => chainAddress(id, address) !== undefined)
    const [first] = chains
    const account = first && chainAddress(first.id, address)
    if (account === undefined) return { balances: [] }
    const force = query.forceUpdate === 'true'
    const { currency } = query
    const extra =
      chains.length - 1 + (force ? forcedCost * chains.length : 0) + currencyCost(currency, chains.length)
    if (extra > 0) await gate.charge(c, project, extra)
    return { balances: await orChainFault(balances({ chains, account, currency, force })) }
  })
}
