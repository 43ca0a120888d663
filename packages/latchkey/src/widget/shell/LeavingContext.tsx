import { createContext } from 'react'

/** True for a view that is on its way out: it is shown as it was, whatever happens meanwhile. */
export const LeavingContext = createContext(false)
