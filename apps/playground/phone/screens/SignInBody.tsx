import type { PhoneState, SignInPrompt } from '../wallet/phoneState.ts'
import { networkNames } from './Connections.tsx'

export declare namespace SignInBody {
  interface Props {
    readonly state: PhoneState
    readonly prompt: SignInPrompt
  }
}

/** The message that one approval signs, word for word. */
export function SignInBody({ state, prompt }: SignInBody.Props) {
  const { chains, message } = prompt
  return (
    <>
      <h3>You sign</h3>
      <pre className="message">{message}</pre>
      {chains.length > 1 && (
        <p className="soft">You sign the same for each of the {chains.length} networks.</p>
      )}
      <dl className="facts">
        <dt>Account</dt>
        <dd className="code">{state.accounts[state.selected]}</dd>
        <dt>Networks</dt>
        <dd>{networkNames(state, chains) || 'none'}</dd>
      </dl>
    </>
  )
}
