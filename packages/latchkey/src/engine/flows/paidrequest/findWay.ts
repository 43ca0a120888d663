import type { Amount } from '../../../contract/amount.ts'
import type { AuthorizedToken, Authorizing } from '../../../contract/authorizing.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import type { PaymentRequired } from '../../../contract/x402.ts'
import type { EngineContext } from '../../context.ts'
import { type ActiveAccount, activeAccount } from '../../nouns/accounts/activeAccount.ts'
import { isListed } from '../../nouns/networks/findNetwork.ts'
import type { Way } from './readRequired.ts'

/** How a request is paid: by which account, in what. */
export interface FoundWay {
  readonly account: ActiveAccount
  readonly authorizing: Authorizing
  readonly required: PaymentRequired
  readonly way: Way
  readonly token: AuthorizedToken
  readonly amount: Amount
}

/** Ways that the chain is asked about: a list of others is no reason to ask it for long. */
const mostWays = 4

/**
 * The first way that the active account can pay by a signature, on the network it is on; undefined where there is none. What a hostile answer gets wrong is
 * told to the developer.
 * @throws LatchkeyError CHUNK_FAILED.
 */
export async function findWay(
  ctx: Pick<EngineContext, 'config' | 'connections' | 'live' | 'adapter' | 'rpc' | 'alert'>,
  required: PaymentRequired,
  ways: readonly Way[],
  signal: AbortSignal,
): Promise<FoundWay | undefined> {
  const account = activeAccount(ctx)
  if (!account) return undefined
  const { network, namespace, connectionId } = account
  const live = ctx.live.get(connectionId, namespace)
  if (!isListed(ctx.config.networks, network.caipNetworkId) || !live?.abilities.signTypedData)
    return undefined
  const here = ways.filter(({ requirements }) => requirements.network === network.caipNetworkId)
  if (here.length === 0) return undefined
  const authorizing = await (await ctx.adapter(namespace)).authorizing?.()
  if (!authorizing) return undefined
  for (const way of here.slice(0, mostWays)) {
    const { requirements } = way
    try {
      const token = await authorizing.token(ctx.rpc(network), { network, requirements }, signal)
      const amount = { value: BigInt(requirements.amount), decimals: token.shown.decimals }
      return { account, authorizing, required, way, token, amount }
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (isLatchkeyError(cause) && cause.code === 'PAYMENT_UNSAFE')
        ctx.alert('PAYMENT_UNSAFE', cause.context)
    }
  }
  return undefined
}
