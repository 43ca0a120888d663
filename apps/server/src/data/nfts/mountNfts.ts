import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { CaipNetworkId } from 'latchkey/contract'
import { getNfts, type Nft } from 'latchkey/services'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { formatCursor, parseCursor } from '../../core/http/pageCursor.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { viem } from '../../core/libraries/viem.ts'
import type { Store } from '../../core/store/store.ts'
import { orChainFault } from '../chains/chainUnreadable.ts'
import { isSpamAsset, type SpamRules } from '../chains/spam.ts'
import { bytesToId, type Hex, readAddress, toBytes, toChecksum, toHex } from '../indexer/hexBytes.ts'
import { chainAddress } from '../namespaces/namespaces.ts'
import type { NftReader } from './createNftReader.ts'
import type { NftSource } from './nftSource.ts'

/** Collectibles on one page. */
const pageSize = 30
/** What a list costs beyond the request that is read from the chain's nodes. */
const liveCost = 4

/** What collectibles an account has (SPEC-NOTES §7), by collection. A chain that is not indexed has an empty list that says so. */
export function mountNfts(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly store: Store
    readonly isIndexed: (chain: CaipNetworkId) => boolean
    /** Reads lists of a chain without an index; undefined for one that has or needs an index. */
    readonly liveSource: (chain: CaipNetworkId) => NftSource | undefined
    readonly nfts: Pick<NftReader, 'read'>
    readonly clientAddress: (c: AppContext) => string
    readonly spamRules: (chain: CaipNetworkId) => SpamRules
  },
): void {
  mountProjectRoute(app, getNfts, deps, async ({ params, query }, project, c) => {
    const { chainId: chain, cursor } = query
    const live = deps.liveSource(chain)
    if (live !== undefined) {
      const owner = chainAddress(chain, params.address)
      if (owner === undefined) throw refused('address', 'Expected an address of the network')
      await deps.gate.charge(c, project, liveCost)
      const page = await orChainFault(live({ chain, owner, cursor, client: deps.clientAddress(c) }))
      if (page === undefined) throw refused('cursor', 'Expected a cursor of this list')
      return page
    }
    if (!deps.isIndexed(chain)) return { data: [], next: null, unserved: true }
    const owner = readAddress(params.address)
    if (owner === undefined) throw refused('address', 'Expected an address of the network')
    const list = `nfts ${chain} ${toHex(owner)}`
    const after = cursor === undefined ? undefined : readPlace(list, cursor)
    const chainId = Number(chain.slice(chain.indexOf(':') + 1))
    const rows = await selectHoldings(deps.store, { chainId, owner, after }).execute()
    const shown = rows.slice(0, pageSize)
    const words = await deps.nfts.read(
      chain,
      shown.map(row => ({
        token: toHex(row.token),
        tokenId: bytesToId(row.token_id),
        standard: row.standard,
      })),
      deps.clientAddress(c),
    )
    const spam = deps.spamRules(chain)
    const data = shown.map((row): Nft => {
      const address = toHex(row.token)
      const tokenId = bytesToId(row.token_id).toString()
      const known = words.get(`${address} ${tokenId}`)
      const name = known?.name ?? null
      const amount = BigInt(row.amount)
      const isSpam =
        amount > viem().maxUint256 ||
        isSpamAsset({ address, name: row.name, symbol: row.symbol, fungible: false }, spam) ||
        isSpamAsset({ address, name, symbol: null, fungible: false }, spam)
      return {
        id: `${chain}/${row.standard}:${toChecksum(row.token)}/${tokenId}`,
        chainId: chain,
        standard: row.standard === 'erc721' ? 'ERC721' : 'ERC1155',
        collection: { address: toChecksum(row.token), name: row.name, symbol: row.symbol },
        tokenId,
        // The sum of its contract's events can be anything; no account holds more than this (ERC-1155).
        amount: (amount > viem().maxUint256 ? viem().maxUint256 : amount).toString(),
        name,
        description: known?.description ?? null,
        image: known?.image == null ? null : { url: known.image },
        flags: { is_spam: isSpam },
      }
    })
    const last = shown.at(-1)
    return {
      data,
      next:
        rows.length > pageSize && last !== undefined
          ? formatCursor(list, [toHex(last.token), toHex(last.token_id)])
          : null,
    }
  })
}

interface NftPlace {
  readonly token: Hex
  readonly tokenId: Hex
}

/** A page of what an account has, and one more. */
export function selectHoldings(
  store: Pick<Store, 'db'>,
  list: { readonly chainId: number; readonly owner: Uint8Array; readonly after: NftPlace | undefined },
) {
  const { chainId, owner, after } = list
  return (
    store.db
      .selectFrom('index_holdings as h')
      .leftJoin('index_tokens as t', join =>
        join.onRef('t.chain_id', '=', 'h.chain_id').onRef('t.token', '=', 'h.token'),
      )
      .select(['h.token', 'h.token_id', 'h.standard', 'h.amount', 't.name', 't.symbol'])
      .where('h.chain_id', '=', chainId)
      .where('h.account', '=', owner)
      // Less than none: received before the index begins, so that nothing is known. As `index_holdings_shown` has it.
      .where(sql<boolean>`substr(h.amount, 1, 1) <> '-'`)
      .$if(after !== undefined, query =>
        query.where(
          sql<boolean>`(h.token, h.token_id) > (${toBytes(after?.token ?? '0x')}, ${toBytes(after?.tokenId ?? '0x')})`,
        ),
      )
      .orderBy('h.token')
      .orderBy('h.token_id')
      .limit(pageSize + 1)
  )
}

function readPlace(list: string, cursor: string): NftPlace {
  const parts = parseCursor(list, cursor, [/^0x[0-9a-f]{40}$/, /^0x[0-9a-f]{64}$/])
  if (parts === undefined) throw refused('cursor', 'Expected a cursor of this list')
  return { token: parts[0] as Hex, tokenId: parts[1] as Hex }
}

function refused(name: string, description: string): RouteFault {
  return new RouteFault('REQUEST_INVALID', { reasons: [{ name, description }] })
}
