/**
 * Permissions of smart accounts (ERC-7715 over ERC-7710), UNAUDITED and off by default: what a page's key may do for an
 * account, until when, and the contracts that hold it to that.
 */
import * as v from 'valibot'

/**
 * Contracts of permissions, each at one address on every network: the Delegation Framework 1.3.0, and our own
 * unaudited `LatchkeyDelegator` for Safes.
 */
export const permissionContracts = {
  manager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
  /** What the delegator of each Safe is a clone of. */
  delegator: '0x5B21C6aCeC1e4d1c8340fB335782213076797c05',
  /** Makes the clones, with salt 0. */
  create2: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
  allowedCalldata: '0xc2b0d624c1c4319760C96503BA27C347F3260f55',
  allowedMethods: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
  allowedTargets: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
  erc20Period: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
  erc20Stream: '0x56c97aE02f233B29fa03502Ecc0457266d9be00e',
  erc20Amount: '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc',
  exactCalldata: '0x99F2e9bF15ce5eC84685604836F71aB835DBBdED',
  limitedCalls: '0x04658B29F6b82ed55274221a06Fc97D318E25416',
  nativePeriod: '0x9BC0FAf4Aca5AE429F4c06aEEaC517520CB16BD9',
  nativeStream: '0xD10b97905a320b13a0608f7E9cC506b56747df19',
  nativeAmount: '0xF71af580b9c3078fbc2BBF16FbB8EEd82b330320',
  timestamp: '0x1046bb45C8d673d4ea75321280DB34899413c069',
  valueLte: '0x92Bf12322527cAA612fd31a0e810472BBB106A8F',
} as const

/** The longest that a permission lasts, in seconds: 30 days. */
export const longestPermission = 2_592_000

const address = v.custom<`0x${string}`>(
  value => typeof value === 'string' && /^0x(?!0{40})[0-9a-fA-F]{40}$/.test(value),
)
/** An amount in base units, as hex without leading zeros: one text for each amount. */
const amount = v.custom<`0x${string}`>(
  value => typeof value === 'string' && /^0x[1-9a-f][0-9a-f]{0,63}$/.test(value),
)
const maybeNothing = v.custom<`0x${string}`>(
  value => typeof value === 'string' && /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/.test(value),
)
const selector = v.custom<`0x${string}`>(value => typeof value === 'string' && /^0x[0-9a-f]{8}$/.test(value))
/** Seconds since 1970. */
const time = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9_999_999_999))
/** Seconds. */
const duration = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(315_360_000))

const of = {
  /** Absent: any address gets it, up to the amount. */
  payee: v.exactOptional(address),
  expiry: time,
} as const
const allowance = { ...of, is: v.literal('allowance'), amount } as const
const periodic = { ...of, is: v.literal('periodic'), amount, seconds: duration, start: time } as const
const stream = {
  ...of,
  is: v.literal('stream'),
  initial: maybeNothing,
  most: amount,
  perSecond: amount,
  start: time,
} as const
/** Absent: the network's own currency. */
const token = v.exactOptional(address)

/**
 * What a permission allows, in the one form that is shown, signed and stored. Amounts are in base units, times in
 * seconds since 1970. `calls` are calls without money of named functions of one contract.
 */
export const permissionSchema = v.variant('is', [
  v.strictObject({ ...allowance, token }),
  v.strictObject({ ...periodic, token }),
  v.strictObject({ ...stream, token }),
  v.strictObject({
    is: v.literal('calls'),
    target: address,
    selectors: v.pipe(v.array(selector), v.minLength(1), v.maxLength(20)),
    /** The most calls. */
    limit: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
    expiry: time,
  }),
])

/** What a permission allows. */
export type Permission = v.InferOutput<typeof permissionSchema>

/** Parses a value with `permissionSchema`; undefined when it does not match. */
export function readPermission(value: unknown): Permission | undefined {
  const parsed = v.safeParse(permissionSchema, value)
  return parsed.success ? parsed.output : undefined
}

