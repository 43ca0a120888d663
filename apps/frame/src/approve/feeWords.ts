import { toDecimalString } from 'latchkey/contract'
import { parseQuantity } from 'latchkey/evmcodec'
import type { ApprovalProgress } from '../provider/approval.ts'
import type { PreparedOperation } from '../provider/operation/operationAsked.ts'
import type { Fact, Warning } from './approvalView.ts'
import { timeWords } from './effectWords.ts'
import { fiatWords, nativeWords } from './moneyWords.ts'
import type { Telling } from './telling.ts'

/** Who pays the network, or what it takes at most, as far as it is known. */
export function feeFact({ fee, at, operation }: ApprovalProgress, telling: Telling): Fact {
  if (operation?.sponsor) return sponsorFact(operation.sponsor)
  const label = 'Network fee, at most'
  if (!fee) return { label, value: at === 'asking' ? 'Looking it up…' : '—' }
  return { label, ...costWords(fee.value, telling) }
}

function sponsorFact({ name, host }: NonNullable<PreparedOperation['sponsor']>): Fact {
  return {
    label: 'Network fee',
    value: name === undefined ? 'Paid for you' : `Paid by ${name}`,
    // Any paymaster can call itself anything.
    ...(host && name !== undefined && { claim: 'According to the paymaster this page named.' }),
  }
}

/** What leaves the account at most with the fee, in the network's own currency; nothing where only the fee does. */
export function totalFacts(
  value: bigint,
  { fee, operation }: ApprovalProgress,
  telling: Telling,
): readonly Fact[] {
  if (!fee || value === 0n) return []
  // Where the fee is paid by another, it is just what is sent.
  const label = operation?.sponsor ? 'Total' : 'Total, at most'
  return [{ label, ...costWords(value + fee.value, telling), isTotal: true }]
}

/** What the transaction takes of the network, for readers of transactions. */
export function gasFacts({ fees = [], operation }: ApprovalProgress): readonly Fact[] {
  const [only, ...more] = fees
  if (!operation && (!only || more.length > 0)) return []
  const gas = operation?.gas ?? parseQuantity(only?.details.gas)
  const perGas = operation?.perGas ?? parseQuantity(only?.details.maxFeePerGas ?? only?.details.gasPrice)
  return [
    ...(gas === undefined ? [] : [{ label: 'Gas, at most', value: String(gas) }]),
    ...(perGas === undefined
      ? []
      : [
          {
            label: 'Price of gas, at most',
            value: `${toDecimalString({ value: perGas, decimals: 9 })} gwei`,
          },
        ]),
  ]
}

/** What the amounts in dollars are counted by, and since when. */
export function priceFacts({ pricedAt }: ApprovalProgress, telling: Telling): readonly Fact[] {
  const { nativeCurrency } = telling.network
  const price = fiatWords(10n ** BigInt(nativeCurrency.decimals), undefined, telling)
  if (price === undefined || pricedAt === undefined) return []
  return [
    {
      label: `Price of 1 ${nativeCurrency.symbol || 'coin'}`,
      value: `${price}, ${timeWords(BigInt(Math.floor(pricedAt / 1_000)))}`,
    },
  ]
}

/** Warns of a fee that could not be shown (T62), and of one that is not paid as it was to be. */
export function feeWarnings({ at, fee, operation }: ApprovalProgress): readonly Warning[] {
  if (operation?.isUnsponsored)
    return [{ tone: 'warning', text: 'The sponsor won’t pay the fee. Your account pays it.' }]
  if (at === 'asking' || fee) return []
  return [{ tone: 'danger', text: 'We couldn’t find out the network fee.' }]
}

/** A cost in words, rounded up. */
export function costWords(value: bigint, telling: Telling): Pick<Fact, 'value' | 'fiat'> {
  const fiat = fiatWords(value, undefined, telling)
  const { decimals } = telling.network.nativeCurrency
  return { value: nativeWords(roundUp(value, decimals), telling), ...(fiat !== undefined && { fiat }) }
}

/** Costs are not checked to the last digit: six that say something, rounded up so that it is still the most. */
export function roundUp(value: bigint, decimals: number): bigint {
  const [whole = '', fraction = ''] = toDecimalString({ value, decimals }).split('.')
  const lead = /^0*/.exec(fraction)?.[0].length ?? 0
  const places = whole === '0' ? lead + 4 : 6
  if (fraction.length <= places) return value
  const scale = 10n ** BigInt(decimals - places)
  return (value / scale + 1n) * scale
}
