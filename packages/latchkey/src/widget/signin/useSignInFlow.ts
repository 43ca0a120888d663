import { useEffect, useState } from 'react'
import type { SignIn } from '../../engine/flows/signin/signIn.ts'
import { useWidget } from '../shell/useWidget.ts'

/** The widget's sign-in; undefined until its chunk is here, which it is when the widget itself showed the view. */
export function useSignInFlow(): SignIn | undefined {
  const { engine, kept } = useWidget()
  const [signIn, setSignIn] = useState(() => kept.get('signIn') as SignIn | undefined)
  useEffect(() => {
    if (signIn) return
    let isOver = false
    engine.signIn().then(
      made => {
        kept.set('signIn', made)
        if (!isOver) setSignIn(made)
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [engine, kept, signIn])
  return signIn
}
