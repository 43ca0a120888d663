import { ApproveTransactionView } from './ApproveTransactionView.tsx'
import { EmailLoginView } from './EmailLoginView.tsx'
import { enterApprove } from './enterApprove.ts'
import { enterEmailLogin } from './enterEmailLogin.ts'
import { enterUpdateEmail } from './enterUpdateEmail.ts'
import { UpdateEmailView } from './UpdateEmailView.tsx'

/** The views of what happens in the wallet's frame, within the card: one chunk, fetched with the first of them. */
export const loginRoom = {
  EmailLogin: { View: EmailLoginView, enter: enterEmailLogin },
  ApproveTransaction: { View: ApproveTransactionView, enter: enterApprove },
  UpdateEmailWallet: { View: UpdateEmailView, enter: enterUpdateEmail },
} as const
