import { isLatchkeyError } from '../../../contract/error.ts'
import { getIdentity } from '../../../contract/identity.ts'
import { getImage } from '../../../contract/images.ts'
import type { Network } from '../../../contract/network.ts'
import type { Profile } from '../../../contract/profile.ts'
import { factsOf } from '../../base/factsOf.ts'
import { pictureUrl } from '../../base/pictureUrl.ts'
import type { EngineContext } from '../../context.ts'
import { cleanName } from '../../nouns/identity/cleanName.ts'
import { refusalOf } from '../../nouns/names/nameFault.ts'
import { resolveName } from '../../nouns/names/resolveName.ts'
import { normalizeName } from './normalizeName.ts'
import { type Addresses, readAddress } from './readAddress.ts'
import type { Receiver } from './receiver.ts'

/** What a look-up needs of an engine. */
export type LookUpContext = Pick<EngineContext, 'api' | 'clock'> & {
  readonly config: Pick<EngineContext['config'], 'adapters' | 'endpoints' | 'basic'>
}

interface FoundReceiver {
  readonly receiver: Receiver
  /** Where its picture is, for the services to fetch. */
  readonly avatar?: string
}

export interface LookUpOptions {
  readonly typed: string
  /** What the text is, without a request. */
  readonly known: Receiver | undefined
  readonly adapter: Addresses
  readonly network: Network
  /** Called with each result, a picture after the rest; never once it is aborted. */
  readonly told: (receiver: Receiver) => void
  readonly signal: AbortSignal
}

/** Looks up who is behind a name, or an address; never rejects. */
export async function lookUpReceiver(ctx: LookUpContext, options: LookUpOptions): Promise<void> {
  const { known, told, signal } = options
  const found =
    known?.at === 'known'
      ? await identifyAddress(ctx, known.address, options)
      : await lookUpName(ctx, options)
  if (!found) return
  const { receiver, avatar } = found
  told(receiver)
  if (avatar === undefined || receiver.at !== 'known' || signal.aborted) return
  const image = await loadPicture(ctx, avatar, signal)
  if (image === undefined) return
  if (signal.aborted) URL.revokeObjectURL(image)
  else told({ ...receiver, image })
}

/** Looks a name up by the services, and reports a text that is no name. */
async function lookUpName(ctx: LookUpContext, options: LookUpOptions): Promise<FoundReceiver> {
  const { adapter, network, signal } = options
  const typed = options.typed.trim()
  const { names } = factsOf(ctx.config, network.chainNamespace)
  if (!/[.。．｡]/.test(typed)) {
    const ecosystem = foreignTo(ctx, typed, network)
    return ecosystem === undefined ? wrong('address') : foreign(ecosystem)
  }
  const { endpoints, basic } = ctx.config
  if (!endpoints?.api || basic || !names) return wrong('noServices')
  try {
    const normal = await normalizeName(typed)
    if (normal.at === 'imitation')
      return { receiver: { at: 'wrong', problem: 'imitation', letters: normal.letters } }
    if (normal.at === 'none') return wrong('name')
    const { at: _, ...name } = normal
    const profile = await resolveName(ctx, name.name, signal)
    const address = addressIn(ctx, profile, network)
    // An answer about another name is none about this one.
    if (address === undefined || profile.name !== name.name || !adapter.isAddress(address))
      return wrong('noName')
    const receiver = readAddress(address, adapter)
    if (receiver?.at !== 'known') return wrong('noName')
    const { avatar } = profile.attributes
    return { receiver: { ...receiver, name }, ...(avatar !== undefined && { avatar }) }
  } catch (cause) {
    const { status, reason } = refusalOf(isLatchkeyError(cause) ? cause.cause : cause) ?? {}
    return wrong(status === 404 ? 'noName' : status === 400 ? 'name' : 'offline', reason)
  }
}

/** ENSIP-11: a chain may have a coin type of its own; one that is not set is the main network's. */
function addressIn(
  { config }: LookUpContext,
  { addresses }: Profile,
  { caipNetworkId, chainNamespace, id }: Network,
): string | undefined {
  const { names, mainNetwork } = factsOf(config, chainNamespace)
  if (!names) return undefined
  const isMain = !names.perChain || caipNetworkId === mainNetwork
  const own = isMain ? names.coinType : (0x80000000 | Number(id)) >>> 0
  return (addresses[own] ?? addresses[names.coinType])?.address
}

/** The ecosystem of the host's that a text is an address of, where it is another than the network's. */
function foreignTo(
  { config }: LookUpContext,
  typed: string,
  { chainNamespace }: Network,
): string | undefined {
  const isOf = (shape: string | undefined) => shape !== undefined && new RegExp(`^(?:${shape})$`).test(typed)
  const others = config.adapters.filter(({ namespace }) => namespace !== chainNamespace)
  return others
    .map(({ namespace }) => factsOf(config, namespace))
    .find(({ addressShape }) => isOf(addressShape))?.title
}

function foreign(ecosystem: string): FoundReceiver {
  return { receiver: { at: 'wrong', problem: 'foreign', ecosystem } }
}

function wrong(problem: Extract<Receiver, { at: 'wrong' }>['problem'], reason?: string): FoundReceiver {
  return { receiver: { at: 'wrong', problem, ...(reason !== undefined && { reason }) } }
}

/** The public name of an address; undefined when unknown or the service cannot be reached. Never rejects. */
async function identifyAddress(
  ctx: LookUpContext,
  address: string,
  { network, signal }: LookUpOptions,
): Promise<FoundReceiver | undefined> {
  const { config } = ctx
  if (!config.endpoints?.api || config.basic || !factsOf(config, network.chainNamespace).names)
    return undefined
  try {
    const api = await ctx.api()
    const { name, avatar } = await api.call(getIdentity, { params: { address }, signal })
    const clean = name === null ? undefined : cleanName(name)
    const known = clean !== undefined && {
      name: clean,
      differs: false,
      foreign: /[^\u0020-\u007e]/.test(clean),
    }
    return {
      receiver: { at: 'known', address, ...(known && { name: known }) },
      ...(avatar !== null && { avatar }),
    }
  } catch {
    return undefined
  }
}

/** A stranger's picture by way of the services alone (T69), as a URL of this page; undefined when it cannot be had. */
async function loadPicture(
  ctx: LookUpContext,
  avatar: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const api = await ctx.api()
    const service = ctx.config.endpoints?.images ? 'images' : 'api'
    const blob = await api.image(getImage, { service, query: { url: avatar }, signal })
    return signal.aborted ? undefined : await pictureUrl(blob)
  } catch {
    return undefined
  }
}
