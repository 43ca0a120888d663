import { limits } from '../../../contract/limits.ts'
import { spelledOnce } from '../../../contract/namespaceFacts.ts'
import { factsOf } from '../../base/factsOf.ts'
import { createMachine, type Machine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import { activeAccount } from '../../nouns/accounts/activeAccount.ts'
import { activeNetwork } from '../../nouns/accounts/activeNetwork.ts'
import type { Token } from '../../nouns/tokens/tokens.ts'
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
  /** Another id for the filled-in form: the transfer under the old one may still be sent. */
  renew(): void
  /** Begins anew; the account and the network stay. */
  reset(): void
  destroy(): void
}

/** What a draft needs of an engine. */
export type DraftContext = Pick<EngineContext, 'clock' | 'random' | 'connections' | 'adapter' | 'api'> & {
  readonly config: Pick<EngineContext['config'], 'adapters' | 'networks' | 'endpoints' | 'basic'>
}

const offline: Receiver = { at: 'wrong', problem: 'offline' }

/** One widget's draft. It ends with the connection, the account and the network it is of (SPEC §4). */
export function createDraft(ctx: DraftContext): Draft {
  const owner = () => activeAccount(ctx)?.owner
  const machine = createMachine(emptyDraft(ctx.random.id(), owner()), draftTransition)
  let lookup = new AbortController()
  let cancel = () => {}

  function begin() {
    stopLooking()
    machine.dispatch({ type: 'began', id: ctx.random.id(), owner: owner() })
  }

  function stopLooking() {
    cancel()
    lookup.abort()
    const { receiver } = machine.getState()
    if (receiver.at === 'known' && receiver.image !== undefined) URL.revokeObjectURL(receiver.image)
  }

  async function read(text: string, told: (receiver: Receiver) => void, signal: AbortSignal) {
    const network = activeNetwork(ctx)
    const adapter = await ctx.adapter(network.chainNamespace)
    const known = readAddress(text, adapter)
    if (known) told(known)
    if (signal.aborted || (known && (known.at !== 'known' || network.testnet))) return
    cancel = ctx.clock.setTimeout(() => {
      import('./lookUpReceiver.ts')
        .then(({ lookUpReceiver }) =>
          lookUpReceiver(ctx, { typed: text, known, adapter, network, told, signal }),
        )
        // The chunk did not come: an address stands by itself, a name cannot be looked up.
        .catch(() => known ?? told(offline))
    }, limits.debounce)
  }

  function typeReceiver(text: string) {
    stopLooking()
    lookup = new AbortController()
    const { signal } = lookup
    machine.dispatch({ type: 'receiverTyped', text })
    const { to, receiver } = machine.getState()
    if (receiver.at !== 'looking') return
    const told = (read: Receiver) => {
      if (!signal.aborted) machine.dispatch({ type: 'receiverRead', text: to, receiver: read })
    }
    read(to, told, signal).catch(() => told(offline))
  }

  const offConnections = ctx.connections.subscribe(() => {
    if (owner() !== machine.getState().owner) begin()
  })

  return {
    machine,
    want(key) {
      const { tokens } = factsOf(ctx.config, activeNetwork(ctx).chainNamespace)
      machine.dispatch({ type: 'tokenWanted', key: spelledOnce(key, tokens) })
    },
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
