import { setTimeout as sleep } from 'node:timers/promises'
import { type CaipNetworkId, limits } from 'latchkey/contract'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { Clock } from '../../core/http/appTypes.ts'
import { readBounded } from '../../core/http/readBody.ts'
import type { Move } from '../indexer/decodeLog.ts'
import type { Hex } from '../indexer/hexBytes.ts'
import {
  envelopeSchema,
  fungibleTransferSchema,
  multiTransferSchema,
  nftTransferSchema,
  ordinarySchema,
} from './etherscanShapes.ts'
import {
  type HistoryEntry,
  HistoryOutage,
  type HistoryPage,
  type HistoryProvider,
  type Place,
  type TokenWords,
} from './historyProvider.ts'

/** Rows of each list in one request; a page is put together from four lists. */
const rowsAsked = 100
/** Milliseconds for one request. */
const timeout = 8_000
/** Bytes of an answer. */
const longest = 4_194_304
/** The most pages cached for the lifetime of SPEC §9's transaction cache. */
const mostKept = 500
const lifetime = limits.transactionCache

const lists = {
  txlist: ordinarySchema,
  tokentx: fungibleTransferSchema,
  tokennfttx: nftTransferSchema,
  token1155tx: multiTransferSchema,
} as const

type Rows = { readonly [K in keyof typeof lists]: readonly v.InferOutput<(typeof lists)[K]>[] }

/**
 * Creates the history from Etherscan's API v2, or from a Blockscout instead. It reads four lists, one after the other,
 * because the free plan counts requests per second. The sender of a transaction in the token lists alone is unknown: it
 * was not the account, whose own ones are all in `txlist`, and a token's event can name anyone (T63).
 */
export function createEtherscanHistory(options: {
  readonly url: string
  /** Goes into the query and nowhere else: never into a log or an error. */
  readonly key: string | undefined
  readonly clock: Clock
  readonly log: Logger
  /** Milliseconds after which a request that was over the limit is sent once more; its plans count by the second. */
  readonly limitPause?: number
}): HistoryProvider {
  const { url, key, clock, log, limitPause = 1_100 } = options
  const kept = new Map<string, { readonly until: number; readonly page: Promise<HistoryPage> }>()

  async function ask<K extends keyof typeof lists>(
    action: K,
    chain: CaipNetworkId,
    account: Hex,
    endBlock: number | undefined,
  ): Promise<Rows[K]> {
    const target = new URL(url)
    const query = {
      chainid: chain.slice(chain.indexOf(':') + 1),
      module: 'account',
      action,
      address: account,
      page: '1',
      offset: String(rowsAsked),
      sort: 'desc',
      ...(endBlock === undefined ? {} : { endblock: String(endBlock) }),
      ...(key === undefined ? {} : { apikey: key }),
    }
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
    let envelope = await fetchEnvelope(target)
    if (isOverLimit(envelope)) {
      await sleep(limitPause)
      envelope = await fetchEnvelope(target)
    }
    if (!Array.isArray(envelope.result)) {
      if (/^no (?:transactions|token transfers|records) found/i.test(envelope.message ?? ''))
        return [] as unknown as Rows[K]
      // Its sentences may repeat the request, so only their kind is reported.
      throw new HistoryOutage(
        isOverLimit(envelope) ? 'The history provider is over its limit' : 'The history provider refused',
      )
    }
    const rows = v.safeParse(v.array(lists[action] as v.GenericSchema), envelope.result)
    if (!rows.success) throw new HistoryOutage(`The history provider answered ${action} in another shape`)
    return rows.output as unknown as Rows[K]
  }

  async function fetchEnvelope(target: URL): Promise<v.InferOutput<typeof envelopeSchema>> {
    let bytes: Uint8Array | undefined
    try {
      const response = await fetch(target, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
        headers: { accept: 'application/json' },
      })
      if (!response.ok) {
        await response.body?.cancel()
        const wait = Number(response.headers.get('retry-after'))
        throw new HistoryOutage(
          `The history provider answered HTTP ${response.status}`,
          wait >= 1 && wait <= 60 ? Math.ceil(wait) : 1,
        )
      }
      bytes = await readBounded(response.body, longest)
    } catch (error) {
      if (error instanceof HistoryOutage) throw error
      throw new HistoryOutage('The history provider did not answer')
    }
    const envelope = v.safeParse(envelopeSchema, bytes === undefined ? undefined : readJson(bytes))
    if (!envelope.success) throw new HistoryOutage('The history provider answered in another shape')
    return envelope.output
  }

  return {
    async list({ chain, account, before, limit }) {
      const name = `${chain} ${account} ${before?.block} ${before?.position} ${limit}`
      const known = kept.get(name)
      if (known !== undefined && clock() < known.until) return known.page
      const page = (async () => {
        const read = async (endBlock: number | undefined) => {
          const rows: Rows = {
            txlist: await ask('txlist', chain, account, endBlock),
            tokentx: await ask('tokentx', chain, account, endBlock),
            tokennfttx: await ask('tokennfttx', chain, account, endBlock),
            token1155tx: await ask('token1155tx', chain, account, endBlock),
          }
          return joinRows(rows, { account, before, limit })
        }
        const { cut, ...first } = await read(before?.block)
        if (first.entries.length > 0 || cut <= 0) return first
        // The whole list is from a block that was shown already: older entries begin below it.
        const { cut: _, ...second } = await read(cut - 1)
        return second
      })()
      kept.set(name, { until: clock() + lifetime, page })
      const oldest = kept.keys().next()
      if (kept.size > mostKept && !oldest.done) kept.delete(oldest.value)
      page.catch((error: unknown) => {
        kept.delete(name)
        log.warn(
          { chain, failure: error instanceof Error ? error.message : 'unknown' },
          'history provider failed',
        )
      })
      return page
    },
  }
}

