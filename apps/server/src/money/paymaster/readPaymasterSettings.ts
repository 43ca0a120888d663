import type { CaipNetworkId } from 'latchkey/contract'
import { delegatedContracts, projectIdSchema, type Sponsor, safeContracts } from 'latchkey/services'
import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { viem } from '../../core/libraries/viem.ts'
import { jsonObject, privateKey, type Reader, type ReadVariable, Wrong } from '../../core/settings/readers.ts'
import { machineOf } from '../../data/namespaces/namespaces.ts'
import { isSame } from '../../data/operations/decodeOperationCalls.ts'

/** What the services pay for visitors' operations, and by what. */
export interface PaymasterSettings {
  /** Signs for the paymaster contracts; without it nothing is paid. Never log it. */
  readonly key: Hex | undefined
  /** The contract of each network, by its entry point in lower case. */
  readonly addresses: ReadonlyMap<CaipNetworkId, ReadonlyMap<string, Address>>
  /** What each project pays, by its id; others pay nothing. */
  readonly projects: ReadonlyMap<string, SponsorRules>
  /** Base units of a deposit below which the log has a warning. */
  readonly depositAlarm: bigint
}

/** What a project pays for its visitors. */
export interface SponsorRules {
  /** As visitors see it. */
  readonly sponsor: Sponsor
  readonly networks: ReadonlyMap<CaipNetworkId, SponsorLimits>
  /** Operations of one account within an hour. */
  readonly operationsPerHour: number
  /** The host's own decision on each operation; undefined: the limits decide. */
  readonly ask: { readonly url: string; readonly secret: string } | undefined
}

/** What a project pays on one network. */
export interface SponsorLimits {
  /** Base units of the native currency in a day of UTC. */
  readonly dailyBudget: bigint
  /** The most that one operation may cost, in base units. */
  readonly mostPerOperation: bigint
  /** The addresses that may be called, in lower case; undefined: all. */
  readonly targets: ReadonlySet<string> | undefined
}

const entryPoints: readonly string[] = [safeContracts.entryPoint, delegatedContracts.entryPoint]
/** The most of a day's budget: the store counts in 10⁻⁹ of the currency. */
const mostBudget = 10n ** 24n

const network = v.pipe(
  v.string(),
  v.check(id => machineOf(id) === 'evm'),
)
const address = v.pipe(
  v.string(),
  v.regex(/^0x(?!0{40})[0-9a-fA-F]{40}$/),
  v.transform(value => viem().getAddress(value.toLowerCase())),
)
const baseUnits = v.pipe(
  v.string(),
  v.regex(/^\d{1,25}$/),
  v.transform(value => BigInt(value)),
  v.check(value => value <= mostBudget),
)
const addressesSchema = v.record(
  network,
  v.record(
    v.pipe(
      v.string(),
      v.check(entryPoint => entryPoints.some(each => isSame(each, entryPoint))),
    ),
    address,
  ),
)
const projectsSchema = v.record(
  projectIdSchema,
  v.strictObject({
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
    icon: v.optional(v.pipe(v.string(), v.maxLength(32_768), v.startsWith('data:image/'))),
    networks: v.record(
      network,
      v.strictObject({
        dailyBudget: baseUnits,
        mostPerOperation: v.optional(baseUnits),
        targets: v.optional(
          v.pipe(
            v.array(address),
            v.maxLength(1_000),
            v.transform(list => new Set(list.map(each => each.toLowerCase()))),
          ),
        ),
      }),
    ),
    operationsPerHour: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 20),
    sponsor: v.union([
      v.literal(true),
      v.strictObject({
        url: v.pipe(v.string(), v.maxLength(2_048), v.url()),
        secret: v.pipe(v.string(), v.regex(/^whsec_[A-Za-z0-9+/]{32,200}={0,2}$/)),
      }),
    ]),
  }),
)

export function readPaymasterSettings(read: ReadVariable): PaymasterSettings {
  return {
    key: read<Hex | undefined>('PAYMASTER_KEY', undefined, privateKey),
    addresses: read<PaymasterSettings['addresses']>('PAYMASTER_ADDRESSES', new Map(), addresses),
    projects: read<PaymasterSettings['projects']>('PAYMASTER_PROJECTS', new Map(), projects),
    depositAlarm: read('PAYMASTER_DEPOSIT_ALARM', 50_000_000_000_000_000n, amount),
  }
}

const amount: Reader<bigint> = text => {
  if (!/^\d{1,30}$/.test(text)) throw new Wrong('must be a whole number of base units')
  return BigInt(text)
}

const addresses: Reader<PaymasterSettings['addresses']> = text => {
  const rule = `must be a JSON object from network to entry point to contract, such as {"eip155:1":{"${safeContracts.entryPoint}":"0x…"}}`
  const parsed = v.safeParse(addressesSchema, jsonObject(text, rule))
  if (!parsed.success) throw new Wrong(rule)
  return new Map(
    Object.entries(parsed.output).map(([id, contracts]) => [
      id as CaipNetworkId,
      new Map(Object.entries(contracts).map(([entryPoint, at]) => [entryPoint.toLowerCase(), at])),
    ]),
  )
}

const projects: Reader<PaymasterSettings['projects']> = text => {
  const rule =
    'must be a JSON object from project to what it pays, such as {"shop":{"name":"Shop","sponsor":true,"networks":{"eip155:1":{"dailyBudget":"50000000000000000"}}}}'
  const parsed = v.safeParse(projectsSchema, jsonObject(text, rule))
  if (!parsed.success) throw new Wrong(rule)
  return new Map(
    Object.entries(parsed.output).map(([id, { name, icon, networks, operationsPerHour, sponsor }]) => [
      id,
      {
        sponsor: { name, ...(icon !== undefined && { icon }) },
        operationsPerHour,
        ask: sponsor === true ? undefined : sponsor,
        networks: new Map(
          Object.entries(networks).map(([on, { dailyBudget, mostPerOperation = dailyBudget, targets }]) => [
            on as CaipNetworkId,
            { dailyBudget, mostPerOperation, targets },
          ]),
        ),
      },
    ]),
  )
}
