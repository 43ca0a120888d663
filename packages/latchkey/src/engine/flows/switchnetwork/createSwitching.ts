import { type CaipNetworkId, namespaceOf } from '../../../contract/caip.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { limits } from '../../../contract/limits.ts'
import { createMachine, type Machine } from '../../base/machine.ts'
import type { Engine } from '../../engine.ts'
import { networkIdOfNamespace } from '../../nouns/accounts/projectState.ts'
import { findNetwork } from '../../nouns/networks/findNetwork.ts'
import { type SwitchingEvent, type SwitchingState, switchingTransition } from './switchingTransition.ts'

export interface Switching {
  readonly machine: Machine<SwitchingState, SwitchingEvent>
  /** Asks the wallet at once; the answer ends it. */
  enter(caipNetworkId: CaipNetworkId): () => void
  retry(): void
}

/** Asks the wallet of a network's namespace to move there. A move made in the wallet itself counts too. */
export function createSwitching(
  engine: Pick<Engine, 'ctx' | 'switchNetwork' | 'chooseNamespace'>,
): Switching {
  const { clock, connections } = engine.ctx
  const machine = createMachine<SwitchingState, SwitchingEvent>({ at: 'idle' }, switchingTransition)
  let target: CaipNetworkId | undefined
  let attempt = 0
  let request = new AbortController()

  function ask(caipNetworkId: CaipNetworkId) {
    request.abort()
    request = new AbortController()
    const { signal } = request
    const mine = ++attempt
    machine.dispatch({ type: 'asked', attempt: mine })
    const cancel = clock.setTimeout(
      () => machine.dispatch({ type: 'waited', attempt: mine }),
      limits.walletSlow,
    )
    engine
      .switchNetwork({ caipNetworkId, signal })
      .then(
        () => machine.dispatch({ type: 'switched', attempt: mine }),
        cause => {
          const error = isLatchkeyError(cause) ? cause : createError('SWITCH_FAILED', { cause })
          machine.dispatch({ type: 'refused', attempt: mine, error })
        },
      )
      .finally(cancel)
  }

  function hasArrived(caipNetworkId: CaipNetworkId): boolean {
    const { networks } = engine.ctx.config
    const network = findNetwork(networks, caipNetworkId)
    const now = network && networkIdOfNamespace(connections.getState(), networks, network.chainNamespace)
    return now !== undefined && findNetwork(networks, now) === network
  }

  return {
    machine,
    enter(caipNetworkId) {
      target = caipNetworkId
      const stops = [
        connections.subscribe(() => {
          if (hasArrived(caipNetworkId)) machine.dispatch({ type: 'arrived' })
        }),
        machine.subscribe((state, before) => {
          if (state.at !== 'switched' || before.at === 'switched') return
          // Who went there in the wallet itself wants to be there as well.
          engine.chooseNamespace(namespaceOf(caipNetworkId))
        }),
      ]
      ask(caipNetworkId)
      return () => {
        request.abort()
        target = undefined
        for (const stop of stops) stop()
        machine.dispatch({ type: 'left' })
      }
    },
    retry() {
      if (target !== undefined) ask(target)
    },
  }
}
