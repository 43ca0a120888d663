import { parseAmount, toDecimalString } from '../../../contract/amount.ts'
import { isCaipNetworkId, networkIdOf } from '../../../contract/caip.ts'
import type { SentTransfer, Transfer, TransferReceipt } from '../../../contract/send.ts'
import type { StoredKey } from '../../base/stored.ts'
import type { EngineContext } from '../../context.ts'
import { findNetwork } from '../../nouns/networks/findNetwork.ts'
import { isSettled } from './sends.ts'

/** As many as a person may want to see again. */
export const mostSends = 50
const week = 604_800_000
/** What was never sent is kept for as long as it takes to say so. */
const rejectedLife = 60_000

/** Version 1, for good. */
export const sendsKey: StoredKey<readonly SentTransfer[]> = {
  name: 'sends',
  version: 1,
  lifetime: 4 * week,
  parse: parseSends,
}

/** Newest first, at most 50: what is settled goes before what is not, and after a week at last. */
export function pruneSends(sends: readonly SentTransfer[], now: number): readonly SentTransfer[] {
  const kept = sends
    .filter(sent => now - sent.at < (sent.status === 'rejected' ? rejectedLife : 4 * week))
    .sort((a, b) => b.at - a.at)
  if (kept.length <= mostSends) return kept
  const open = kept.filter(sent => !isSettled(sent)).slice(0, mostSends)
  const room = mostSends - open.length
  const done = kept.filter(isSettled).slice(0, room)
  return kept.filter(sent => open.includes(sent) || done.includes(sent))
}

/** A transfer as it is kept. */
export function toSent(
  { from, network, to, asset, amount }: Transfer,
  { id, at }: Pick<SentTransfer, 'id' | 'at'>,
): SentTransfer {
  const { caipNetworkId } = network
  return { id, from, caipNetworkId, to, asset, amount: toDecimalString(amount), at, status: 'asked' }
}

/** The transfer that was kept; undefined when the host does not list its network any more. */
export function toTransfer(ctx: Pick<EngineContext, 'config'>, sent: SentTransfer): Transfer | undefined {
  const network = findNetwork(ctx.config.networks, sent.caipNetworkId)
  if (!network) return undefined
  const { from, to, asset } = sent
  return { from, network, to, asset, amount: parseAmount(sent.amount, asset.decimals) }
}

/** Whether two move the same to the same: what is asked for again while the first one's fate is not known. */
export function isSameTransfer(one: SentTransfer, other: SentTransfer): boolean {
  return (
    one.from === other.from &&
    one.caipNetworkId === other.caipNetworkId &&
    one.to === other.to &&
    one.asset.address === other.asset.address &&
    one.amount === other.amount
  )
}

function parseSends(data: unknown): readonly SentTransfer[] | undefined {
  if (!Array.isArray(data)) return undefined
  return data.slice(0, mostSends).flatMap(item => parseSent(item) ?? [])
}

const statuses: readonly unknown[] = [
  'asked',
  'unknown',
  'pending',
  'confirmed',
  'failed',
  'replaced',
  'dropped',
  'rejected',
]

function parseSent(item: unknown): SentTransfer | undefined {
  const { id, from, caipNetworkId, to, asset, amount, at, place, hash, batchId, status, receipt } =
    fields(item)
  const { address, symbol, decimals } = fields(asset)
  const isSound =
    isText(id, 64) &&
    isText(from, 200) &&
    isCaipNetworkId(caipNetworkId) &&
    networkIdOf(from as never) === caipNetworkId &&
    isText(to, 128) &&
    (address === undefined || isText(address, 128)) &&
    isText(symbol, 64) &&
    isAmount(amount, decimals) &&
    // A moment that no date has could not be shown.
    +new Date(at as number) === at &&
    [place, hash].every(value => value === undefined || isText(value, 128)) &&
    (batchId === undefined || isText(batchId, 8_194)) &&
    statuses.includes(status)
  if (!isSound) return undefined
  const kept = {
    id,
    from,
    caipNetworkId,
    to,
    asset: { symbol, decimals, address },
    amount,
    at,
    status,
    place,
    hash,
    batchId,
    receipt: parseReceipt(receipt),
  }
  // Without what is not there.
  return JSON.parse(JSON.stringify(kept)) as SentTransfer
}

function parseReceipt(data: unknown): TransferReceipt | undefined {
  const { status, hash, by, reason, outcome } = fields(data)
  if (!isText(hash, 128)) return undefined
  if (status === 'confirmed' || status === 'failed') return { status, hash }
  if (status !== 'replaced' || !isText(by, 128)) return undefined
  if (reason !== 'repriced' && reason !== 'cancelled' && reason !== 'other') return undefined
  if (outcome !== 'confirmed' && outcome !== 'failed') return undefined
  return { status, hash, by, reason, outcome }
}

function isAmount(amount: unknown, decimals: unknown): boolean {
  try {
    return isText(amount, 400) && parseAmount(amount, decimals as number).value >= 0n
  } catch {
    return false
  }
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= most
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
