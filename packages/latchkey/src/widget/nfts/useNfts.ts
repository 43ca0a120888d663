import { useEffect, useMemo, useState } from 'react'
import type { Nfts, OwnedNfts } from '../../engine/flows/nfts/nfts.ts'
import { useEngineState } from '../shell/useEngineState.ts'
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

/** The active account's collectibles, kept up while they are looked at. */
export function useNfts(): ShownNfts {
  const { engine, kept } = useWidget()
  const account = useEngineState(({ state }) => state.accounts[state.activeNamespace]?.caipAddress)
  const [nfts, setNfts] = useState(() => kept.get('nfts') as Nfts | undefined)
  const [attempt, setAttempt] = useState({ at: 0, failed: false })
  const tries = attempt.at

  useEffect(() => {
    if (nfts) return nfts.watch()
    let isShown = true
    engine.nfts().then(
      made => {
        kept.set('nfts', made)
        if (isShown) setNfts(made)
      },
      () => {
        if (isShown) setAttempt({ at: tries, failed: true })
      },
    )
    return () => {
      isShown = false
    }
  }, [engine, kept, nfts, tries])

  const owned = useUnlessLeaving(nfts?.machine.subscribe ?? never, () =>
    account === undefined ? undefined : nfts?.machine.getState()[account],
  )
  const { failed } = attempt
  return useMemo(
    () => ({
      owned,
      unreachable: nfts === undefined && failed,
      more: () => void nfts?.more(),
      retry: () => {
        if (nfts) void nfts.retry()
        else setAttempt(({ at }) => ({ at: at + 1, failed: false }))
      },
    }),
    [owned, nfts, failed],
  )
}
