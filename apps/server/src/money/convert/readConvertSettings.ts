import type { CaipNetworkId } from 'latchkey/contract'
import * as v from 'valibot'
import type { Address } from 'viem'
import { viem } from '../../core/libraries/viem.ts'
import { flag, jsonObject, type ReadVariable, Wrong, wholeNumber } from '../../core/settings/readers.ts'
import { machineOf } from '../../data/namespaces/namespaces.ts'

/** An exchange with the calls of Uniswap's V2. */
export interface PoolsExchange {
  readonly factory: Address
  readonly router: Address
  /** Tokens that routes may go through. */
  readonly bases: readonly Address[]
  /** What stays in a pool, in hundredths of a percent. */
  readonly feeBps: number
  /** As visitors see it. */
  readonly name: string
}

/** A provider's service. */
export interface ProviderService {
  /** Without a slash at its end. */
  readonly url: string
  /** Never log it. */
  readonly key: string | undefined
}

export interface ConvertSettings {
  readonly pools: ReadonlyMap<CaipNetworkId, PoolsExchange>
  /** Asked where it has a key. */
  readonly zeroX: ProviderService
  /** Asked where it is enabled; a key only raises its limits. */
  readonly lifi: ProviderService & { readonly isEnabled: boolean; readonly integrator: string | undefined }
  /** Asked where it has a key. */
  readonly jupiter: ProviderService
  /** The host's own fee, in hundredths of a percent, and who gets it: one address for each kind of chain. */
  readonly fee: { readonly bps: number; readonly recipients: readonly string[] }
  /** Milliseconds that one provider may take for one answer. */
  readonly timeout: number
}

export function readConvertSettings(read: ReadVariable): ConvertSettings {
  const service = (name: string, url: string): ProviderService => ({
    url: read(`${name}_URL`, url, serviceUrl),
    key: read<string | undefined>(`${name}_API_KEY`, undefined, plainKey),
  })
  return {
    pools: read<ConvertSettings['pools']>('CONVERT_POOLS', new Map(), parsePools),
    zeroX: service('ZEROX', 'https://api.0x.org'),
    lifi: {
      ...service('LIFI', 'https://li.quest/v1'),
      isEnabled: read('LIFI_ENABLED', false, flag),
      integrator: read<string | undefined>('LIFI_INTEGRATOR', undefined, integrator),
    },
    jupiter: service('JUPITER', 'https://api.jup.ag/swap/v2'),
    fee: {
      bps: read('CONVERT_FEE_BPS', 0, wholeNumber(0, 1_000)),
      recipients: read<readonly string[]>('CONVERT_FEE_RECIPIENT', [], parseRecipients),
    },
    timeout: read('CONVERT_TIMEOUT_MS', 3_000, wholeNumber(100, 30_000)),
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
  if (!/^[\x21-\x7e]{1,256}$/.test(text)) throw new Wrong('must be a key without blanks')
  return text
}

function integrator(text: string): string {
  if (!/^[\w.-]{1,23}$/.test(text)) throw new Wrong('must be a name of at most 23 letters, digits, . _ and -')
  return text
}

function parseRecipients(text: string): readonly string[] {
  const recipients = text.split(',').map(part => part.trim())
  if (recipients.length > 8 || recipients.some(each => !/^[\w.:-]{1,128}$/.test(each)))
    throw new Wrong('must list addresses, separated by commas')
  return recipients
}

const address = v.pipe(
  v.string(),
  v.check(value => viem().isAddress(value)),
  v.transform(value => viem().getAddress(value)),
)
const exchangeSchema = v.strictObject({
  factory: address,
  router: address,
  bases: v.optional(v.pipe(v.array(address), v.maxLength(8)), []),
  feeBps: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)), 30),
  name: v.optional(v.pipe(v.string(), v.regex(/^[\w .-]{1,32}$/)), 'Pools'),
})

function parsePools(json: string): ConvertSettings['pools'] {
  const rule =
    'must be a JSON object such as {"eip155:31337":{"factory":"0x…","router":"0x…","bases":["0x…"]}} with at most 8 bases'
  return new Map(
    Object.entries(jsonObject(json, rule)).map(([chain, described]) => {
      const exchange = v.safeParse(exchangeSchema, described)
      if (machineOf(chain) !== 'evm' || !exchange.success) throw new Wrong(rule)
      return [chain as CaipNetworkId, exchange.output]
    }),
  )
}
