import { cleanText } from '../../../../data/chains/cleanText.ts'
import { addressKey } from '../../../../data/namespaces/namespaces.ts'
import { type ConvertAsk, ConvertFault, type ConvertQuote } from '../../convertProvider.ts'
import { refuse } from '../parseAnswer.ts'
import { isLifiToken, toCaip } from './lifiAssets.ts'
import { lifiNetworks } from './lifiNetworks.ts'
import type { LifiStep } from './lifiShapes.ts'

/** Milliseconds; LI.FI's own quotes live for about a minute. */
const lifetime = 60_000

/** A step as a quote, if it is about what was asked. @throws ConvertFault `unsafe`, `no-route` */
export function toLifiQuote(step: LifiStep, ask: ConvertAsk, now: number): ConvertQuote {
  const { action, estimate, tool } = step
  const { chain, toChain, sell, buy, exact, amount } = ask
  checkAction(action, ask)
  if (action.fromAmount !== estimate.fromAmount) refuse('amounts that differ')
  if (exact === 'in' && estimate.fromAmount !== amount) refuse('another amount')
  // Behind an exact output is an ordinary swap of an amount that LI.FI chose: the least has to be what was asked for.
  if (exact === 'out' && estimate.toAmountMin < amount) throw new ConvertFault('no-route')
  // Some bridges want their fee besides, as the transaction's value: nothing here shows it, and nothing would let it pass.
  if ((estimate.feeCosts ?? []).some(fee => !fee.included && fee.amount > 0n))
    throw new ConvertFault('no-route')
  if (estimate.toAmountMin === 0n) throw new ConvertFault('too-small')
  if (estimate.toAmountMin > estimate.toAmount) refuse('a minimum above the amount')
  const diamond = lifiNetworks.get(chain.id)?.diamond
  const needsSpender = sell.address !== undefined && diamond !== undefined
  if (needsSpender && (estimate.approvalAddress ?? '').toLowerCase() !== diamond.toLowerCase())
    refuse('another spender')
  const isCross = chain.id !== toChain.id
  return {
    fromAmount: estimate.fromAmount,
    maximum: estimate.fromAmount,
    toAmount: estimate.toAmount,
    minimum: estimate.toAmountMin,
    expiresAt: now + lifetime,
    spender: needsSpender ? diamond : null,
    fees: feesOf(estimate),
    // LI.FI has only its own dollars.
    priceImpact: null,
    route: step.includedSteps.flatMap(({ type, tool: name, toolDetails, action: { fromToken, toToken } }) => {
      const [from, to] = [toCaip(fromToken), toCaip(toToken)]
      // `protocol` takes the fee, which has its own line.
      if (type === 'protocol' || from === undefined || to === undefined) return []
      return [{ venue: cleanText(toolDetails?.name ?? name, 64) ?? 'LI.FI', share: 10_000, from, to }]
    }),
    gas: gasOf(estimate),
    tokenTax: null,
    zeroFirst: estimate.approvalReset === true && needsSpender,
    seconds: isCross ? Math.ceil(estimate.executionDuration) : null,
    ...(isCross && { tag: lifiTag(tool, ask) }),
  }

  function checkAction(given: LifiStep['action'], { account, recipient }: ConvertAsk): void {
    if (!isLifiToken(given.fromToken, chain.id, sell) || !isLifiToken(given.toToken, toChain.id, buy))
      refuse('other tokens')
    const [from, to] = [lifiNetworks.get(chain.id)?.number, lifiNetworks.get(toChain.id)?.number]
    if (given.fromChainId !== from || given.toChainId !== to) refuse('other networks')
    if (addressKey(chain.id, given.fromAddress ?? account) !== addressKey(chain.id, account))
      refuse('another account')
    if (addressKey(toChain.id, given.toAddress ?? recipient) !== addressKey(toChain.id, recipient))
      refuse('another recipient')
  }
}

/** What a status needs to know again: the bridge, and LI.FI's number of the other network. */
export function lifiTag(tool: string, { toChain }: Pick<ConvertAsk, 'toChain'>): string {
  return `${tool} ${lifiNetworks.get(toChain.id)?.number}`
}

function feesOf({ feeCosts }: LifiStep['estimate']): ConvertQuote['fees'] {
  return (feeCosts ?? []).flatMap(({ amount, token, feeSplit }) => {
    const asset = toCaip(token)
    if (asset === undefined) return []
    const app = feeSplit === undefined || feeSplit.integratorFee > amount ? 0n : feeSplit.integratorFee
    return [
      { kind: 'app', amount: app, asset } as const,
      { kind: 'provider', amount: amount - app, asset } as const,
    ].filter(fee => fee.amount > 0n)
  })
}

/** Units of gas of what is sent; LI.FI names approvals besides. */
function gasOf({ gasCosts }: LifiStep['estimate']): bigint | null {
  const sent = (gasCosts ?? []).filter(({ type }) => type === 'SEND' || type === 'SUM')
  return sent.length === 0 ? null : sent.reduce((sum, { limit }) => sum + limit, 0n)
}
