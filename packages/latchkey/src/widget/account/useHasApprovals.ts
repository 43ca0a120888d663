import { useEffect, useState } from 'react'
import type { CaipAddress } from '../../contract/caip.ts'
import { glimpseApprovals } from '../../engine/nouns/journal/glimpseApprovals.ts'
import { useWidget } from '../shell/useWidget.ts'

/** Whether this visitor's journal has an approval by the account; false while that is being read. */
export function useHasApprovals(account: CaipAddress | undefined): boolean {
  const { storage } = useWidget().engine.ctx
  const [known, setKnown] = useState<CaipAddress>()
  useEffect(() => {
    if (!account) return
    let isHere = true
    void glimpseApprovals(storage, account).then(has => {
      if (isHere && has) setKnown(account)
    })
    return () => {
      isHere = false
    }
  }, [storage, account])
  return account !== undefined && known === account
}
