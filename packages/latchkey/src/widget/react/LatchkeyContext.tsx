import { createContext } from 'react'
import type { Latchkey } from '../handle/latchkey.ts'

/** The handle of the nearest provider. One context for all hooks. */
export const LatchkeyContext = createContext<Latchkey | undefined>(undefined)