/** One rule of a delegation: the contract that enforces it, and the terms it enforces. */
export interface Caveat {
  readonly enforcer: `0x${string}`
  readonly terms: `0x${string}`
}

const word = (value: bigint | number | string): string => BigInt(value).toString(16).padStart(64, '0')
const half = (value: number): string => BigInt(value).toString(16).padStart(32, '0')

/** The rules by which the chain holds a permission to its words. The same permission has the same rules, in one order. */
export function permissionCaveats(permission: Permission): readonly Caveat[] {
  const of = permissionContracts
  const expiry: Caveat = { enforcer: of.timestamp, terms: `0x${half(0)}${half(permission.expiry)}` }
  if (permission.is === 'calls') {
    const { target, selectors, limit } = permission
    return [
      expiry,
      { enforcer: of.allowedTargets, terms: `0x${target.slice(2).toLowerCase()}` },
      { enforcer: of.allowedMethods, terms: `0x${selectors.map(each => each.slice(2)).join('')}` },
      { enforcer: of.valueLte, terms: `0x${word(0)}` },
      ...(limit === undefined ? [] : [{ enforcer: of.limitedCalls, terms: `0x${word(limit)}` } as const]),
    ]
  }
  const { token, payee } = permission
  const terms = amountTerms(permission)
  if (token === undefined) {
    const enforcer = { allowance: of.nativeAmount, periodic: of.nativePeriod, stream: of.nativeStream }
    return [
      expiry,
      { enforcer: enforcer[permission.is], terms: `0x${terms}` },
      // Money alone, no call.
      { enforcer: of.exactCalldata, terms: '0x' },
      ...(payee === undefined
        ? []
        : [{ enforcer: of.allowedTargets, terms: `0x${payee.slice(2).toLowerCase()}` } as const]),
    ]
  }
  const enforcer = { allowance: of.erc20Amount, periodic: of.erc20Period, stream: of.erc20Stream }
  return [
    expiry,
    { enforcer: enforcer[permission.is], terms: `0x${token.slice(2).toLowerCase()}${terms}` },
    { enforcer: of.valueLte, terms: `0x${word(0)}` },
    // The first argument of transfer(address,uint256), behind its selector.
    ...(payee === undefined
      ? []
      : [{ enforcer: of.allowedCalldata, terms: `0x${word(4)}${word(payee)}` } as const]),
  ]
}

function amountTerms(permission: Exclude<Permission, { is: 'calls' }>): string {
  switch (permission.is) {
    case 'allowance':
      return word(permission.amount)
    case 'periodic':
      return word(permission.amount) + word(permission.seconds) + word(permission.start)
    case 'stream':
      return (
        word(permission.initial) + word(permission.most) + word(permission.perSecond) + word(permission.start)
      )
  }
}

/** The creation code of a Safe's delegator: an ERC-1167 clone with the Safe's address behind its code. */
export function delegatorCode(account: `0x${string}`): `0x${string}` {
  const implementation = permissionContracts.delegator.slice(2)
  const args = word(account)
  const size = (args.length / 2 + 0x2d).toString(16).padStart(4, '0')
  return `0x61${size}3d81600a3d39f3363d3d373d3d3d363d73${implementation}5af43d82803e903d91602b57fd5bf3${args}`.toLowerCase() as `0x${string}`
}

/** EIP-712 types of the DelegationManager (ERC-7710). */
export const delegationTypes = {
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
} as const

/** The authority of a delegation that the account itself gives: no other one is above it. */
export const rootAuthority = `0x${'f'.repeat(64)}` as const

/** EIP-712 types of what an account signs to withdraw a permission; the domain is `revocationDomain`. */
export const revocationTypes = {
  RevokePermission: [
    { name: 'pci', type: 'bytes32' },
    { name: 'chainId', type: 'uint256' },
  ],
} as const

/** EIP-712 domain of a withdrawal: it counts for one account on one network. It needs no end, as it can be repeated. */
export function revocationDomain(chainId: number, account: `0x${string}`) {
  return { name: 'Latchkey permissions', version: '1', chainId, verifyingContract: account } as const
}
