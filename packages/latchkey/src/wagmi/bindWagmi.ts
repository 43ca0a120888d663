import type { Latchkey } from '../widget/handle/latchkey.ts'
import { type LatchkeyConnector, latchkeyConnector, type OtherWallet } from './latchkeyConnector.ts'
import { readAccounts } from './readAccounts.ts'
import type { WagmiConfig, WagmiConnector, WagmiState } from './wagmiShapes.ts'

/** Options of `bindWagmi`. */
export interface BindWagmiOptions {
  readonly latchkey: Latchkey
  /** The host's own, of wagmi 2 or 3. */
  readonly config: WagmiConfig
}

/** A wallet that the host connected by another connector, shown in the widget. */
interface Adopted extends OtherWallet {
  readonly connector: WagmiConnector
  connectionId: string | undefined
}

/**
 * Keeps a widget and a host's wagmi config in sync until the returned function is called: connects, switches and
 * disconnects of one side apply to the other. Adds the connector unless the config has it. It prompts for nothing, and
 * loads nothing by itself unless a wallet was connected before.
 */
export function bindWagmi({ latchkey, config }: BindWagmiOptions): () => void {
  if (typeof window === 'undefined') return () => {}
  const listed = config.connectors.find(connector => isOf(connector, latchkey))
  const own = (listed ?? addConnector(latchkey, config)) as OwnConnector
  const adopted = new Map<string, Adopted>()
  /** Wallets of the widget's connections, to report their ends after they are gone. */
  const wallets = new Map(latchkey.getState().connections.map(({ id, walletId }) => [id, walletId]))
  let handled: string | undefined
  /** wagmi's chain when it was not busy last: it may come with what wagmi restores. */
  let known = config.state.chainId
  /** Networks of wagmi's that the widget is still going to. */
  let moves = 0
  let isBound = true

  function followWagmi(state: WagmiState, before?: WagmiState): void {
    const { status, current, connections } = state
    // Restored connections are without their connectors until wagmi is through.
    if (isBusy(state)) return
    for (const [uid, { connectionId }] of adopted) {
      if (connections.has(uid)) continue
      adopted.delete(uid)
      // It is over in the wallet as well, or about to be.
      if (connectionId) latchkey.disconnect({ connectionId }).catch(() => {})
    }
    const now = `${status} ${current}`
    if (now !== handled) {
      handled = now
      const other = current === own.uid ? undefined : connections.get(current ?? '')?.connector
      const isAsked = !before || isBusy(before) || before.connections.has(current ?? '')
      if (other) void adopt(other, isAsked)
      // Wagmi ignored the widget's events while it was busy.
      else if (!connections.has(own.uid)) own.widget.follow(true)
    }
    // Read again: the events above may have connected it.
    const { chainId } = config.state
    const isChosen = chainId !== known && !config.state.current
    known = chainId
    const { accounts, network } = latchkey.getState()
    const caipNetworkId = `eip155:${chainId}` as const
    if (!isChosen || accounts.eip155?.caipAddress) return
    // Another one may be on its way still: the widget is loaded for the first.
    if (moves === 0 && network.caipNetworkId === caipNetworkId) return
    if (!latchkey.getNetworks().some(each => each.caipNetworkId === caipNetworkId)) return
    moves += 1
    const moved = () => {
      moves -= 1
    }
    latchkey.switchNetwork(caipNetworkId, { throwOnFailure: false }).then(moved, moved)
  }

  /**
   * Shows in the widget what another connector connected: read from its provider, never prompted for. One that connected
   * unasked, because it heard the wallet that the visitor chose in the widget, is left out: one wallet is one connection.
   */
  async function adopt(connector: WagmiConnector, isAsked: boolean): Promise<void> {
    const { uid } = connector
    try {
      const provider = await connector.getProvider()
      // Wrong options, which a development build rejects here, are reported elsewhere.
      await latchkey.ready.catch(() => {})
      if (!isAsked) await idle(latchkey)
      if (!provider || !isBound || !config.state.connections.has(uid)) return
      if (!isAsked && latchkey.getProvider('eip155') === provider) {
        connector.emitter.emit('disconnect')
        // wagmi goes on with its first connection, which need not be ours.
        if (config.state.connections.has(own.uid)) change({ current: own.uid })
        return
      }
      if (config.state.current !== uid) return
      const entry: Adopted = { connector, provider, connectionId: undefined }
      adopted.set(uid, entry)
      if (latchkey.getProvider('eip155') === provider) {
        // The widget has this wallet already: from now on it is the other connector's.
        entry.connectionId = activeConnection(latchkey)
        own.widget.follow()
        return
      }
      const { name, icon, id } = connector
      const { id: connectionId } = await latchkey.connect({
        namespace: 'eip155',
        // wagmi names announced wallets by their rdns.
        adopt: { provider, name, ...(icon && { icon }), ...(id.includes('.') && { rdns: id }) },
      })
      entry.connectionId = connectionId
      if (!config.state.connections.has(uid)) await latchkey.disconnect({ connectionId })
    } catch {
      // A provider that says nothing: wagmi goes on with it, the widget does not show it.
      adopted.delete(uid)
    }
  }

  function change(part: Partial<WagmiState>): void {
    config.setState(((state: WagmiState) => ({ ...state, ...part })) as never)
  }

  // wagmi's own mark, without which it connects a wallet again on the next load because the wallet still lets the site in.
  function keepOut(id: string): void {
    Promise.resolve(config.storage?.setItem(`${id}.disconnected` as never, true as never)).catch(() => {})
  }

  const stops = [
    config.subscribe(((state: WagmiState) => state) as never, followWagmi as never),
    latchkey.on('connected', ({ connectionId, walletId }) => void wallets.set(connectionId, walletId)),
    latchkey.on('disconnected', ({ connectionId, namespace, by }) => {
      if (namespace !== 'eip155') return
      for (const [uid, entry] of adopted) {
        if (entry.connectionId !== connectionId) continue
        if (latchkey.getProvider('eip155') === entry.provider) {
          // The visitor chose the same wallet again.
          entry.connectionId = activeConnection(latchkey)
          continue
        }
        adopted.delete(uid)
        if (by === 'app') leave(entry.connector)
      }
      const walletId = wallets.get(connectionId)
      wallets.delete(connectionId)
      const { accounts, features } = latchkey.getState()
      if (by === 'app' && walletId?.startsWith('rdns:')) keepOut(walletId.slice('rdns:'.length))
      if (by !== 'app' || features.multiWallet === true || accounts.eip155?.caipAddress) return
      // wagmi would go on with another wallet that lets this site in, which the visitor did not choose.
      for (const { connector } of [...config.state.connections.values()]) {
        if (connector.uid === own.uid) continue
        connector.emitter.emit('disconnect')
        keepOut(connector.id)
      }
    }),
    latchkey.on('networkChanged', ({ caipNetworkId }) => {
      const chainId = Number(caipNetworkId.slice('eip155:'.length))
      const { current, chainId: before } = config.state
      if (moves > 0 || current || readAccounts(latchkey) || chainId === before) return
      if (!config.chains.some(chain => chain.id === chainId)) return
      change({ chainId })
    }),
  ]
  own.widget.leave(() => adopted.values())
  followWagmi(config.state)

  return () => {
    isBound = false
    for (const stop of stops) stop()
    own.widget.leave(() => [])
    if (listed) return
    own.emitter.emit('disconnect')
    own.widget.release()
    config._internal.connectors.setState(((all: readonly WagmiConnector[]) =>
      all.filter(each => each.uid !== own.uid)) as never)
  }
}

