import { useEffect, useState } from 'react'
import type { Login } from '../createLogin.ts'

/** Whether a visitor is logged in who can sign here; undefined until it is known. A login in progress continues. */
export function useChecked(login: Login | undefined): boolean | undefined {
  const [isIn, setIn] = useState<boolean>()
  useEffect(() => {
    if (!login) return
    let isOver = false
    const { at } = login.get()
    if (at !== 'out') setIn(at === 'in')
    else
      login.check().then(
        known => !isOver && setIn(known),
        () => !isOver && setIn(false),
      )
    return () => {
      isOver = true
    }
  }, [login])
  return isIn
}
