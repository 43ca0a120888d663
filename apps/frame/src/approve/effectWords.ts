import { toDecimalString } from 'latchkey/contract'
import type { ApprovalProgress } from '../provider/approval.ts'
import type { NetworkFacts } from '../provider/networkFacts.ts'
import type { EffectWords, Warning } from './approvalView.ts'
import type { Effect } from './effects/effect.ts'

/** What effects are put into words with. */
export interface Telling {
  readonly account: string
  readonly network: NetworkFacts
  readonly tokens: ApprovalProgress['tokens']
  readonly simulation: ApprovalProgress['simulation']
}

/** One effect in words, what is to be warned of, and why it is asked twice. */
export interface Told {
  readonly words: readonly EffectWords[]
  readonly warnings: readonly Warning[]
  readonly asksTwice: readonly string[]
}

/** What a network's own currency is called where nobody says how it is. */
export const coins = 'coins'

const nothing = { warnings: [], asksTwice: [] } as const

/** Puts an effect into words; each address in full. */
export function effectWords(effect: Effect, telling: Telling): Told {
  const { account } = telling
  switch (effect.is) {
    case 'transfer': {
      const isOne = effect.token !== undefined && isCollection(effect.token, telling)
      const value = isOne ? `#${effect.amount}` : amountWords(effect.amount, effect.token, telling)
      const others = effect.from !== undefined && !isSame(effect.from, account)
      return {
        words: [
          { label: others ? 'Moves, of somebody else' : 'Send', value },
          ...(others && effect.from ? [{ label: 'From', address: effect.from }] : []),
          { label: 'To', address: effect.to },
          ...tokenLine(effect.token),
        ],
        warnings:
          effect.token && isSame(effect.token, effect.to)
            ? [danger('It goes to the token’s own contract, from which it does not come back.')]
            : [],
        asksTwice: [],
      }
    }
    case 'nft':
      return {
        ...nothing,
        words: [
          {
            label: 'Send',
            value: `${effect.amount === undefined ? '' : `${effect.amount} × `}#${effect.id}`,
          },
          { label: 'To', address: effect.to },
          { label: 'Collection', address: effect.collection },
        ],
      }
    case 'allowance':
      return allowanceWords(effect, telling)
    case 'operator':
      return {
        words: [
          effect.allowed
            ? { label: 'Allow to take', value: 'everything of this collection', tone: 'danger' }
            : { label: 'Take back', value: 'the permission to take this collection' },
          { label: effect.allowed ? 'Who may take it' : 'From', address: effect.operator },
          { label: 'Collection', address: effect.collection },
        ],
        ...(effect.allowed
          ? twice('Whoever you allow this can take every item of the collection, now and later.')
          : nothing),
      }
    case 'swap':
      return swapWords(effect, telling)
    case 'wrap':
    case 'unwrap':
      return {
        ...nothing,
        words: [
          {
            label: effect.is === 'wrap' ? 'Wrap' : 'Unwrap',
            value: amountWords(effect.amount, effect.is === 'wrap' ? undefined : effect.token, telling),
          },
          { label: 'Contract', address: effect.token },
        ],
      }
    case 'order':
      return {
        words: [
          { label: 'Sign', value: 'an order of a market' },
          { label: 'Market', address: effect.by },
        ],
        ...twice('Whoever takes up this order gets what it offers. Read all of it below.'),
      }
    case 'deploy':
      return {
        ...nothing,
        words: [{ label: 'Make a contract', value: `${effect.size} bytes` }],
      }
    case 'batch': {
      const told = effect.effects.map(each => effectWords(each, telling))
      return {
        words: [
          ...(effect.by ? [{ label: 'Through', address: effect.by }] : []),
          ...told.flatMap(({ words }) => words),
        ],
        warnings: told.flatMap(({ warnings }) => warnings),
        asksTwice: told.flatMap(({ asksTwice }) => asksTwice),
      }
    }
    default:
      return {
        words: [
          { label: 'Call', value: effect.selector ?? 'a contract', tone: 'danger' },
          ...(effect.to ? [{ label: 'Contract', address: effect.to }] : []),
        ],
        ...twice('This wallet cannot explain what it does.'),
      }
  }
}

