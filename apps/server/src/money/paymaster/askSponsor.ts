import { randomUUID } from 'node:crypto'
import type { CaipNetworkId } from 'latchkey/contract'
import type { SponsorQuestion as SponsorMessage } from 'latchkey/services'
import type { Logger } from 'pino'
import type { FetchPublic } from '../../data/images/fetchPublic.ts'
import type { OperationCall } from '../../data/operations/decodeOperationCalls.ts'
import { signMessage } from '../payments/signMessage.ts'
import type { SponsorRules } from './readPaymasterSettings.ts'

/** Milliseconds for a host's decision: a visitor waits for it. */
const timeout = 3_000

/** What a host decides on. */
export interface SponsorQuestion {
  readonly project: string
  readonly network: CaipNetworkId
  readonly account: `0x${string}`
  readonly calls: readonly OperationCall[]
  /** The most it can cost, in base units. */
  readonly mostCost: bigint
  /** Whether the host is asked for the last time: what it agrees to now is signed for. */
  readonly isFinal: boolean
}

/**
 * Asks a host whether it pays for an operation, by a message that is signed as its webhooks are (Standard Webhooks). Anything but a
 * clear yes in time is a no; `unavailable` when there was no answer.
 */
export async function askSponsor(
  deps: { readonly fetch: FetchPublic; readonly now: () => number; readonly log: Logger },
  { url, secret }: NonNullable<SponsorRules['ask']>,
  question: SponsorQuestion,
): Promise<'yes' | 'refused' | 'unavailable'> {
  const { fetch, now, log } = deps
  const { calls, mostCost, ...rest } = question
  const sent: SponsorMessage = {
    type: 'sponsor.question',
    timestamp: new Date(now()).toISOString(),
    data: {
      ...rest,
      mostCost: String(mostCost),
      calls: calls.map(({ to, value, data }) => ({ to, value: String(value), data })),
    },
  }
  const body = JSON.stringify(sent)
  const id = `sponsor_${randomUUID()}`
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signMessage({ id, body }, { secret, oldSecret: null, oldUntil: null }, now()),
      },
      body,
      timeout,
      maxBytes: 4_096,
      redirects: 0,
    })
    if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`)
    const { sponsor } = JSON.parse(new TextDecoder().decode(answer.body)) as { readonly sponsor?: unknown }
    return sponsor === true ? 'yes' : 'refused'
  } catch (error) {
    log.warn({ err: error, project: question.project }, 'A host did not say whether it pays')
    return 'unavailable'
  }
}
