/** Which accounts the wallet of a login has in a namespace, and which type of them its visitor uses (SPEC §6 "Account types"). */
import type { Account, AccountType } from '../../../contract/account.ts'
import type { ChainAdapter, ProviderChange } from '../../../contract/adapter.ts'
import { addressOf, type CaipNetworkId, type ChainNamespace, toCaipAddress } from '../../../contract/caip.ts'
import type { ConnectedNamespace } from '../../../contract/connection.ts'
import type { FrameUser } from '../../../contract/frame.ts'
import type { FrameChannel } from '../../../embedded/frame.ts'
import type { EngineContext } from '../../context.ts'

type Formats = Pick<ChainAdapter, 'isAddress' | 'formatAddress'>

/** One namespace of a login. */
interface OwnPart {
  readonly connectionId: string
  readonly namespace: ChainNamespace
}

/**
 * Has the frame store a type for a visitor who has none yet, before an address of theirs is shown: the host's, else the one that
 * the wallet was made with (decision 118). Later options of the host move no account. A wallet that can have no account of the type, and a frame that does not answer, change nothing.
 */
export async function settleType(
  frame: FrameChannel,
  chainId: CaipNetworkId | undefined,
  type: AccountType | undefined,
): Promise<void> {
  const on = { ...(chainId && { chainId }) }
  try {
    const { preferredAccountType, defaultAccountType } = await frame.request('GET_USER', on)
    if (preferredAccountType !== undefined) return
    const wanted = (type ?? defaultAccountType) === 'smartAccount' ? 'smartAccount' : 'eoa'
    await frame.request('SET_PREFERRED_ACCOUNT', { ...on, type: wanted })
  } catch {
    // The plain account is used.
  }
}

/** What the frame says of a namespace that its provider has connected; as it was where it says nothing. */
export async function readOwn(
  frame: FrameChannel,
  part: ConnectedNamespace,
  namespace: ChainNamespace,
  formats: Formats,
): Promise<ConnectedNamespace> {
  const { caipNetworkId: chainId } = part
  try {
    return { ...part, ...ownOf(await frame.request('GET_USER', { chainId }), part, namespace, formats) }
  } catch {
    return part
  }
}

/** Asks the frame again, for a deployment or a type that may have changed meanwhile. Never rejects. */
export async function refreshOwn(
  ctx: EngineContext,
  { connectionId, namespace }: OwnPart,
  formats?: Formats,
): Promise<void> {
  const part = partOf(ctx, { connectionId, namespace })
  if (!part) return
  const { caipNetworkId: chainId } = part
  try {
    const [frame, known] = await Promise.all([ctx.frame?.(), formats ?? ctx.adapter(namespace)])
    const user = await frame?.request('GET_USER', { chainId })
    // What changed it meanwhile has asked as well.
    if (!user || partOf(ctx, { connectionId, namespace }) !== part) return
    const { accounts, ...own } = ownOf(user, part, namespace, known)
    ctx.connections.dispatch({
      type: 'accountsChanged',
      connectionId,
      namespace,
      accounts,
      keepsActive: true,
      own,
    })
  } catch {
    // What was known stays.
  }
}

/** Completes what a wallet's provider says of its account by the others that the wallet is known to have. */
export function followOwn(
  ctx: EngineContext,
  own: OwnPart,
  formats: Formats,
  changed: (change: ProviderChange) => void,
): (change: ProviderChange) => void {
  return change => {
    if (change.type === 'disconnected') return changed(change)
    const known = partOf(ctx, own)?.accounts ?? []
    if (change.type === 'network') changed(change)
    else changed({ ...change, accounts: joinAccounts(change.accounts, known) })
    void refreshOwn(ctx, own, formats)
  }
}

function partOf(ctx: EngineContext, { connectionId, namespace }: OwnPart): ConnectedNamespace | undefined {
  return ctx.connections.getState().connections.find(({ id }) => id === connectionId)?.namespaces[namespace]
}

function ownOf(
  { accounts, preferredAccountType, smartAccountDeployed }: FrameUser,
  { accounts: used, caipNetworkId }: ConnectedNamespace,
  namespace: ChainNamespace,
  { isAddress, formatAddress }: Formats,
) {
  const all = accounts
    .filter(each => each.chainNamespace === namespace && isAddress(each.address))
    .map(
      ({ address, type }): Account => ({
        caip10: toCaipAddress(caipNetworkId, formatAddress(address)),
        type,
      }),
    )
  return { accounts: joinAccounts(used.slice(0, 1), all), preferredAccountType, smartAccountDeployed }
}

/** The account in use first, then the others of the wallet. A new address beside a known plain account is the smart one. */
function joinAccounts(used: readonly Account[], known: readonly Account[]): readonly Account[] {
  const typeOf = ({ caip10, type }: Account): AccountType => {
    const same = known.find(each => addressOf(each.caip10) === addressOf(caip10))
    return same?.type ?? (known.some(each => each.type === 'eoa') ? 'smartAccount' : type)
  }
  const typed = used.map(account => ({ ...account, type: typeOf(account) }))
  const network = used[0]?.caip10.slice(0, -addressOf(used[0].caip10).length - 1) as CaipNetworkId | undefined
  const others = known.filter(each => !used.some(one => addressOf(one.caip10) === addressOf(each.caip10)))
  if (!network) return typed
  return [
    ...typed,
    ...others.map(each => ({ ...each, caip10: toCaipAddress(network, addressOf(each.caip10)) })),
  ]
}