function allowanceWords(effect: Extract<Effect, { is: 'allowance' }>, telling: Telling): Told {
  const { token, spender, amount, until, signed } = effect
  if (amount === 0n) {
    return {
      ...nothing,
      words: [
        { label: 'Take back', value: 'the permission to spend' },
        { label: 'From', address: spender },
        { label: 'Token', address: token },
      ],
    }
  }
  const isOne = isCollection(token, telling)
  const isUnlimited = amount === undefined
  const value = isUnlimited
    ? `everything, without limit${symbolOf(token, telling)}`
    : isOne
      ? `#${amount}`
      : amountWords(amount, token, telling)
  const reasons = [
    ...(isUnlimited ? ['Whoever you allow this can take all of the token, now and later.'] : []),
    ...(signed ? ['This signature costs nothing, and can be used later without asking you again.'] : []),
  ]
  return {
    words: [
      { label: 'Allow to spend', value, ...(isUnlimited && { tone: 'danger' as const }) },
      { label: 'Who may spend it', address: spender },
      { label: isOne ? 'Collection' : 'Token', address: token },
      ...(until === undefined ? [] : [{ label: 'Until', value: timeWords(until) }]),
    ],
    warnings: reasons.map(text => ({ tone: isUnlimited ? 'danger' : 'warning', text })),
    asksTwice: isUnlimited ? reasons.slice(0, 1) : [],
  }
}

function swapWords({ by, to, value }: Extract<Effect, { is: 'swap' }>, telling: Telling): Told {
  const { account, simulation } = telling
  const isElsewhere = to !== undefined && !isSame(to, account)
  const isSeen = simulation?.at === 'works' && simulation.changes !== undefined
  const reasons = [
    ...(isElsewhere ? ['What comes out of this swap goes to another address than yours.'] : []),
    ...(isSeen ? [] : ['What you would get for it could not be found out.']),
  ]
  return {
    words: [
      { label: 'Swap', value: isSeen ? 'as listed below' : '—' },
      ...(value === undefined ? [] : [{ label: 'Pay', value: amountWords(value, undefined, telling) }]),
      { label: 'By', address: by },
      ...(isElsewhere ? [{ label: 'To', address: to, tone: 'danger' as const }] : []),
    ],
    warnings: reasons.map(danger),
    asksTwice: reasons,
  }
}

/** An amount of a token as exactly as it is known; base units where its decimals are not. */
export function amountWords(amount: bigint, token: string | undefined, telling: Telling): string {
  const { nativeCurrency } = telling.network
  if (token === undefined) {
    const text = group(toDecimalString({ value: amount, decimals: nativeCurrency.decimals }))
    return `${text} ${nativeCurrency.symbol || coins}`
  }
  const words = telling.tokens[token.toLowerCase()]
  if (words?.decimals === undefined) return `${group(String(amount))} base units`
  return `${group(toDecimalString({ value: amount, decimals: words.decimals }))}${symbolOf(token, telling)}`
}

function symbolOf(token: string, { tokens }: Telling): string {
  const symbol = tokens[token.toLowerCase()]?.symbol
  return symbol === undefined ? '' : ` ${symbol}`
}

function isCollection(token: string, { tokens }: Telling): boolean {
  return tokens[token.toLowerCase()]?.isCollection === true
}

function tokenLine(token: string | undefined): readonly EffectWords[] {
  return token === undefined ? [] : [{ label: 'Token', address: token }]
}

/** Thousands apart, so that a nought more is seen. */
function group(text: string): string {
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** Seconds since 1970 as a day and a time; beyond what a calendar holds it does not end. */
export function timeWords(seconds: bigint): string {
  if (seconds > 8_640_000_000n) return 'for ever'
  return `${new Date(Number(seconds) * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function danger(text: string): Warning {
  return { tone: 'danger', text }
}

function twice(text: string): Pick<Told, 'warnings' | 'asksTwice'> {
  return { warnings: [danger(text)], asksTwice: [text] }
}