/** It says so with status 200, in a sentence. */
function isOverLimit({ result }: v.InferOutput<typeof envelopeSchema>): boolean {
  return typeof result === 'string' && /rate limit/i.test(result.slice(0, 200))
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/**
 * Puts four lists into one page. A list that came back full may be cut within its oldest block, so that block, `cut`, and
 * all before it wait for the next page.
 */
function joinRows(
  rows: Rows,
  query: { readonly account: Hex; readonly before: Place | undefined; readonly limit: number },
): HistoryPage & { readonly cut: number } {
  const { account, before, limit } = query
  const found = new Map<Hex, HistoryEntry & { readonly legs: Move[] }>()
  const tokens = new Map<Hex, TokenWords>()
  const enter = (
    row: Rows['tokentx'][number] | Rows['tokennfttx'][number] | Rows['token1155tx'][number],
    leg: Move,
    decimals: number | null,
  ): void => {
    const entry = found.get(row.hash) ?? {
      ...entryOf(row),
      status: 1,
      nonce: null,
      sender: null,
      recipient: null,
      created: null,
      amount: 0n,
      selector: null,
      legs: [],
    }
    entry.legs.push(leg)
    found.set(row.hash, entry)
    tokens.set(row.contractAddress, {
      name: row.tokenName || null,
      symbol: row.tokenSymbol || null,
      decimals,
    })
  }

  for (const row of rows.txlist) {
    const failed = row.isError === '1' || row.txreceipt_status === '0'
    const recipient = row.to ?? row.contractAddress
    const moved = row.value > 0n && !failed && recipient !== null
    found.set(row.hash, {
      ...entryOf(row),
      status: failed ? 0 : row.txreceipt_status === '' ? null : 1,
      nonce: row.from === account ? row.nonce : null,
      sender: row.from,
      recipient: row.to,
      created: row.to === null ? row.contractAddress : null,
      amount: row.value,
      selector: row.input.length >= 10 ? (row.input.slice(0, 10).toLowerCase() as Hex) : null,
      legs: moved
        ? [{ standard: 'native', token: null, tokenId: null, amount: row.value, sender: row.from, recipient }]
        : [],
    })
  }
  const base = (row: { from: Hex; to: Hex; contractAddress: Hex }) => ({
    token: row.contractAddress,
    sender: row.from,
    recipient: row.to,
  })
  for (const row of rows.tokentx)
    enter(
      row,
      { ...base(row), standard: 'erc20', tokenId: null, amount: row.value },
      readDecimals(row.tokenDecimal),
    )
  for (const row of rows.tokennfttx)
    enter(row, { ...base(row), standard: 'erc721', tokenId: row.tokenID, amount: 1n }, null)
  for (const row of rows.token1155tx)
    enter(row, { ...base(row), standard: 'erc1155', tokenId: row.tokenID, amount: row.tokenValue }, null)

  const full = Object.values(rows).filter(list => list.length >= rowsAsked)
  const cut = Math.max(-1, ...full.map(list => list.at(-1)?.blockNumber ?? -1))
  const older = [...found.values()]
    .filter(entry => before === undefined || compare(entry, before) < 0)
    .sort((a, b) => compare(b, a))
  const whole = older.filter(({ block }) => block > cut)
  // A block fills a list by itself: cut it rather than never pass it. Older entries wait, as that list may hold some.
  const usable = whole.length > 0 ? whole : older.filter(({ block }) => block === cut)
  const entries = usable.slice(0, limit)
  return { cut, entries, tokens, more: entries.length > 0 && (usable.length > limit || full.length > 0) }
}

function entryOf(row: { blockNumber: number; transactionIndex: number; hash: Hex; timeStamp: number }) {
  return {
    block: row.blockNumber,
    position: row.transactionIndex,
    hash: row.hash,
    minedAt: row.timeStamp * 1_000,
  }
}

function compare(a: Place, b: Place): number {
  return a.block - b.block || a.position - b.position
}

function readDecimals(text: string | null): number | null {
  return text !== null && /^\d{1,3}$/.test(text) && Number(text) <= 255 ? Number(text) : null
}
