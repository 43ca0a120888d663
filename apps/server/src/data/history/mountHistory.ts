import type { Hono } from 'hono'
import type { CaipNetworkId } from 'latchkey/contract'
import { getHistory, type Transaction } from 'latchkey/services'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { formatCursor, parseCursor } from '../../core/http/pageCursor.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Token } from '../chains/chainFacts.ts'
import type { SpamRules } from '../chains/spam.ts'
import { type Hex, readAddress, toHex } from '../indexer/hexBytes.ts'
import type { NftReader } from '../nfts/createNftReader.ts'
import { HistoryOutage, type HistoryProvider, type Place } from './historyProvider.ts'
import { toTransaction, type Wording } from './toTransaction.ts'

/** Transactions on one page. */
const pageSize = 25
/**
 * Bytes after which a page ends early, though not before its first transaction: anyone can send a hundred collectibles
 * at once, and the widget reads at most 2 MB of an answer.
 */
const pageBytes = 500_000
const whole = /^\d{1,15}$/

/** What an account did (SPEC §7). A chain without a provider has an empty list that says so. */
export function mountHistory(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly providerOf: (chain: CaipNetworkId) => HistoryProvider | undefined
    readonly factsOf: (chain: CaipNetworkId) => Wording['facts']
    readonly nfts: Pick<NftReader, 'read'>
    readonly clientAddress: (c: AppContext) => string
    readonly vouchedToken: (chain: CaipNetworkId, address: Hex) => Token | undefined
    readonly spamRules: (chain: CaipNetworkId) => SpamRules
  },
): void {
  mountProjectRoute(app, getHistory, deps, async ({ params, query }, _project, c) => {
    const { chainId: chain, cursor } = query
    const provider = deps.providerOf(chain)
    if (provider === undefined) return { data: [], next: null, unserved: true }
    const owner = readAddress(params.address)
    if (owner === undefined) throw refused('address', 'Expected an address of the network')
    const account = toHex(owner)
    const list = `history ${chain} ${account}`
    const before = cursor === undefined ? undefined : readPlace(list, cursor)
    const page = await provider.list({ chain, account, before, limit: pageSize }).catch((error: unknown) => {
      if (!(error instanceof HistoryOutage)) throw error
      throw new RouteFault('APKT009', { status: 503, retryAfter: error.retryAfter, cause: error })
    })
    const collectibles = page.entries.flatMap(({ legs }) =>
      legs.flatMap(({ standard, token, tokenId }) =>
        token !== null && tokenId !== null && (standard === 'erc721' || standard === 'erc1155')
          ? [{ token, tokenId, standard }]
          : [],
      ),
    )
    const wording = {
      chain,
      account,
      facts: deps.factsOf(chain),
      tokens: page.tokens,
      nfts: await deps.nfts.read(chain, collectibles, deps.clientAddress(c)),
      vouchedToken: (address: Hex) => deps.vouchedToken(chain, address),
      spam: deps.spamRules(chain),
    }
    const data: Transaction[] = []
    let bytes = 0
    for (const entry of page.entries) {
      const transaction = toTransaction(entry, wording)
      bytes += Buffer.byteLength(JSON.stringify(transaction))
      if (data.length > 0 && bytes > pageBytes) break
      data.push(transaction)
    }
    const last = page.entries[data.length - 1]
    const more = page.more || data.length < page.entries.length
    return {
      data,
      next: more && last !== undefined ? formatCursor(list, [last.block, last.position]) : null,
    }
  })
}

function readPlace(list: string, cursor: string): Place {
  const parts = parseCursor(list, cursor, [whole, whole])
  if (parts === undefined) throw refused('cursor', 'Expected a cursor of this list')
  return { block: Number(parts[0]), position: Number(parts[1]) }
}

function refused(name: string, description: string): RouteFault {
  return new RouteFault('REQUEST_INVALID', { reasons: [{ name, description }] })
}
