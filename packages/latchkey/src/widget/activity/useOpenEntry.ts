import { useCallback, useState } from 'react'
import { errorTable } from '../../contract/errors/table.ts'
import { useWidget } from '../shell/useWidget.ts'
import type { ActivityDetails } from './ActivityDetails.tsx'

interface OpenEntry {
  readonly id: string
  readonly Details: typeof ActivityDetails
}

/** The one entry that is open, and what opens another or closes it; what draws it is fetched with the first. */
export function useOpenEntry(): readonly [OpenEntry | undefined, (id: string) => void] {
  const { notify, snapshot } = useWidget()
  const [open, setOpen] = useState<OpenEntry>()
  const toggle = useCallback(
    (id: string) => {
      import('./ActivityDetails.tsx').then(
        ({ ActivityDetails: Details }) =>
          setOpen(before => (before?.id === id ? undefined : { id, Details })),
        () => {
          const own = snapshot().config.texts?.['error.CHUNK_FAILED']
          notify({ message: own ?? errorTable.CHUNK_FAILED.text, variant: 'error' })
        },
      )
    },
    [notify, snapshot],
  )
  return [open, toggle]
}
