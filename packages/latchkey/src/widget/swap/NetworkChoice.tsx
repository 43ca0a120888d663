import { useId } from 'react'
import type { CaipNetworkId } from '../../contract/caip.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { swapSelectTexts } from './swapTexts.ts'

export declare namespace NetworkChoice {
  interface Props {
    /** Other networks than the account's own. */
    readonly networks: readonly CaipNetworkId[]
    /** One of them; undefined for the account's own. */
    readonly chosen: CaipNetworkId | undefined
    readonly onChoose: (id: CaipNetworkId | undefined) => void
  }
}

/** On which network the bought token arrives, the account's own first. */
export function NetworkChoice({ networks, chosen, onChoose }: NetworkChoice.Props) {
  const t = useTexts(swapSelectTexts)
  const name = useId()
  const own = useEngineState(({ state }) => state.network.name)
  const all = useEngineState(({ config }) => config.networks)
  return (
    <div className="swap-choices swap-networks" role="radiogroup" aria-label={t('swap.arrivesOn')}>
      {[undefined, ...networks].map(id => (
        <label key={id ?? 'own'} className="swap-choice">
          <input
            type="radio"
            name={name}
            checked={id === chosen}
            // Tab reaches the one that is checked, arrows the others.
            tabIndex={id === chosen ? 0 : -1}
            onChange={() => onChoose(id)}
          />
          <span>{id === undefined ? own : (findNetwork(all, id)?.name ?? id)}</span>
        </label>
      ))}
    </div>
  )
}
