import { createChainBook } from '../../data/chains/createChainBook.ts'
import { knownChains } from '../../data/chains/knownChains.ts'
import { assetOf } from '../../money/credits/resolveAsset.ts'
import { makeOnRampProviders } from '../../money/onramp/makeOnRampProviders.ts'
import { OnRampFault, type OnRampProvider } from '../../money/onramp/onRampProvider.ts'
import { readOnRampSettings } from '../../money/onramp/readOnRampSettings.ts'
import type { LiveReport } from './askVendors.ts'
import { readFrom } from './readFrom.ts'

/** The vendors, with what each is skipped for want of. */
const vendors = [
  { id: 'meld', wants: 'ONRAMP_MELD_KEY' },
  { id: 'coinbase', wants: 'ONRAMP_COINBASE_KEY_ID or ONRAMP_COINBASE_KEY_SECRET' },
  { id: 'moonpay', wants: 'ONRAMP_MOONPAY_KEY or ONRAMP_MOONPAY_SECRET' },
] as const

/** Where nothing else is said (`ONRAMP_COUNTRY`); and an account that is not ours: no order is made. */
const question = { country: 'US', recipient: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', amount: '100' }

/**
 * Asks each vendor of buying that the environment has a key for what it sells, and for one quote of USDC. No order is made.
 * The variables are those of the services.
 */
export async function askRamps(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LiveReport> {
  const read = readFrom(environment)
  const settings = { ...readOnRampSettings(read), timeout: 20_000 }
  const served = knownChains.map(({ id }) => id)
  const book = createChainBook({ served, settings: { described: [], tokens: new Map() } })
  const providers = makeOnRampProviders({
    settings,
    assetOf: (network, contract) => assetOf(book, network, contract)?.id,
    clock: () => performance.now(),
    now: Date.now,
  })
  const lines: string[] = []
  let failed = false
  for (const { id, wants } of vendors) {
    const provider = providers.find(each => each.id === id)
    if (provider === undefined) {
      lines.push(`${id}: skipped, ${wants} is not set`)
      continue
    }
    try {
      lines.push(`${id}: ${await tryOut(provider, settings.country ?? question.country)}`)
    } catch (error) {
      failed = true
      lines.push(`${id}: FAILED, ${error instanceof OnRampFault ? faultText(error) : String(error)}`)
    }
  }
  return { lines, failed }
}

/** @throws OnRampFault */
async function tryOut({ ramp }: OnRampProvider, country: string): Promise<string> {
  if (ramp === undefined) return 'sells nothing'
  const { signal } = new AbortController()
  const { purchase, payment } = await ramp.options({ country }, signal)
  const said = `sells ${purchase.length} tokens for ${payment.length} currencies in ${country}`
  const [sold, paid] = [purchase.find(({ symbol }) => symbol === 'USDC'), payment[0]]
  if (sold === undefined || paid === undefined)
    throw new OnRampFault('unavailable', { message: `${said}, and no USDC` })
  const { asset } = sold
  const { quotes, faults } = await ramp.quote(
    {
      asset,
      paid: { currency: paid.currency, amount: question.amount },
      country,
      method: undefined,
      recipient: question.recipient,
    },
    signal,
  )
  const [quote] = quotes
  const why = faults.map(({ reason }) => reason).join(', ')
  if (quote === undefined)
    throw new OnRampFault('unavailable', { message: `${said}, and quotes nothing: ${why}` })
  return `${said}; ${quote.amount} USDC on ${sold.network} for ${quote.total.amount} ${quote.total.currency} by ${quote.serviceName}`
}

function faultText({ reason, message }: OnRampFault): string {
  return message === reason ? reason : `${reason}: ${message}`
}
