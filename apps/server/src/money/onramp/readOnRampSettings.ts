import type { ReadVariable } from '../../core/settings/readers.ts'
import { Wrong, wholeNumber } from '../../core/settings/readers.ts'
import { createCoinbaseSigner } from './coinbase/createCoinbaseSigner.ts'

/** A vendor's service. Never log its keys. */
export interface RampService {
  /** Without a slash at its end. */
  readonly url: string
  readonly key: string | undefined
  readonly webhookSecret: string | undefined
}

/** Settings of buying and of exchanges. */
export interface OnRampSettings {
  /** Asked where it has a key. */
  readonly meld: RampService
  /** Asked where it has a key: `keyId` with `key`, its secret. */
  readonly coinbase: RampService & { readonly keyId: string | undefined }
  /** Asked where it has a key (`pk_…`) and a secret (`sk_…`). */
  readonly moonpay: RampService & { readonly secret: string | undefined }
  /** Where visitors are who did not say it; ISO 3166-1 or 3166-2. */
  readonly country: string | undefined
  /** Exchanges that are offered, by their ids; undefined for all. */
  readonly exchanges: readonly string[] | undefined
  /** Milliseconds that one provider may take for one answer. */
  readonly timeout: number
  /** Milliseconds after which an order that was not paid counts as lost sight of. */
  readonly orderLifetime: number
}

export function readOnRampSettings(read: ReadVariable): OnRampSettings {
  const secret = (name: string) => read<string | undefined>(name, undefined, plainKey)
  const service = (name: string, url: string, key: string): RampService => ({
    url: read(`${name}_URL`, url, serviceUrl),
    key: secret(key),
    webhookSecret: secret(`${name}_WEBHOOK_SECRET`),
  })
  return {
    meld: service('ONRAMP_MELD', 'https://api.meld.io', 'ONRAMP_MELD_KEY'),
    coinbase: {
      ...service('ONRAMP_COINBASE', 'https://api.developer.coinbase.com', 'ONRAMP_COINBASE_KEY_SECRET'),
      key: read<string | undefined>('ONRAMP_COINBASE_KEY_SECRET', undefined, coinbaseKey),
      keyId: secret('ONRAMP_COINBASE_KEY_ID'),
    },
    moonpay: {
      ...service('ONRAMP_MOONPAY', 'https://api.moonpay.com', 'ONRAMP_MOONPAY_KEY'),
      secret: secret('ONRAMP_MOONPAY_SECRET'),
    },
    country: read<string | undefined>('ONRAMP_COUNTRY', undefined, country),
    exchanges: read<readonly string[] | undefined>('EXCHANGE_PROVIDERS', undefined, exchangeIds),
    timeout: read('ONRAMP_TIMEOUT_MS', 4_000, wholeNumber(100, 30_000)),
    orderLifetime: read('ORDER_LIFETIME_SECONDS', 3_600, wholeNumber(10, 604_800)) * 1_000,
  }
}

function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isPlain)
    throw new Wrong('must be an http(s) URL without user, password and query')
  return text.replace(/\/+$/, '')
}

function plainKey(text: string): string {
  // Keys of several lines (PEM) come with \n written out.
  if (!/^[\x20-\x7e]{1,4096}$/.test(text)) throw new Wrong('must be a key on one line')
  return text
}

function coinbaseKey(text: string): string {
  try {
    createCoinbaseSigner({ keyId: '', keySecret: plainKey(text), now: () => 0 })
  } catch (error) {
    if (error instanceof TypeError) throw new Wrong(error.message)
    throw error
  }
  return text
}

function country(text: string): string {
  if (!/^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/.test(text)) throw new Wrong('must be a country such as DE or US-NY')
  return text
}

function exchangeIds(text: string): readonly string[] {
  const ids = text.split(',').map(part => part.trim())
  if (ids.length > 32 || ids.some(id => !/^[a-z0-9._-]{1,64}$/.test(id)))
    throw new Wrong('must list ids of exchanges, separated by commas')
  return ids
}