const isBusy = ({ status }: WagmiState) => status === 'reconnecting' || status === 'connecting'

/** Resolves when no wallet is being asked in the widget. */
function idle(latchkey: Latchkey): Promise<void> {
  const isIdle = () => latchkey.getState().accounts.eip155?.status !== 'connecting'
  return new Promise(resolve => {
    if (isIdle()) return resolve()
    const off = latchkey.subscribe(() => {
      if (!isIdle()) return
      off()
      resolve()
    })
  })
}

type OwnConnector = LatchkeyConnector & Pick<WagmiConnector, 'uid' | 'emitter'>

function isOf(connector: WagmiConnector, latchkey: Latchkey): boolean {
  return (connector as Partial<LatchkeyConnector>).widget?.latchkey === latchkey
}

// wagmi itself does so for the wallets that announce themselves.
function addConnector(latchkey: Latchkey, config: WagmiConfig): OwnConnector {
  const { connectors } = config._internal
  const made = connectors.setup(latchkeyConnector(latchkey) as never) as OwnConnector
  connectors.setState(((all: readonly unknown[]) => [...all, made]) as never)
  return made
}

/** Ends a connection of another connector in wagmi and in its wallet. */
function leave(connector: WagmiConnector): void {
  connector.emitter.emit('disconnect')
  connector.disconnect().catch(() => {})
}

const activeConnection = (latchkey: Latchkey) => latchkey.getState().accounts.eip155?.connectionId
