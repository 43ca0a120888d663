import { etherCoinType } from 'latchkey/services'
import type { Abi, Address, Hex } from 'viem'
import { once } from '../../core/libraries/once.ts'
import { viem, viemAccounts } from '../../core/libraries/viem.ts'
import type { Store } from '../../core/store/store.ts'
import { parseAttributes } from './attributes.ts'
import { labelIn } from './checkName.ts'
import { findName, findPrimaryName } from './findNames.ts'

/** How long a signed answer holds, in seconds: a library that asks the chain again does so within seconds. */
const answerLifetime = 300
/** Questions in one `multicall`. */
const mostCalls = 32

const resolveAbi = once(() =>
  viem().parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)']),
)
const recordAbi = once(() =>
  viem().parseAbi([
    'function addr(bytes32 node) view returns (address)',
    'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
    'function text(bytes32 node, string key) view returns (string)',
    'function name(bytes32 node) view returns (string)',
    'function multicall(bytes[] data) returns (bytes[])',
  ]),
)

/** The known records of a name: its owner and attributes, or an address's name. */
interface NameRecords {
  readonly node: Hex
  readonly address?: Address
  readonly attributes?: Readonly<Record<string, string>>
  readonly name?: string
}

/**
 * The gateway of our zone (EIP-3668): answers the wildcard resolver's queries (ENSIP-10), signed so that the resolver
 * can detect a forged answer.
 */
export interface Gateway {
  /** The encoded (result, expires, signature); undefined when the question is not one for this gateway. */
  answer(lookup: { readonly sender: Address; readonly data: Hex }): Promise<Hex | undefined>
}

export function createGateway(deps: {
  readonly store: Pick<Store, 'db'>
  readonly zone: string
  readonly signerKey: Hex
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Gateway {
  const { store, zone, signerKey, now } = deps

  async function findRecords(name: string): Promise<NameRecords | undefined> {
    const node = viem().namehash(name)
    const address = /^([0-9a-f]{40})\.addr\.reverse$/.exec(name)?.[1]
    if (address !== undefined) {
      const primary = await findPrimaryName(store, zone, `0x${address}`)
      return { node, name: primary === undefined ? '' : `${primary.label}.${zone}` }
    }
    if (name === zone) return { node }
    const label = labelIn(zone, name)
    if (label === undefined) return undefined
    const row = await findName(store, zone, label)
    if (row === undefined) return { node }
    return { node, address: viem().getAddress(row.address), attributes: parseAttributes(row.attributes) }
  }

  return {
    async answer({ sender, data }) {
      const question = decodeQuestion(data)
      const records = question === undefined ? undefined : await findRecords(question.name)
      if (question === undefined || records === undefined) return undefined
      const result = encodeRecord(records, question.data)
      const expires = BigInt(Math.floor(now() / 1_000) + answerLifetime)
      const digest = viem().keccak256(
        viem().encodePacked(
          ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
          ['0x1900', sender, expires, viem().keccak256(data), viem().keccak256(result)],
        ),
      )
      const signature = await viemAccounts().sign({ hash: digest, privateKey: signerKey, to: 'hex' })
      return viem().encodeAbiParameters(
        [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
        [result, expires, signature],
      )
    },
  }
}

function decodeQuestion(data: Hex): { readonly name: string; readonly data: Hex } | undefined {
  try {
    const { args } = viem().decodeFunctionData({ abi: resolveAbi(), data })
    const name = decodeDnsName(viem().hexToBytes(args[0]))
    return name === undefined ? undefined : { name, data: args[1] }
  } catch {
    return undefined
  }
}

/** A name from DNS wire form; undefined when it is none, or holds a label that would read as two. */
function decodeDnsName(bytes: Uint8Array): string | undefined {
  const labels: string[] = []
  let at = 0
  while (at < bytes.length && at <= 255) {
    const length = bytes[at] ?? 0
    if (length === 0) return at === bytes.length - 1 ? labels.join('.') : undefined
    const label = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(at + 1, at + 1 + length))
    if (label.includes('.')) return undefined
    labels.push(label)
    at += 1 + length
  }
  return undefined
}

/** The answer as the resolver's own function would have encoded it; empty for a function or a node it does not have. */
function encodeRecord(records: NameRecords, data: Hex, nested = false): Hex {
  try {
    const { functionName, args } = viem().decodeFunctionData({ abi: recordAbi() as Abi, data })
    if (functionName === 'multicall') {
      const calls = args?.[0] as readonly Hex[]
      if (nested || calls.length > mostCalls) return '0x'
      const result = calls.map(call => encodeRecord(records, call, true))
      return viem().encodeFunctionResult({ abi: recordAbi(), functionName, result })
    }
    const [node, second] = args as readonly [Hex, unknown]
    if (node !== records.node) return '0x'
    const { address, attributes = {}, name = '' } = records
    if (functionName === 'name') return viem().encodeAbiParameters([{ type: 'string' }], [name])
    if (functionName === 'text') {
      const key = String(second)
      const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined
      return viem().encodeAbiParameters([{ type: 'string' }], [value ?? ''])
    }
    if (second === undefined)
      return viem().encodeAbiParameters([{ type: 'address' }], [address ?? viem().zeroAddress])
    const isEther = second === BigInt(etherCoinType)
    return viem().encodeAbiParameters(
      [{ type: 'bytes' }],
      [isEther && address !== undefined ? viem().concat([address]) : '0x'],
    )
  } catch {
    return '0x'
  }
}
