import { useEffect, useRef } from 'react'
import { useFunding } from '../fund/useFunding.ts'
import { useEngineState } from '../shell/useEngineState.ts'

/**
 * Whether the tile of buying is there: `gone` keeps its place empty, so that the tiles beside it do not move when the
 * services say that nothing is sold here. Absent from the first drawing where they said so before.
 */
export function useBuying(isOn: boolean): 'there' | 'gone' | 'absent' {
  const namespace = useEngineState(({ state }) => state.activeNamespace)
  const isSold = useFunding(isOn).supports.buying !== 'no'
  /** The namespace for whose account the tile was drawn. */
  const drawn = useRef<string>(undefined)
  useEffect(() => {
    if (isOn && isSold) drawn.current = namespace
  }, [isOn, isSold, namespace])
  if (!isOn) return 'absent'
  if (isSold) return 'there'
  return drawn.current === namespace ? 'gone' : 'absent'
}
