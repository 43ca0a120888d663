import { useMemo } from 'react'
import type { OwnedNfts } from '../../engine/nouns/nfts/nfts.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useResource } from '../shell/useResource.ts'
import { useUnlessLeaving } from '../shell/useUnlessLeaving.ts'
import { useWidget } from '../shell/useWidget.ts'

export interface ShownNfts {
  /** The active account's; undefined while nothing is known. */
  readonly owned: OwnedNfts | undefined
  /** The part of the widget that asks did not come. */
  readonly unreachable: boolean
  readonly more: () => void
  readonly retry: () => void
}

const never = () => () => undefined

/** The active account's collectibles, refreshed while they are shown. */
export function useNfts(): ShownNfts {
  const { engine } = useWidget()
  const account = useEngineState(({ state }) => state.accounts[state.activeNamespace]?.caipAddress)
  const { part, retry } = useResource(engine.nfts)
  const nfts = typeof part === 'object' ? part : undefined

  const owned = useUnlessLeaving(nfts?.machine.subscribe ?? never, () =>
    account === undefined ? undefined : nfts?.machine.getState()[account],
  )
  const unreachable = part === 'failed'
  return useMemo(
    () => ({
      owned,
      unreachable,
      more: () => void nfts?.more(),
      retry: () => {
        if (nfts) void nfts.retry()
        else retry()
      },
    }),
    [owned, nfts, unreachable, retry],
  )
}
