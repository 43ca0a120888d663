import type { ReactNode } from 'react'
import type { Latchkey } from '../handle/latchkey.ts'
import { LatchkeyContext } from './LatchkeyContext.tsx'

/** Provides a handle to the hooks and buttons below it. Unmounting does not destroy the handle. */
export declare namespace LatchkeyProvider {
  interface Props {
    /** A handle made outside render by `createLatchkey`; unmounting does not destroy it (DECISIONS C4). */
    readonly latchkey: Latchkey
    readonly children?: ReactNode
  }
}

/** Gives a handle to the hooks and buttons below it. */
export function LatchkeyProvider({ latchkey, children }: LatchkeyProvider.Props) {
  return <LatchkeyContext.Provider value={latchkey}>{children}</LatchkeyContext.Provider>
}
