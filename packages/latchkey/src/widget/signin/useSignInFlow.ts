import type { SignIn } from '../../engine/flows/signin/signIn.ts'
import { useLater } from '../shell/useLater.ts'
import { useWidget } from '../shell/useWidget.ts'

/** The widget's sign-in; undefined until its chunk is here, which it is when the widget itself showed the view. */
export function useSignInFlow(): SignIn | undefined {
  const { part } = useLater(true, useWidget().engine.signIn)
  return part === 'failed' ? undefined : part
}
