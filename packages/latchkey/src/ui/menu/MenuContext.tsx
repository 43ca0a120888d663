import { createContext } from 'react'

/** Closes the `Menu` that rows stand in: its items then, which the Tab key passes over. Undefined in a list. */
export const MenuContext = createContext<(() => void) | undefined>(undefined)
