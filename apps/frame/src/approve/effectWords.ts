import type { EffectWords, Warning } from './approvalView.ts'
import type { Effect } from './effects/effect.ts'
import { type Exchange, outlookOf } from './effects/exchange.ts'
import { moneyWords, nameOf } from './moneyWords.ts'
import type { Telling } from './telling.ts'
import { whoIs } from './whoIs.ts'

/** One effect in words, its warnings, and the reasons to ask twice. */
export interface Told {
  readonly words: readonly EffectWords[]
  readonly warnings: readonly Warning[]
  readonly asksTwice: readonly string[]
}

/** What an exchange is called that a node says is one. */
export const exchangeNames = { wrap: 'Wrap', unwrap: 'Unwrap', swap: 'Swap' } as const
/** What one is called that only says so itself. */
const byName = { wrap: 'a wrap', unwrap: 'an unwrap', swap: 'a swap' } as const
const noAddress = `0x${'0'.repeat(40)}`

const nothing = { warnings: [], asksTwice: [] } as const

/** Puts an effect into words; each address in full. */
export function effectWords(effect: Effect, telling: Telling): Told {
  switch (effect.is) {
    case 'transfer': {
      const isOne = effect.token !== undefined && isCollection(effect.token, telling)
      const money = isOne ? { value: `#${effect.amount}` } : moneyWords(effect.amount, effect.token, telling)
      return {
        words: [
          ...moveLines(effect, money, telling),
          addressLine('To', effect.to, telling),
          ...tokenLine(effect.token, telling),
        ],
        warnings:
          effect.token && isSame(effect.token, effect.to)
            ? [danger('It goes to the token’s own contract and is lost there.')]
            : [],
        asksTwice: [],
      }
    }
    case 'nft': {
      const value = `${effect.amount === undefined ? '' : `${effect.amount} × `}#${effect.id}`
      return {
        ...nothing,
        words: [
          ...moveLines(effect, { value }, telling),
          addressLine('To', effect.to, telling),
          { label: 'Collection', address: effect.collection },
        ],
      }
    }
    case 'allowance':
      return allowanceWords(effect, telling)
    case 'operator':
      return {
        words: [
          effect.allowed
            ? { label: 'Allow to take', value: 'everything in this collection', tone: 'danger' }
            : { label: 'Revoke', value: 'the permission to take this collection' },
          { label: effect.allowed ? 'Spender' : 'From', address: effect.operator },
          { label: 'Collection', address: effect.collection },
        ],
        ...(effect.allowed
          ? twice('The spender can take every item in the collection, now and later.')
          : nothing),
      }
    case 'swap':
    case 'wrap':
    case 'unwrap':
      return exchangeWords(effect, telling)
    case 'order':
      return {
        words: [
          { label: 'Sign', value: 'an order of a market' },
          { label: 'Market', address: effect.by },
        ],
        ...twice('If someone takes this order, they get what it offers. Read all of it below.'),
      }
    case 'deploy':
      return {
        ...nothing,
        words: [
          { label: 'Create a contract', value: `${effect.size} bytes` },
          ...(effect.value === undefined
            ? []
            : [{ label: 'With', ...moneyWords(effect.value, undefined, telling) }]),
        ],
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
        ...twice('This wallet can’t explain what this does.'),
      }
  }
}

/** What moves, and from whom where that is not the account. */
function moveLines(
  effect: { readonly from?: string },
  money: Pick<EffectWords, 'value' | 'fiat' | 'claim'>,
  telling: Telling,
): readonly EffectWords[] {
  if (effect.from === undefined || !isOfOthers(effect, telling)) return [{ label: 'Send', ...money }]
  return [
    { label: 'Moves from another account', ...money },
    { label: 'From', address: effect.from },
  ]
}

/** Whether the moved asset belongs to another account that allowed it. */
export function isOfOthers({ from }: { readonly from?: string }, { account }: Telling): boolean {
  return from !== undefined && !isSame(from, account)
}

function allowanceWords(effect: Extract<Effect, { is: 'allowance' }>, telling: Telling): Told {
  const { token, spender, amount, until, signed } = effect
  const isOne = isCollection(token, telling)
  if (changesNothing(effect, telling)) {
    return {
      ...nothing,
      words: [
        { label: 'No change', value: 'the spending permission stays as it is' },
        { label: 'Spender', address: spender },
        { label: 'Token', address: token },
      ],
    }
  }
  if (isTakenBack(effect, telling)) {
    return {
      ...nothing,
      words: isOne
        ? [
            {
              label: 'Revoke',
              value: `the permission to take ${amount === undefined ? 'it' : `#${amount}`}`,
            },
            { label: 'Collection', address: token },
          ]
        : [
            { label: 'Revoke', value: 'the spending permission' },
            { label: 'From', address: spender },
            { label: 'Token', address: token },
          ],
    }
  }
  const isUnlimited = amount === undefined
  const words: Pick<EffectWords, 'value' | 'fiat' | 'claim'> = isUnlimited
    ? { value: `everything, without limit ${nameOf(token, telling)}` }
    : isOne
      ? { value: `#${amount}` }
      : moneyWords(amount, token, telling)
  const value = `${words.value}${effect.isMore && !isUnlimited && !isOne ? ' more than before' : ''}`
  const reasons = [
    ...(isUnlimited ? ['The spender can take all of this token, now and later.'] : []),
    ...(signed ? ['This signature is free, and can be used later without asking you again.'] : []),
  ]
  return {
    words: [
      { label: 'Allow to spend', ...words, value, ...(isUnlimited && { tone: 'danger' as const }) },
      namedLine('Spender', spender, telling),
      ...(isOne ? [{ label: 'Collection', address: token }] : tokenLine(token, telling)),
      ...(until === undefined ? [] : [{ label: 'Until', value: timeWords(until) }]),
    ],
    warnings: reasons.map(text => ({ tone: isUnlimited ? 'danger' : 'warning', text })),
    asksTwice: isUnlimited ? reasons.slice(0, 1) : [],
  }
}

