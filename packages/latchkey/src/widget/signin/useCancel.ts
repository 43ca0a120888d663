import { useState } from 'react'
import type { SignIn } from '../../engine/flows/signin/signIn.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useWidget } from '../shell/useWidget.ts'

/** Declines to sign in, with all that follows from it (SPEC §4). */
export function useCancel(signIn: SignIn): { readonly cancelling: boolean; readonly run: () => void } {
  const { close, notify, snapshot } = useWidget()
  const errorText = useErrorText()
  const [cancelling, setCancelling] = useState(false)
  const run = () => {
    setCancelling(true)
    const { signInRequired } = snapshot()
    signIn
      .cancel()
      .then(
        () => {
          if (!signInRequired) close()
        },
        () => notify({ message: errorText('DISCONNECT_FAILED'), variant: 'error' }),
      )
      .finally(() => setCancelling(false))
  }
  return { cancelling, run }
}
