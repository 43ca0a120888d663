import { useEffect, useState } from 'react'
import { recentEmails } from '../../engine/base/recentEmails.ts'
import { useWidget } from '../shell/useWidget.ts'

/** Addresses that were proven here, the last first (SPEC §3 "recent emails"). */
export function useRecentEmails(): readonly string[] {
  const { storage } = useWidget().engine.ctx
  const [recent, setRecent] = useState<readonly string[]>([])
  useEffect(() => {
    let isOver = false
    void storage.read(recentEmails).then(known => {
      if (!isOver && known) setRecent(known)
    })
    return () => {
      isOver = true
    }
  }, [storage])
  return recent
}
