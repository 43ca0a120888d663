import { type Hex, parseAddress } from 'latchkey/evmcodec'
import {
  type AskedExecutionPermission,
  type EmbeddedRpcParams,
  longestPermission,
  type Permission,
  permissionContracts,
  readPermission,
  safeContracts,
} from 'latchkey/services'
import { refusal } from '../provider/refusal.ts'

/** A permission as a page asks for it, in the one form that is shown and signed. */
export interface AskedPermission {
  readonly permission: Permission
  /** Who may act. */
  readonly to: Hex
}

/** Any address may use a delegation to this one (ERC-7710 as the framework has it). */
const anyDelegate = '0x0000000000000000000000000000000000000a11'

/**
 * Reads a permission by ERC-7715 as it is now. Unknown kinds and rules are refused, never left out.
 * @throws LatchkeyError with -32602 for what is none, has no end, or lasts longer than 30 days
 */
export function readExecutionPermission(asked: AskedExecutionPermission, now: number): AskedPermission {
  const { type, data } = asked.permission
  const rules = new Map((asked.rules ?? []).map(rule => [rule.type, rule.data] as const))
  if (rules.size !== (asked.rules ?? []).length) throw unknown('a rule given twice')
  for (const name of rules.keys())
    if (name !== 'expiry' && name !== 'payee') throw unknown(`the rule "${name}"`)
  const expiry = rules.get('expiry')?.timestamp
  const payees = rules.get('payee')?.addresses
  if (payees !== undefined && !(Array.isArray(payees) && payees.length === 1)) throw unknown('several payees')
  const payee: unknown = Array.isArray(payees) ? payees[0] : undefined
  const [, of, kind] = /^(native-token|erc20-token)-(allowance|periodic|stream)$/.exec(type) ?? []
  if (kind === undefined) throw unknown(`the permission "${type}"`)
  const start = data.startTime ?? Math.floor(now / 1_000)
  const amounts = {
    allowance: { amount: plainAmount(data.allowanceAmount) },
    periodic: { amount: plainAmount(data.periodAmount), seconds: data.periodDuration, start },
    stream: {
      initial: plainAmount(data.initialAmount ?? '0x0'),
      most: plainAmount(data.maxAmount),
      perSecond: plainAmount(data.amountPerSecond),
      start,
    },
  }[kind as 'allowance' | 'periodic' | 'stream']
  // An allowance that begins later would be one that begins now.
  const begins = typeof data.startTime === 'number' && data.startTime * 1_000 > now
  if (kind === 'allowance' && begins) throw unknown('an allowance that begins later')
  return check(
    {
      is: kind,
      ...amounts,
      ...(of === 'erc20-token' && { token: data.tokenAddress ?? null }),
      ...(payee !== undefined && { payee }),
      expiry,
    },
    asked.to,
    now,
  )
}

/** Reads a permission by the older draft that SPEC §6 names. @throws as `readExecutionPermission` */
export function readGrant(
  [asked]: EmbeddedRpcParams<'wallet_grantPermissions'>,
  now: number,
): AskedPermission {
  const { expiry, signer, permissions, policies = [] } = asked
  const [permission, ...more] = permissions
  if (!permission || more.length > 0) throw unknown('several permissions in one')
  if (signer.type !== 'account') throw unknown(`the signer "${signer.type}"`)
  const to = signer.data?.address ?? signer.data?.id
  const [policy, ...others] = policies
  if (others.length > 0 || (policy && policy.type !== 'call-limit')) throw unknown('this policy')
  const { type, data } = permission
  const limit = policy?.data?.limit
  if (policy && (type !== 'contract-call' || limit === undefined)) throw unknown('this policy')
  const ways: Readonly<Record<string, () => object>> = {
    'native-token-transfer': () => ({ is: 'allowance', amount: plainAmount(data.allowance) }),
    'erc20-token-transfer': () => ({
      is: 'allowance',
      token: data.address ?? data.tokenAddress ?? null,
      amount: plainAmount(data.allowance),
    }),
    'contract-call': () => ({
      is: 'calls',
      target: data.address ?? null,
      selectors: data.selectors ?? null,
      ...(limit !== undefined && { limit }),
    }),
  }
  const way = Object.hasOwn(ways, type) ? ways[type] : undefined
  if (!way) throw unknown(`the permission "${type}"`)
  return check({ ...way(), expiry }, to, now)
}

function check(value: object, to: unknown, now: number): AskedPermission {
  const permission = readPermission(value)
  const holder = parseAddress(String(to)) as Hex | undefined
  if (!permission || !holder || /^0x0{40}$/.test(holder)) throw refusal('invalidParams')
  const left = permission.expiry - now / 1_000
  if (left <= 0) throw refusal('invalidParams', { message: 'The permission has expired.' })
  if (left > longestPermission)
    throw refusal('invalidParams', { message: 'A permission lasts 30 days at most.' })
  if (holder.toLowerCase() === anyDelegate) throw unknown('a permission for everyone')
  return { permission, to: holder }
}

/**
 * Refuses a permission by which its holder could widen it, or which the account would give to itself.
 * @throws LatchkeyError ACTION_NOT_ALLOWED with -32602
 */
export function refuseOwn({ permission, to }: AskedPermission, own: readonly Hex[]): void {
  const { manager, delegator } = permissionContracts
  const all = [...own, manager, delegator, ...Object.values(safeContracts)].map(each => each.toLowerCase())
  const targets = permission.is === 'calls' ? [permission.target] : [permission.token, permission.payee]
  if ([to, ...targets].some(each => each !== undefined && all.includes(each.toLowerCase())))
    throw unknown('a permission over the account itself')
}

/** Hex without leading zeros; anything else stays what it is, and is refused. */
function plainAmount(value: unknown): unknown {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) return value
  return `0x${BigInt(value).toString(16)}`
}

function unknown(what: string) {
  return refusal('invalidParams', { message: `This wallet does not support ${what}.` })
}
