import { useEffect, useState } from 'react'
import type { Frame } from '../../frame.ts'
import type { Login } from '../createLogin.ts'
import { loginOf } from '../loginOf.ts'

/** The page's login; undefined until it is there, and closed where there is none to be had. */
export function useLogin(frame: Frame, close: () => void): Login | undefined {
  const [login, setLogin] = useState<Login>()
  useEffect(() => {
    let isOver = false
    loginOf(frame).then(
      made => !isOver && setLogin(made),
      () => !isOver && close(),
    )
    return () => {
      isOver = true
    }
  }, [frame, close])
  return login
}
