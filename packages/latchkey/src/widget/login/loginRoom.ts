import type { ComponentType } from 'react'
import type { DataOf, ViewProps } from '../shell/defineView.ts'
import type { Widget } from '../shell/widget.ts'
import { ApproveTransactionView } from './ApproveTransactionView.tsx'
import { ConnectingFarcasterView } from './ConnectingFarcasterView.tsx'
import { ConnectingSocialView } from './ConnectingSocialView.tsx'
import { ConnectSocialsView } from './ConnectSocialsView.tsx'
import { EmailLoginView } from './EmailLoginView.tsx'
import { enterApprove } from './enterApprove.ts'
import { enterEmailLogin } from './enterEmailLogin.ts'
import { enterFarcaster, enterSocial } from './enterSocial.ts'
import { enterUpdateEmail } from './enterUpdateEmail.ts'
import { UpdateEmailView } from './UpdateEmailView.tsx'

export type LoginViewName =
  | 'EmailLogin'
  | 'ConnectSocials'
  | 'ConnectingSocial'
  | 'ConnectingFarcaster'
  | 'ApproveTransaction'
  | 'UpdateEmailWallet'

/** The views of logging in and of what happens in the wallet's frame, within the card: one chunk, fetched with the first of them. */
export const loginRoom: {
  readonly [Name in LoginViewName]: {
    readonly View: ComponentType<ViewProps<Name>>
    readonly enter: (widget: Widget, data: DataOf<Name>) => () => void
  }
} = {
  EmailLogin: { View: EmailLoginView, enter: enterEmailLogin },
  ConnectSocials: { View: ConnectSocialsView, enter: () => () => undefined },
  ConnectingSocial: { View: ConnectingSocialView, enter: enterSocial },
  ConnectingFarcaster: { View: ConnectingFarcasterView, enter: enterFarcaster },
  ApproveTransaction: { View: ApproveTransactionView, enter: enterApprove },
  UpdateEmailWallet: { View: UpdateEmailView, enter: enterUpdateEmail },
}
