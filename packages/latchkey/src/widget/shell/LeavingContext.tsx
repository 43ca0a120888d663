import { createContext, type ReactNode, useRef } from 'react'

/** Whether a view is not shown, fading out or drawn ahead: it stays unchanged, whatever happens meanwhile. */
export interface Leaving {
  readonly current: boolean
}

export const LeavingContext = createContext<Leaving>({ current: false })

/**
 * Provides its children with the leaving state. Leaving draws nothing again, since nothing changes; returning draws
 * everything.
 */
export function LeavingScope({
  leaving,
  children,
}: {
  readonly leaving: boolean
  readonly children: ReactNode
}) {
  const told = useRef({ current: leaving })
  if (leaving) told.current.current = true
  else if (told.current.current) told.current = { current: false }
  return <LeavingContext.Provider value={told.current}>{children}</LeavingContext.Provider>
}
