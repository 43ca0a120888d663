import { addressOf, type CaipAddress, type CaipNetworkId, networkIdOf } from 'latchkey/contract'
import { caip10Schema } from 'latchkey/services'
import * as v from 'valibot'
import { jsonObject, type ReadVariable, Wrong, wholeNumber } from '../../core/settings/readers.ts'
import { addressKey, chainAddress, isReadable } from '../../data/namespaces/namespaces.ts'
import { refuseWebhookUrl } from '../../projects/refuseWebhookUrl.ts'

export interface PaymentsSettings {
  /** Accounts that payments of every project may go to, as CAIP-10 in the store's spelling. */
  readonly recipients: ReadonlySet<string>
  /** Blocks after which a transfer is final, by network, in place of the table's. */
  readonly confirmations: ReadonlyMap<CaipNetworkId, number>
  /** Milliseconds between two looks at the chains. */
  readonly poll: number
  /** Milliseconds for which the rate of a fiat price holds. */
  readonly rateLock: number
  /** Where the development projects are notified; for development alone. */
  readonly developmentWebhook: string | undefined
}

export function readPaymentsSettings(read: ReadVariable): PaymentsSettings {
  return {
    recipients: read<ReadonlySet<string>>('PAYMENTS_RECIPIENTS', new Set(), parseRecipients),
    confirmations: read<PaymentsSettings['confirmations']>(
      'PAYMENTS_CONFIRMATIONS',
      new Map(),
      parseConfirmations,
    ),
    poll: read('PAYMENTS_POLL_MS', 2_000, wholeNumber(50, 60_000)),
    rateLock: read('PAYMENTS_RATE_LOCK_S', 900, wholeNumber(60, 3_600)) * 1_000,
    developmentWebhook: read<string | undefined>('PAYMENTS_DEV_WEBHOOK', undefined, parseDevelopmentWebhook),
  }
}

/** An account as CAIP-10 in the store's spelling; undefined for one that we cannot read, or with a wrong checksum. */
export function receiverKey(account: string): string | undefined {
  if (!v.is(caip10Schema, account)) return undefined
  const chain = networkIdOf(account as CaipAddress)
  if (!isReadable(chain)) return undefined
  const address = addressOf(account as CaipAddress)
  return chainAddress(chain, address) === undefined ? undefined : `${chain}:${addressKey(chain, address)}`
}

function parseRecipients(text: string): ReadonlySet<string> {
  const keys = text.split(',').map(part => receiverKey(part.trim()))
  const known = keys.filter(key => key !== undefined)
  if (known.length !== keys.length || keys.length > 200)
    throw new Wrong('must list at most 200 accounts as CAIP-10, separated by commas')
  return new Set(known)
}

function parseDevelopmentWebhook(text: string): string {
  if (refuseWebhookUrl(text, true) !== undefined)
    throw new Wrong('must be an address such as http://localhost:5173/webhook')
  return text
}

function parseConfirmations(text: string): PaymentsSettings['confirmations'] {
  const rule = 'must be a JSON object from network to blocks, such as {"eip155:1":64}'
  return new Map(
    Object.entries(jsonObject(text, rule)).map(([chain, blocks]) => {
      const isCount = Number.isInteger(blocks) && Number(blocks) >= 1 && Number(blocks) <= 10_000
      if (!isReadable(chain) || !isCount) throw new Wrong(rule)
      return [chain, Number(blocks)] as const
    }),
  )
}
