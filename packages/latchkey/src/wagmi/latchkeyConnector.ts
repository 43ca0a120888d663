import { SwitchChainError, UserRejectedRequestError } from 'viem'
import type { Latchkey } from '../widget/handle/latchkey.ts'
import { type ConnectedAccounts, readAccounts } from './readAccounts.ts'
import type { Address, ConnectorConfig } from './wagmiShapes.ts'

/** Options of `latchkeyConnector`. */
export interface LatchkeyConnectorOptions {
  /** Default `latchkey`, or `latchkey-<id>` for a handle with an id of its own. wagmi stores it. */
  readonly id?: string
  /** What a list of connectors shows. Default `Latchkey`. */
  readonly name?: string
  /** Address of a picture, or a data URI. */
  readonly icon?: string
}

type Accounts<WithCapabilities> = WithCapabilities extends true
  ? readonly { address: Address; capabilities: Record<string, unknown> }[]
  : readonly Address[]

/** A connector for wagmi 2 and 3 whose wallet is the one connected in the widget. */
// No interface: wagmi's type has an index signature.
export type LatchkeyConnector<Chain extends { readonly id: number } = { readonly id: number }> = {
  readonly id: string
  readonly name: string
  readonly type: 'latchkey'
  readonly icon?: string | undefined
  setup(): Promise<void>
  /**
   * Opens the widget, or returns the wallet that is connected there already. Reconnecting shows no prompt.
   * @throws UserRejectedRequestError (4001) when the visitor closes or refuses.
   */
  connect<WithCapabilities extends boolean = false>(parameters?: {
    chainId?: number | undefined
    isReconnecting?: boolean | undefined
    withCapabilities?: WithCapabilities | boolean | undefined
  }): Promise<{ accounts: Accounts<WithCapabilities>; chainId: number }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  /** The wallet's own provider; undefined while none is connected. */
  getProvider(): Promise<unknown>
  isAuthorized(): Promise<boolean>
  /** @throws UserRejectedRequestError (4001), SwitchChainError for a chain that the widget does not list. */
  switchChain(parameters: { chainId: number }): Promise<Chain>
  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onDisconnect(error?: Error): void
  /** For `bindWagmi`. */
  readonly widget: ConnectorLink
}

/** A wallet of another connector that the widget shows. */
export interface OtherWallet {
  readonly provider: unknown
  /** The widget's connection of it, once there. */
  readonly connectionId: string | undefined
}

/** The part of the connector that `bindWagmi` uses. */
export interface ConnectorLink {
  readonly latchkey: Latchkey
  /** Leaves the wallets of other connectors to them. */
  leave(others: () => Iterable<OtherWallet>): void
  /** Tells wagmi what changed in the widget; all of it with `again`. */
  follow(again?: boolean): void
  /** Tells nothing from now on. */
  release(): void
}

/**
 * Makes the connector that lets wagmi use the wallets of a widget: `createConfig({ connectors:
 * [latchkeyConnector(latchkey)] })`.
 */
