import { type MalformedName, malformedNames } from './malformedAnswers.ts'
import { type ThrownName, thrownNames } from './thrownValues.ts'

/**
 * What a wallet does with one request. The short form is the name; the long form carries details:
 * `'reject'` and `{ kind: 'reject', message: 'Not today' }` are the same outcome.
 */
export type Outcome = OutcomeName | OutcomeStep

/** Outcomes that need no details. */
export type OutcomeName = Exclude<OutcomeStep['kind'], 'code' | 'answer'>

/** An outcome in its long form. Every member is plain data, so that it can cross into a page. */
export type OutcomeStep =
  /**
   * The visitor agrees; `accounts` are indexes of the accounts that the site may see from now on, and `allowance` (base units, as decimal
   * digits) is typed over the amount of an `approve` of ERC-20.
   */
  | { readonly kind: 'approve'; readonly accounts?: readonly number[]; readonly allowance?: string }
  /** The visitor refuses (4001). */
  | { readonly kind: 'reject'; readonly message?: string }
  /** The request waits in `control.pending` until it is approved or rejected there. */
  | { readonly kind: 'ask' }
  /** The wallet never answers, and forgets the request. */
  | { readonly kind: 'hang' }
  /** The wallet locks itself, opens silently and answers only after `control.unlock()`. */
  | { readonly kind: 'locked' }
  /** The answer comes after `ms` milliseconds, or at `control.release()`; then `outcome` (approve) happens. */
  | { readonly kind: 'slow'; readonly ms?: number; readonly outcome?: Outcome }
  /** The wallet claims success but stays on its chain, or arrives on `chainId` instead. */
  | { readonly kind: 'wrongChain'; readonly chainId?: number }
  /** The wallet carries out the request and answers garbage. */
  | { readonly kind: 'malformed'; readonly as?: MalformedName }
  /** The wallet answers twice and sends each of its events twice. */
  | { readonly kind: 'twice' }
  /** The wallet throws inside `request()`, or rejects with something that is not an error. */
  | { readonly kind: 'throw'; readonly how?: ThrownName }
  /** The connection to every chain is lost in the middle of the request (4900). */
  | { readonly kind: 'disconnect' }
  /** The wallet rejects with this code. */
  | { readonly kind: 'code'; readonly code: number; readonly message?: string; readonly data?: unknown }
  /** The wallet does nothing and answers `value`. */
  | { readonly kind: 'answer'; readonly value: unknown }

const names: readonly OutcomeName[] = [
  'approve',
  'reject',
  'ask',
  'hang',
  'locked',
  'slow',
  'wrongChain',
  'malformed',
  'twice',
  'throw',
  'disconnect',
]

/** Every outcome that can be written as a bare name, for menus and tables. */
export const outcomeNames: readonly OutcomeName[] = names

/** The long form of an outcome. Throws a TypeError that lists the names when it is not one. */
export function parseOutcome(input: unknown): OutcomeStep {
  if (typeof input === 'string') {
    const name = names.find(known => known === input)
    if (name !== undefined) return { kind: name }
    throw new TypeError(`Unknown outcome "${input}". Use one of: ${names.join(', ')}.`)
  }
  if (typeof input !== 'object' || input === null || !('kind' in input)) {
    throw new TypeError(`An outcome is one of ${names.join(', ')}, or an object with a "kind".`)
  }
  const fields = input as Readonly<Record<string, unknown>>
  switch (fields.kind) {
    case 'approve':
      return {
        kind: 'approve',
        ...given('accounts', indexes(fields.accounts)),
        ...given('allowance', units(fields.allowance)),
      }
    case 'reject':
      return { kind: 'reject', ...given('message', text(fields.message, 'message')) }
    case 'slow':
      return {
        kind: 'slow',
        ...given('ms', duration(fields.ms)),
        ...given('outcome', fields.outcome === undefined ? undefined : parseOutcome(fields.outcome)),
      }
    case 'wrongChain':
      return { kind: 'wrongChain', ...given('chainId', integer(fields.chainId, 'chainId')) }
    case 'malformed':
      return { kind: 'malformed', ...given('as', oneOf(fields.as, malformedNames, 'as')) }
    case 'throw':
      return { kind: 'throw', ...given('how', oneOf(fields.how, thrownNames, 'how')) }
    case 'code': {
      const code = integer(fields.code, 'code')
      if (code === undefined) throw new TypeError('The outcome "code" needs an integer "code".')
      const message = text(fields.message, 'message')
      return { kind: 'code', code, ...given('message', message), ...given('data', fields.data) }
    }
    case 'answer':
      return { kind: 'answer', value: fields.value }
    default:
      return parseOutcome(fields.kind)
  }
}

function given<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value }
}

function text(value: unknown, field: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw new TypeError(`The outcome's "${field}" must be a string.`)
}

function integer(value: unknown, field: string): number | undefined {
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value))) return value
  throw new TypeError(`The outcome's "${field}" must be an integer.`)
}

function units(value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'string' && /^\d{1,78}$/.test(value))) return value
  throw new TypeError('The outcome\'s "allowance" must be a string of decimal digits.')
}

function duration(value: unknown): number | undefined {
  const ms = integer(value, 'ms')
  if (ms !== undefined && ms < 0) throw new TypeError('The outcome\'s "ms" must not be negative.')
  return ms
}

function indexes(value: unknown): readonly number[] | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value) && value.every(item => Number.isSafeInteger(item) && item >= 0)) return [...value]
  throw new TypeError('The outcome\'s "accounts" must be a list of account indexes.')
}

function oneOf<Name extends string>(value: unknown, known: readonly Name[], field: string): Name | undefined {
  if (value === undefined) return undefined
  const name = known.find(candidate => candidate === value)
  if (name !== undefined) return name
  throw new TypeError(`The outcome's "${field}" must be one of: ${known.join(', ')}.`)
}
