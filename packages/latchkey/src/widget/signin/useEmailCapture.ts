import { useEffect, useState } from 'react'
import type { EmailCapture } from '../../engine/flows/signin/emailCapture.ts'
import type { SignIn } from '../../engine/flows/signin/signIn.ts'

/** The email capture of a sign-in; undefined until its chunk is here. */
export function useEmailCapture(signIn: SignIn | undefined): EmailCapture | undefined {
  const [email, setEmail] = useState<EmailCapture>()
  useEffect(() => {
    let isOver = false
    signIn?.email().then(
      made => {
        if (!isOver) setEmail(made)
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [signIn])
  return email
}
