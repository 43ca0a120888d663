import type { EffectWords, Fact, Headline } from './approvalView.ts'
import { type Effect, flattenEffects } from './effects/effect.ts'
import { outlookOf } from './effects/exchange.ts'
import { changesNothing, exchangeNames, isOfOthers, isTakenBack } from './effectWords.ts'
import { amountWords, moneyWords } from './moneyWords.ts'
import type { Telling } from './telling.ts'
import { whoIs } from './whoIs.ts'

/**
 * The title of a single effect; undefined for several, for one that moves another account's assets, and for an unknown
 * one.
 */
export function titleOf(effects: readonly Effect[], telling: Telling): string | undefined {
  const only = onlyOf(effects)
  if (!only) return undefined
  switch (only.is) {
    case 'transfer':
      if (isOfOthers(only, telling)) return undefined
      return only.token && telling.tokens[only.token.toLowerCase()]?.isCollection
        ? 'Send a collectible'
        : `Send ${amountWords(only.amount, only.token, telling)}`
    case 'nft':
      return isOfOthers(only, telling) ? undefined : 'Send a collectible'
    case 'allowance':
      if (changesNothing(only, telling)) return 'Leave a permission unchanged'
      if (isTakenBack(only, telling)) return 'Revoke a permission'
      return only.isMore ? 'Allow spending more' : 'Allow spending'
    case 'operator':
      return only.allowed ? 'Allow taking a collection' : 'Revoke a permission'
    case 'swap':
    case 'wrap':
    case 'unwrap':
      return outlookOf(only, telling.outcome) === 'paid' ? exchangeNames[only.is] : undefined
    case 'order':
      return 'Sign an order'
    case 'deploy':
      return only.value === undefined
        ? 'Create a contract'
        : `Create a contract with ${amountWords(only.value, undefined, telling)}`
    default:
      return undefined
  }
}

/** The figure of a single effect and whom it is for: "0.05 ETH, to Fernweh Press"; undefined where a title says all. */
export function headlineOf(effects: readonly Effect[], telling: Telling): Headline | undefined {
  const only = onlyOf(effects)
  if (!only || titleOf(effects, telling) === undefined) return undefined
  switch (only.is) {
    case 'transfer': {
      const isOne = only.token !== undefined && telling.tokens[only.token.toLowerCase()]?.isCollection
      const { fiat } = isOne ? { fiat: undefined } : moneyWords(only.amount, only.token, telling)
      return { ...(fiat !== undefined && { fiat }), who: whoOf('to', only.to, telling) }
    }
    case 'nft':
      return { who: whoOf('to', only.to, telling) }
    case 'allowance': {
      const { token, amount, spender } = only
      if (changesNothing(only, telling) || isTakenBack(only, telling)) return undefined
      const who = whoOf('by', spender, telling)
      // All of it is said in red, in its own line.
      if (amount === undefined || telling.tokens[token.toLowerCase()]?.isCollection) return { who }
      const { value, fiat } = moneyWords(amount, token, telling)
      return {
        figure: only.isMore ? `${value} more than before` : value,
        ...(fiat !== undefined && { fiat }),
        who,
      }
    }
    default:
      return undefined
  }
}

/** The effect of a request that has just one. */
function onlyOf(effects: readonly Effect[]): Effect | undefined {
  const [only, ...more] = flattenEffects(effects)
  return more.length > 0 ? undefined : only
}

/** Leaves to title and headline the figure that they say; whatever is dangerous, or claimed by a token, keeps its line. */
export function sayOnce(
  words: readonly EffectWords[],
  title: string,
  headline: Headline | undefined,
): readonly EffectWords[] {
  // Without a headline nothing else says whom a transfer goes to.
  if (!headline)
    return words.map(({ place, ...rest }) => (place && rest.label !== 'To' ? { ...rest, place } : rest))
  return words.map(each => {
    const isSaid =
      each.value !== undefined && (each.value === headline.figure || title === `${each.label} ${each.value}`)
    return isSaid && !each.tone && each.claim === undefined ? { ...each, place: 'headline' as const } : each
  })
}

/** Leaves to the headline what its amount is worth. */
export function withoutFiat(facts: readonly Fact[], headline: Headline | undefined): readonly Fact[] {
  return facts.map(({ fiat, ...rest }) =>
    fiat === undefined || fiat === headline?.fiat ? rest : { ...rest, fiat },
  )
}

function whoOf(word: 'to' | 'by', address: string, telling: Telling): NonNullable<Headline['who']> {
  const { name } = whoIs(address, telling)
  return { word, address, ...(name !== undefined && { name }) }
}
