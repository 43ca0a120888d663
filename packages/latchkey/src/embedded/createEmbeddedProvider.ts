import type { CaipNetworkId } from '../contract/caip.ts'
import { embeddedRpcKind } from '../contract/embeddedRpc.ts'
import { isLatchkeyError } from '../contract/error.ts'
import type { FramePayload } from '../contract/frame.ts'
import { ProviderError, providerCodes } from '../contract/providerError.ts'
import { followFrame } from './followFrame.ts'
import type { FrameChannel } from './frame.ts'
import { toProviderError } from './toProviderError.ts'

type Events = 'connect' | 'disconnect' | 'chainChanged' | 'accountsChanged' | 'message'
type Listener = (payload: never) => void

/** The embedded wallet for any library of a page (EIP-1193, EIP-5792). */
export interface EmbeddedProvider {
  /** @throws ProviderError with EIP-1193's number; 4200 'Requested RPC call is not allowed' for what SPEC §6 does not list. */
  request(asked: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: Events, listener: Listener): EmbeddedProvider
  removeListener(event: Events, listener: Listener): EmbeddedProvider
  /** Emits `disconnect`: the visitor has logged out. The provider works again after the next login. */
  end(): void
  /** Stops listening to the frame; what waits is answered by it still. */
  destroy(): void
}

/** The wallet's provider over the frame's channel. `login` resolves when the visitor has logged in, or rejects. */
export function createEmbeddedProvider(options: {
  readonly frame: FrameChannel
  readonly login?: () => Promise<unknown>
  /** Loads a frame that was lost anew (F29), or another one in its place. */
  readonly revive?: () => Promise<FrameChannel>
  /** Called after a logout, here or in another tab of the wallet. */
  readonly loggedOut?: () => void
  /** A call that is not allowed took back what waited for the visitor. */
  readonly tookBack?: () => void
}): EmbeddedProvider {
  const { login, loggedOut, tookBack } = options
  const listeners = new Map<Events, Set<Listener>>()
  /** Where the wallet is, as far as it was said. */
  let known: CaipNetworkId | undefined
  let isConnected = false
  /** Calls that wait for the visitor. */
  let waiting = 0
  /** Whether `disconnect` was emitted, and no connection since. */
  let isOver = false

  const emit = (event: Events, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      try {
        listener(payload as never)
      } catch {
        // One listener's fault is no other's.
      }
    }
  }
  const connected = (network: CaipNetworkId) => {
    if (isConnected) return
    isConnected = true
    isOver = false
    emit('connect', { chainId: toHex(network) })
  }
  const disconnected = (isTold = isConnected) => {
    // The next visitor may be on another network.
    known = undefined
    isConnected = false
    // The frame and the engine both say that it is over.
    if (!isTold || isOver) return
    isOver = true
    emit('accountsChanged', [])
    emit('disconnect', new ProviderError(providerCodes.disconnected, 'The wallet is disconnected.'))
  }
  const moved = (network: CaipNetworkId) => {
    if (network === known) return
    known = network
    emit('chainChanged', toHex(network))
  }

  async function network(): Promise<CaipNetworkId> {
    if (known === undefined) {
      const { chainId } = await (await followed.frame()).request('GET_CHAIN_ID', {})
      // An event may have reported it meanwhile.
      known ??= chainId
    }
    return known
  }

  async function call(method: string, params: unknown): Promise<unknown> {
    const chainId = await network()
    const payload = {
      chainId,
      method,
      ...(params != null && { params: asJson(params) }),
    } as FramePayload<'RPC_REQUEST'>
    const kind = embeddedRpcKind(method)
    const wereWaiting = waiting
    if (kind === 'approve') waiting++
    try {
      return (await (await followed.frame()).request('RPC_REQUEST', payload)).result
    } catch (cause) {
      if (kind === undefined && wereWaiting > 0 && isLatchkeyError(cause, 'RPC_NOT_ALLOWED')) tookBack?.()
      throw cause
    } finally {
      if (kind === 'approve') waiting--
    }
  }

  async function connect(params: unknown): Promise<unknown> {
    const ask = () => call('eth_requestAccounts', params)
    const accounts = await ask().catch(async cause => {
      if (!login || toProviderError(cause).code !== providerCodes.unauthorized) throw cause
      await login()
      return ask()
    })
    connected(await network())
    return accounts
  }

  /** EIP-3326 and EIP-3085: the wallet goes to networks that the page lists, and takes no others in. */
  async function change(params: unknown): Promise<null> {
    const asked: unknown = Array.isArray(params) ? Object(params[0]).chainId : undefined
    const id = typeof asked === 'string' && /^0x[0-9a-f]{1,13}$/i.test(asked) ? Number(asked) : Number.NaN
    if (!Number.isSafeInteger(id) || id < 1)
      throw new ProviderError(providerCodes.invalidParams, 'Expected a chainId as 0x hexadecimal.')
    const { chainId } = await (await followed.frame()).request('SWITCH_NETWORK', { chainId: `eip155:${id}` })
    moved(chainId)
    return null
  }

  const followed = followFrame({
    ...options,
    listen(frame) {
      const stops = [
        frame.on('PROVIDER', ({ event, chainId, accounts }) => {
          if (event === 'chainChanged' && chainId) moved(chainId)
          else if (event === 'accountsChanged') emit('accountsChanged', accounts ?? [])
          else if (event === 'disconnect') disconnected()
        }),
        frame.on('SESSION', session => {
          if (session.isConnected) return
          disconnected()
          loggedOut?.()
        }),
      ]
      return () => {
        for (const each of stops) each()
      }
    },
  })

  const provider: EmbeddedProvider = {
    async request(asked) {
      try {
        const { method, params } = Object(asked) as Readonly<Record<string, unknown>>
        if (typeof method !== 'string' || method === '' || method.length > 64)
          throw new ProviderError(providerCodes.invalidParams, 'Expected a method.')
        if (method === 'eth_requestAccounts') return await connect(params)
        return await (embeddedRpcKind(method) === 'page' ? change(params) : call(method, params))
      } catch (cause) {
        throw cause instanceof ProviderError ? cause : toProviderError(cause)
      }
    },
    on(event, listener) {
      const all = listeners.get(event) ?? new Set()
      listeners.set(event, all)
      all.add(listener)
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
    end() {
      // A listener that only read the accounts got no `connect`, but has to get the `disconnect`.
      disconnected(true)
    },
    destroy() {
      followed.stop()
      listeners.clear()
    },
  }
  return provider
}

/** Returns the parameters as JSON carries them: without undefined fields. @throws ProviderError for values that are no JSON. */
function asJson(params: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(params))
  } catch (cause) {
    throw new ProviderError(providerCodes.invalidParams, 'Expected parameters that are JSON.', { cause })
  }
}

function toHex(network: CaipNetworkId): string {
  return `0x${Number(network.slice('eip155:'.length)).toString(16)}`
}
