import { useEffect } from 'react'
import { useEngineState } from '../shell/useEngineState.ts'
import { OpenAllowances } from './OpenAllowances.tsx'
import { useSwaps } from './useSwaps.ts'

/** What is still allowed, in Account: an allowance that a reload or a closed page left behind is not forgotten (T70). */
export function AllowancesPlace() {
  const { part } = useSwaps()
  const account = useEngineState(({ state }) => state.accounts[state.activeNamespace]?.caipAddress)
  const allowances = typeof part === 'object' ? part.allowances : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each account has its own
  useEffect(() => {
    // The chain may not answer now: what is not known is not shown.
    void allowances?.refresh().catch(() => undefined)
  }, [allowances, account])
  return allowances ? <OpenAllowances allowances={allowances} /> : null
}
