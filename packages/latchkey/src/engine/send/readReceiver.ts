import type { ChainAdapter } from '../../contract/adapter.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import type { Network } from '../../contract/network.ts'
import { etherCoinType, getProfile, type Profile } from '../../contract/profile.ts'
import type { EngineContext } from '../context.ts'
import { normalizeName } from './normalizeName.ts'
import type { Receiver } from './receiver.ts'

/** Longest text that is looked at; nothing that can be paid is longer. */
const longest = 300

type Addresses = Pick<ChainAdapter, 'isAddress' | 'formatAddress'>

/** What a text is without asking anybody; undefined when somebody has to be asked, or more may be typed. */
export function readAddress(typed: string, adapter: Addresses): Receiver | undefined {
  const text = typed.trim()
  if (text === '') return { at: 'empty' }
  if (text.length > longest) return { at: 'wrong', problem: 'address' }
  const isAddress = (value: string): boolean => adapter.isAddress(value)
  if (isAddress(text)) {
    const address = adapter.formatAddress(text)
    return /^(?:0x)?0+$/.test(address) ? { at: 'wrong', problem: 'zero' } : { at: 'known', address }
  }
  // In one case it would be an address: it is its capitals that are wrong, so one of its characters may be.
  return isAddress(text.toLowerCase()) ? { at: 'wrong', problem: 'checksum' } : undefined
}

export interface FoundReceiver {
  readonly receiver: Receiver
  /** Where its picture is, for the services to fetch. */
  readonly avatar?: string
}

/** Looks a name up by the services; what is no name is said so. Never rejects but when aborted. */
export async function lookUpName(
  ctx: Pick<EngineContext, 'api'> & { readonly config: Pick<EngineContext['config'], 'endpoints' | 'basic'> },
  options: {
    readonly typed: string
    readonly adapter: Addresses
    readonly network: Network
    readonly signal: AbortSignal
  },
): Promise<FoundReceiver> {
  const { adapter, network, signal } = options
  const typed = options.typed.trim()
  if (!/[.。．｡]/.test(typed)) return wrong('address')
  const { endpoints, basic } = ctx.config
  if (!endpoints?.api || basic) return wrong('noServices')
  try {
    const normal = await normalizeName(typed)
    if (normal.at === 'imitation')
      return { receiver: { at: 'wrong', problem: 'imitation', letters: normal.letters } }
    if (normal.at === 'none') return wrong('name')
    const { at: _, ...name } = normal
    const api = await ctx.api()
    const profile = await api.call(getProfile, { params: { name: name.name }, signal })
    const address = addressIn(profile, network)
    // An answer about another name is none about this one.
    if (address === undefined || profile.name !== name.name || !adapter.isAddress(address))
      return wrong('noName')
    const receiver = readAddress(address, adapter)
    if (receiver?.at !== 'known') return wrong('noName')
    const { avatar } = profile.attributes
    return { receiver: { ...receiver, name }, ...(avatar !== undefined && { avatar }) }
  } catch (cause) {
    const { status } = isLatchkeyError(cause) ? cause.context : {}
    return wrong(status === 404 ? 'noName' : status === 400 ? 'name' : 'offline')
  }
}

/** ENSIP-11: a chain of the eip155 family has a coin type of its own; one that is not set is Ether's. */
function addressIn({ addresses }: Profile, { chainNamespace, id }: Network): string | undefined {
  if (chainNamespace !== 'eip155') return undefined
  const own = Number(id) === 1 ? etherCoinType : (0x80000000 | Number(id)) >>> 0
  return (addresses[own] ?? addresses[etherCoinType])?.address
}

function wrong(problem: Extract<Receiver, { at: 'wrong' }>['problem']): FoundReceiver {
  return { receiver: { at: 'wrong', problem } }
}