export function latchkeyConnector(
  latchkey: Latchkey,
  options: LatchkeyConnectorOptions = {},
): <Chain extends { readonly id: number }>(config: ConnectorConfig<Chain>) => LatchkeyConnector<Chain> {
  const { name = 'Latchkey', icon } = options
  const { id = latchkey.id === 'default' ? 'latchkey' : `latchkey-${latchkey.id}` } = options
  return ({ chains, emitter, storage }) => {
    let others: () => Iterable<OtherWallet> = () => []
    let told: ConnectedAccounts | undefined
    // While wagmi itself waits for an answer, which says all.
    let asked = 0
    let off = () => {}

    const read = (): ConnectedAccounts | undefined => {
      const now = readAccounts(latchkey)
      return [...others()].some(({ provider }) => provider === now?.provider) ? undefined : now
    }

    function follow(again = false): void {
      const now = read()
      const before = told
      told = now
      if (asked > 0) return
      if (!now) {
        if (before) emitter.emit('disconnect')
      } else if (!before || again) {
        emitter.emit('connect', { accounts: now.accounts, chainId: now.chainId })
        // The store may be full or blocked: the next load then tries the connectors in their order.
        Promise.resolve(storage?.setItem('recentConnectorId', id)).catch(() => {})
      } else if (now.chainId !== before.chainId || now.accounts.join() !== before.accounts.join()) {
        emitter.emit('change', { accounts: now.accounts, chainId: now.chainId })
      }
    }

    async function quietly<Result>(act: () => Promise<Result>): Promise<Result> {
      asked += 1
      try {
        return await act()
      } finally {
        told = read()
        asked -= 1
      }
    }

    async function end(): Promise<void> {
      const left = [...others()]
      if (left.length === 0) return latchkey.disconnect({ namespace: 'eip155' })
      // Of several wallets those of other connectors are connections of their own in wagmi.
      const mine = latchkey
        .getState()
        .connections.filter(({ id }) => !left.some(({ connectionId }) => connectionId === id))
      await Promise.all(mine.map(({ id }) => latchkey.disconnect({ namespace: 'eip155', connectionId: id })))
    }

    async function restored(): Promise<ConnectedAccounts | undefined> {
      // A wrong configuration is reported elsewhere.
      await latchkey.ready.catch(() => {})
      return read()
    }

    async function mustBeThere(): Promise<ConnectedAccounts> {
      const now = await restored()
      if (!now) throw new Error('No wallet is connected in the widget.')
      return now
    }

    return {
      id,
      name,
      type: 'latchkey',
      ...(icon !== undefined && { icon }),
      async setup() {
        if (typeof window === 'undefined') return
        told = read()
        off = latchkey.subscribe(() => follow())
      },
      connect: ({ chainId, isReconnecting, withCapabilities } = {}) =>
        quietly(async () => {
          if (isReconnecting) await mustBeThere()
          else if (!(await restored())) {
            await latchkey.connect({ namespace: 'eip155' }).catch(cause => {
              throw isRefusal(cause) ? new UserRejectedRequestError(cause) : cause
            })
          }
          const { chainId: now } = await mustBeThere()
          // Connected is connected, on whichever network: both sides say the same.
          if (chainId !== undefined && chainId !== now) await move(latchkey, chainId).catch(() => {})
          const made = await mustBeThere()
          const accounts = withCapabilities
            ? made.accounts.map(address => ({ address, capabilities: {} }))
            : made.accounts
          return { accounts: accounts as never, chainId: made.chainId }
        }),
      disconnect: () =>
        quietly(() =>
          end().catch(cause => {
            // A wallet may refuse to disconnect; the connection ends in the page all the same.
            if (read()) throw cause
          }),
        ),
      getAccounts: async () => (await mustBeThere()).accounts,
      // Asked of the wallet itself: nothing is to be signed for another chain than the one it is on.
      getChainId: async () => Number(await (await mustBeThere()).provider.request({ method: 'eth_chainId' })),
      getProvider: async () => (await restored())?.provider,
      isAuthorized: async () => (await restored()) !== undefined,
      async switchChain({ chainId }) {
        const chain = chains.find(each => each.id === chainId)
        if (!chain) throw new SwitchChainError(new Error(`wagmi's config has no chain ${chainId}.`))
        await move(latchkey, chainId).catch(cause => {
          throw isRefusal(cause) ? new UserRejectedRequestError(cause) : new SwitchChainError(cause)
        })
        return chain
      },
      onAccountsChanged: () => follow(),
      onChainChanged: () => follow(),
      onDisconnect: () => follow(),
      widget: {
        latchkey,
        leave(theirs) {
          others = theirs
        },
        follow,
        release() {
          off()
          asked = Number.POSITIVE_INFINITY
        },
      },
    }
  }
}

const move = (latchkey: Latchkey, chainId: number) => latchkey.switchNetwork(`eip155:${chainId}`)

// By its field: the class may be another copy's (DECISIONS C11).
const isRefusal = (cause: { readonly kind?: unknown }) => cause.kind === 'rejected'
