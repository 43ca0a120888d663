import { createContext } from 'react'

/** Whether rows stand in a `Menu`: its items then, which the Tab key passes over. */
export const MenuContext = createContext(false)