/** Whether it revokes a permission. For a collection the number is an item's, and the zero address replaces its spender. */
export function isTakenBack(
  { token, spender, amount, isMore }: Extract<Effect, { is: 'allowance' }>,
  telling: Telling,
): boolean {
  if (isMore) return false
  if (isCollection(token, telling)) return isSame(spender, noAddress)
  // While it is not known what the contract is, number 0 of it may be given away.
  return amount === 0n && isNoCollection(token, telling)
}

/** Whether it raises a permission by zero, which is no revocation. A collection's reaction to it is undefined. */
export function changesNothing(
  { token, amount, isMore }: Extract<Effect, { is: 'allowance' }>,
  telling: Telling,
): boolean {
  return isMore === true && amount === 0n && isNoCollection(token, telling)
}

/** What calls itself an exchange is one where a node says what comes in; else it is a call like any other (T58). */
function exchangeWords(effect: Exchange, telling: Telling): Told {
  const outlook = outlookOf(effect, telling.outcome)
  const unpaid =
    effect.is === 'swap'
      ? 'The network’s preview doesn’t match what this promises.'
      : 'The network says you’d get less than this.'
  const unseen = 'We couldn’t find out what you’d get.'
  const isElsewhere = effect.is === 'swap' && effect.to !== undefined && !isSame(effect.to, telling.account)
  const elsewhere = isElsewhere ? ['The result of this swap goes to an address that isn’t yours.'] : []
  const reasons = outlook === 'paid' ? [] : [outlook === 'unpaid' ? unpaid : unseen]
  // A pending request is no reason to warn yet; the button waits for the answer.
  const isPending = outlook === 'unseen' && telling.isAsking
  return {
    words: [
      ...(outlook === 'paid'
        ? []
        : [{ label: 'Call', value: `${byName[effect.is]}, by its name alone`, tone: 'danger' as const }]),
      ...exchangeLines(effect, telling, outlook === 'paid'),
    ],
    warnings: [...elsewhere, ...(isPending ? [] : reasons)].map(danger),
    asksTwice: [...elsewhere, ...reasons],
  }
}

function exchangeLines(effect: Exchange, telling: Telling, paid: boolean): readonly EffectWords[] {
  const label = exchangeNames[effect.is]
  switch (effect.is) {
    case 'wrap':
      return [
        { label: paid ? label : 'Pay', ...moneyWords(effect.amount, undefined, telling) },
        { label: 'Contract', address: effect.token },
      ]
    case 'unwrap':
      return [
        { label: paid ? label : 'Amount', ...moneyWords(effect.amount, effect.token, telling) },
        { label: 'Contract', address: effect.token },
      ]
    case 'swap': {
      const { by, to, pays, gets } = effect
      const legs = (label: string, of: typeof pays) =>
        of.map(({ token, amount }) => ({ label, ...moneyWords(amount, token, telling) }))
      return [
        ...(paid ? [{ label, value: 'as listed below' }] : []),
        ...legs('Pay, at most', pays),
        ...legs('Get, at least', gets),
        namedLine('By', by, telling),
        ...(to !== undefined && !isSame(to, telling.account)
          ? [{ label: 'To', address: to, tone: 'danger' as const }]
          : []),
      ]
    }
  }
}

function isCollection(token: string, { tokens }: Telling): boolean {
  return tokens[token.toLowerCase()]?.isCollection === true
}

/** Whether the contract is known not to be a collection; false while that is unknown. */
function isNoCollection(token: string, { tokens }: Telling): boolean {
  return tokens[token.toLowerCase()]?.isCollection === false
}

/** A token's contract; of one on a list it is a detail. */
export function tokenLine(token: string | undefined, { tokens }: Telling): readonly EffectWords[] {
  if (token === undefined) return []
  const isListed = tokens[token.toLowerCase()]?.isListed === true
  return [{ label: 'Token', address: token, ...(isListed && { place: 'folded' as const }) }]
}

/** An address in full and in sight, as of a spender, which may take the money later; and whose it is. */
function namedLine(label: string, address: string, telling: Telling): EffectWords {
  const { name } = whoIs(address, telling)
  return { label, address, ...(name !== undefined && { name }) }
}

/** An address in full, and whose it is. What is exactly a known one is a detail (T63). */
function addressLine(label: string, address: string, telling: Telling): EffectWords {
  const { isKnown, ...who } = whoIs(address, telling)
  return { label, address, ...who, ...(isKnown && { place: 'folded' as const }) }
}

/** Seconds since 1970 as a day and a time; beyond what a calendar holds it does not end. */
export function timeWords(seconds: bigint): string {
  if (seconds > 8_640_000_000n) return 'forever'
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
