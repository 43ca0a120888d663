import { addressOf, type CaipAddress, toCaipAddress } from '../../contract/caip.ts'
import { limits } from '../../contract/limits.ts'
import type { Network } from '../../contract/network.ts'
import { networkOf } from '../accounts/projectState.ts'
import { createMachine, type Machine } from '../base/machine.ts'
import type { EngineContext } from '../context.ts'
import type { Token } from '../tokens/tokens.ts'
import type { AmountUnit, DraftEvent, SendDraft } from './draft.ts'
import { draftTransition, emptyDraft } from './draftTransition.ts'
import { readAddress } from './readAddress.ts'
import type { Receiver } from './receiver.ts'

export interface Draft {
  readonly machine: Pick<Machine<SendDraft, DraftEvent>, 'getState' | 'subscribe'>
  /** The token to be chosen once it is among those that are held: a contract, or 'native'. */
  want(key: string): void
  choose(token: Token): void
  heldTokens(tokens: readonly Token[]): void
  typeAmount(text: string): void
  chooseUnit(unit: AmountUnit, text: string): void
  takeMax(text: string): void
  /** An address is read at once, a name is looked up when typing has stopped; the last text wins. */
  typeReceiver(text: string): void
  /** Looks the name up once more. */
  retryReceiver(): void
  retype(text: string): void
  /** Another id for what is filled in: the transfer under the old one may still be sent. */
  renew(): void
  /** Begins anew; the account and the network stay. */
  reset(): void
  destroy(): void
}

/** What a draft needs of an engine. */
export type DraftContext = Pick<EngineContext, 'clock' | 'random' | 'connections' | 'adapter' | 'api'> & {
  readonly config: Pick<EngineContext['config'], 'networks' | 'endpoints' | 'basic'>
}

/** One widget's draft. It ends with the connection, the account and the network it is of (SPEC §4). */
export function createDraft(ctx: DraftContext): Draft {
  const owner = () => ownerOf(ctx)
  const machine = createMachine(emptyDraft(ctx.random.id(), owner()), draftTransition)
  let lookup = new AbortController()
  let cancel = () => {}
  let picture: string | undefined

  function begin() {
    stopLooking()
    machine.dispatch({ type: 'began', id: ctx.random.id(), owner: owner() })
  }

  function stopLooking() {
    cancel()
    lookup.abort()
    if (picture) URL.revokeObjectURL(picture)
    picture = undefined
  }

  async function read(text: string, signal: AbortSignal) {
    const network = networkHere(ctx)
    const told = (receiver: Receiver) => {
      if (!signal.aborted) machine.dispatch({ type: 'receiverRead', text, receiver })
    }
    const adapter = await ctx.adapter(network.chainNamespace)
    const known = readAddress(text, adapter)
    if (known) told(known)
    if (signal.aborted || (known && known.at !== 'known')) return
    const find = async () => {
      const { identifyAddress, loadPicture, lookUpName } = await import('./lookUpReceiver.ts')
      const found =
        known?.at === 'known'
          ? network.testnet
            ? undefined
            : await identifyAddress(ctx, known.address, signal)
          : await lookUpName(ctx, { typed: text, adapter, network, signal })
      if (!found) return
      const { receiver, avatar } = found
      told(receiver)
      if (avatar === undefined || receiver.at !== 'known' || signal.aborted) return
      const image = await loadPicture(ctx, avatar, signal)
      if (image === undefined) return
      picture = image
      told({ ...receiver, image })
    }
    cancel = ctx.clock.setTimeout(() => {
      // The chunk did not come: an address stands by itself, a name cannot be looked up.
      find().catch(() => known ?? told({ at: 'wrong', problem: 'offline' }))
    }, limits.debounce)
  }

  function typeReceiver(text: string) {
    stopLooking()
    lookup = new AbortController()
    const { signal } = lookup
    machine.dispatch({ type: 'receiverTyped', text })
    const { to, receiver } = machine.getState()
    if (receiver.at !== 'looking') return
    read(to, signal).catch(() => {
      if (!signal.aborted)
        machine.dispatch({ type: 'receiverRead', text: to, receiver: { at: 'wrong', problem: 'offline' } })
    })
  }

  const offConnections = ctx.connections.subscribe(() => {
    if (owner() !== machine.getState().owner) begin()
  })

  return {
    machine,
    want: key => machine.dispatch({ type: 'tokenWanted', key }),
    choose: token => machine.dispatch({ type: 'tokenChosen', token }),
    heldTokens: tokens => machine.dispatch({ type: 'tokensRead', tokens }),
    typeAmount: text => machine.dispatch({ type: 'amountTyped', text }),
    chooseUnit: (unit, text) => machine.dispatch({ type: 'unitChosen', unit, text }),
    takeMax: text => machine.dispatch({ type: 'maxTaken', text }),
    typeReceiver,
    retryReceiver: () => typeReceiver(machine.getState().to),
    retype: text => machine.dispatch({ type: 'retyped', text }),
    renew: () => machine.dispatch({ type: 'renewed', id: ctx.random.id() }),
    reset: begin,
    destroy() {
      offConnections()
      stopLooking()
    },
  }
}

function networkHere({ connections, config }: Pick<DraftContext, 'connections' | 'config'>): Network {
  const state = connections.getState()
  return networkOf(state, config.networks, state.activeNamespace)
}

/** The active account on the network that it is on; undefined while nothing is connected. */
function ownerOf(ctx: Pick<DraftContext, 'connections' | 'config'>): CaipAddress | undefined {
  const { active, activeNamespace } = ctx.connections.getState()
  const account = active[activeNamespace]
  return account && toCaipAddress(networkHere(ctx).caipNetworkId, addressOf(account.caip10))
}
