import { KeptRow } from '../login/KeptRow.tsx'
import { LoginMethods } from '../login/LoginMethods.tsx'
import { LegalCheckbox } from './LegalCheckbox.tsx'

export declare namespace ConnectExtras {
  interface Props {
    /** Above or below the wallet list. */
    readonly place: 'before' | 'after'
    /** The other ways to connect are shown. */
    readonly login: boolean
    /** Whether the host's terms are accepted; undefined when the host has none to accept. */
    readonly accepted: boolean | undefined
    readonly onAccept: (accepted: boolean) => void
  }
}

/** What few hosts have beside the wallet list: terms to be accepted first, and other ways to connect. */
export function ConnectExtras({ place, login, accepted, onAccept }: ConnectExtras.Props) {
  return (
    <>
      {place === 'before' && accepted !== undefined ? (
        <LegalCheckbox checked={accepted} onChange={onAccept} />
      ) : null}
      {login && place === 'before' ? <KeptRow gated={accepted === false} /> : null}
      {login ? <LoginMethods place={place} gated={accepted === false} /> : null}
    </>
  )
}
