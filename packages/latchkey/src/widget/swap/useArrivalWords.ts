import type { CaipNetworkId } from '../../contract/caip.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { arrivalTexts } from './swapTexts.ts'

/** Where a swap arrives, and when by its quote; undefined for one that stays on its network. */
export function useArrivalWords(
  caipNetworkId: CaipNetworkId | undefined,
  seconds: number | undefined,
): string | undefined {
  const t = useTexts(arrivalTexts)
  const network = useEngineState(
    ({ config }) => caipNetworkId && findNetwork(config.networks, caipNetworkId)?.name,
  )
  if (network === undefined || network === '') return undefined
  if (seconds === undefined) return t('swap.arrival', { network })
  return t('swap.arrivalIn', { network, count: Math.max(1, Math.ceil(seconds / 60)) })
}
